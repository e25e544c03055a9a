"""Shapes: broadcasting, transposition, reshaping, joining, splitting, flipping, gathering."""
import triton
import triton.language as tl


@triton.jit
def ranges(out, START: tl.constexpr, END: tl.constexpr):
    i = tl.arange(START, END)
    tl.store(out + i - START, i)

# case from-zero: START=0 END=4 out=i32[4]
#   expect out = [0, 1, 2, 3]
# case from-seven: START=7 END=9 out=i32[2]
#   expect out = [7, 8]


@triton.jit
def filled(out, value, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.full([N], value, tl.float32) + tl.zeros([N], tl.float32))

# case some: N=4 value=2.5 out=f32[4]
#   expect out = [2.5, 2.5, 2.5, 2.5]


@triton.jit
def outer_sum(x, y, out, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + j)
    tl.store(out + i[:, None] * N + j[None, :], a[:, None] + b[None, :])

# case small: M=2 N=4 x=i32[10, 20] y=i32[1, 2, 3, 4] out=i32[8]
#   expect out = [11, 12, 13, 14, 21, 22, 23, 24]
# case one-row: M=1 N=4 x=i32[10,] y=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [11, 12, 13, 14]
# case one-column: M=4 N=1 x=i32[1, 2, 3, 4] y=i32[10,] out=i32[4]
#   expect out = [11, 12, 13, 14]


@triton.jit
def broadcast_three(x, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    i = tl.arange(0, A)[:, None, None] * (B * C)
    j = tl.arange(0, B)[None, :, None] * C
    k = tl.arange(0, C)[None, None, :]
    row = tl.load(x + tl.arange(0, B))
    tl.store(out + i + j + k, tl.broadcast_to(row[None, :, None], [A, B, C]))

# case middle-axis: A=2 B=2 C=2 x=i32[5, 6] out=i32[8]
#   expect out = [5, 5, 6, 6, 5, 5, 6, 6]


@triton.jit
def transposed(x, out, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    j = tl.arange(0, N)[:, None] * M + tl.arange(0, M)[None, :]
    tl.store(out + j, tl.trans(tl.load(x + i)))

# case wide: M=2 N=4 x=i32[8]:iota out=i32[8]
#   expect out = [0, 4, 1, 5, 2, 6, 3, 7]
# case tall: M=4 N=2 x=i32[8]:iota out=i32[8]
#   expect out = [0, 2, 4, 6, 1, 3, 5, 7]
# case large: M=64 N=32 x=f32[2048]:random out=f32[2048]
#   expect same on all devices


@triton.jit
def permuted(x, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.arange(0, A * B * C)
    cube = tl.reshape(tl.load(x + a), [A, B, C])
    tl.store(out + a, tl.ravel(tl.permute(cube, [2, 0, 1])))

# case cube: A=2 B=2 C=2 x=i32[8]:iota out=i32[8]
#   expect out = [0, 2, 4, 6, 1, 3, 5, 7]
# case box: A=2 B=4 C=1 x=i32[8]:iota out=i32[8]
#   expect out = [0, 1, 2, 3, 4, 5, 6, 7]
# case large: A=4 B=8 C=16 x=i32[512]:iota out=i32[512]
#   expect same on all devices


@triton.jit
def reshaped(x, out, M: tl.constexpr, N: tl.constexpr):
    grid = tl.reshape(tl.load(x + tl.arange(0, M * N)), [M, N])
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + i, grid + tl.arange(0, M)[:, None] * 100)

# case rows: M=2 N=4 x=i32[8]:iota out=i32[8]
#   expect out = [0, 1, 2, 3, 104, 105, 106, 107]


@triton.jit
def joined(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    pairs = tl.join(tl.load(x + i), tl.load(y + i))
    tl.store(out + i[:, None] * 2 + tl.arange(0, 2)[None, :], pairs)

# case pairs: N=4 x=i32[1, 2, 3, 4] y=i32[10, 20, 30, 40] out=i32[8]
#   expect out = [1, 10, 2, 20, 3, 30, 4, 40]


@triton.jit
def split_apart(x, even, odd, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.split(tl.load(x + i[:, None] * 2 + tl.arange(0, 2)[None, :]))
    tl.store(even + i, a)
    tl.store(odd + i, b)

# case pairs: N=4 x=i32[8]:iota even=i32[4] odd=i32[4]
#   expect even = [0, 2, 4, 6]
#   expect odd = [1, 3, 5, 7]


@triton.jit
def interleaved(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + tl.arange(0, 2 * N), tl.interleave(tl.load(x + i), tl.load(y + i)))

# case some: N=4 x=f32[1, 2, 3, 4] y=f32[5, 6, 7, 8] out=f32[8]
#   expect out = [1, 5, 2, 6, 3, 7, 4, 8]


@triton.jit
def concatenated(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + tl.arange(0, 2 * N), tl.cat(tl.load(x + i), tl.load(y + i)))

# case some: N=4 x=i32[1, 2, 3, 4] y=i32[5, 6, 7, 8] out=i32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]


@triton.jit
def flipped(x, out, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + i, tl.flip(tl.load(x + i), AXIS))

# case columns: M=2 N=4 AXIS=1 x=i32[8]:iota out=i32[8]
#   expect out = [3, 2, 1, 0, 7, 6, 5, 4]
# case rows: M=4 N=2 AXIS=0 x=i32[8]:iota out=i32[8]
#   expect out = [6, 7, 4, 5, 2, 3, 0, 1]


@triton.jit
def expanded(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    row = tl.expand_dims(tl.load(x + i), 0)
    column = tl.expand_dims(tl.load(x + i), -1)
    tl.store(out + i[:, None] * N + i[None, :], row * column)

# case square: N=2 x=i32[3, 5] out=i32[4]
#   expect out = [9, 15, 15, 25]
