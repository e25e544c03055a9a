"""Shapes that are met less often: scalars joined, squeezed axes, three axes, grouped programs."""
import triton
import triton.language as tl


@triton.jit
def joined_scalars(x, out):
    pair = tl.join(tl.load(x), tl.load(x + 1))
    tl.store(out + tl.arange(0, 2), pair)

# case pair: x=f32[1, 2] out=f32[2]
#   expect out = [1, 2]


@triton.jit
def item_of_one(x, out):
    one = tl.load(x + tl.arange(0, 1))
    tl.store(out, one.item() + 1)

# case scalar: x=i32[41,] out=i32[1]
#   expect out = [42]


@triton.jit
def transposed_three(x, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.arange(0, A * B * C)
    cube = tl.reshape(tl.load(x + a), [A, B, C])
    tl.store(out + a, tl.ravel(tl.trans(cube)))

# case last-two-axes: A=2 B=2 C=2 x=i32[8]:iota out=i32[8]
#   expect out = [0, 2, 1, 3, 4, 6, 5, 7]


@triton.jit
def flipped_row(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.flip(tl.load(x + i)))

# case last-axis-by-default: N=4 x=f16[1, 2, 3, 4] out=f16[4]
#   expect out = [4, 3, 2, 1]
# case one-lane: N=1 x=f16[5,] out=f16[1]
#   expect out = [5]


@triton.jit
def swizzled(out_i, out_j, I: tl.constexpr, J: tl.constexpr, G: tl.constexpr):
    i, j = tl.program_id(0), tl.program_id(1)
    a, b = tl.swizzle2d(i, j, I, J, G)
    tl.store(out_i + i * J + j, a)
    tl.store(out_j + i * J + j, b)

# case groups-of-two: I=4 J=4 G=2 grid=(4, 4) out_i=i32[16] out_j=i32[16]
#   expect out_i = [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3]
#   expect out_j = [0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3]


@triton.jit
def split_three(x, a, b, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M * N * 2)
    left, right = tl.split(tl.reshape(tl.load(x + i), [M, N, 2]))
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(a + at, left)
    tl.store(b + at, right)

# case cube: M=2 N=2 x=i32[8]:iota a=i32[4] b=i32[4]
#   expect a = [0, 2, 4, 6]
#   expect b = [1, 3, 5, 7]


@triton.jit
def chosen_pointers(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(tl.where(i % 2 == 0, x + i, y + i)))

# case alternating: N=4 x=i32[1, 2, 3, 4] y=i32[10, 20, 30, 40] out=i32[4]
#   expect out = [1, 20, 3, 40]


@triton.jit
def softmax_rows(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.softmax(tl.load(x + at), dim=1, keep_dims=True))

# case rows: M=2 N=2 x=f32[0, 0, 5, 5] out=f32[4]
#   expect out = [0.5, 0.5, 0.5, 0.5] ~ 1e-6
