"""Tensor descriptors and block pointers: rectangles of a tensor, padded past its edges."""
import triton
import triton.language as tl


@triton.jit
def copy_descriptor(x, out, rows, columns, i, j, M: tl.constexpr, N: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [M, N])
    tile = source.load([i, j])
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tile)

# case inside: rows=4 columns=8 i=0 j=4 M=2 N=4 x=f32[32]:iota out=f32[8]
#   expect out = [4, 5, 6, 7, 12, 13, 14, 15]
# case past-the-corner: rows=3 columns=8 i=2 j=4 M=2 N=8 x=f32[24]:iota out=f32[16]
#   expect out = [20, 21, 22, 23, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
# case before-the-start: rows=2 columns=4 i=-1 j=0 M=2 N=4 x=f32[8]:iota out=f32[8]
#   expect out = [0, 0, 0, 0, 0, 1, 2, 3]


@triton.jit
def store_descriptor(x, out, rows, columns, i, j, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    target = tl.make_tensor_descriptor(out, [rows, columns], [columns, 1], [M, N])
    target.store([i, j], tl.load(x + at))

# case inside: rows=2 columns=8 i=0 j=4 M=2 N=4 x=i32[8]:iota out=i32[16]
#   expect out = [0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 4, 5, 6, 7]
# case past-the-edge: rows=2 columns=4 i=1 j=0 M=2 N=4 x=i32[1, 2, 3, 4, 5, 6, 7, 8] out=i32[8]
#   expect out = [0, 0, 0, 0, 1, 2, 3, 4]


@triton.jit
def padded_with_nan(x, out, n, N: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [n], [1], [N], padding_option="nan")
    tl.store(out + tl.arange(0, N), source.load([0]))

# case tail: n=2 N=4 x=f32[1, 2] out=f32[4]
#   expect out = [1, 2, nan, nan]


@triton.jit
def block_pointer(x, out, rows, columns, M: tl.constexpr, N: tl.constexpr):
    block = tl.make_block_ptr(x, (rows, columns), (columns, 1), (0, 0), (M, N), (1, 0))
    block = tl.advance(block, (0, 2))
    tile = tl.load(block, boundary_check=(0, 1), padding_option="zero")
    tl.store(out + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], tile)

# case past-the-edge: rows=2 columns=4 M=2 N=4 x=f32[8]:iota out=f32[8]
#   expect out = [2, 3, 0, 0, 6, 7, 0, 0]


@triton.jit
def remade_pointers(x, y, out, n, stride, N: tl.constexpr, FIRST: tl.constexpr):
    if FIRST:
        p = tl.make_block_ptr(x, (n,), (1,), (0,), (N,), (0,))
        tl.store(out + tl.arange(0, N), tl.load(p))
    for i in range(2):
        p = tl.make_block_ptr(y + i, (N,), (stride,), (0,), (N,), (0,))
        tl.store(out + (i + 1) * N + tl.arange(0, N), tl.load(p))

# case constants-before-the-loop: n=4 stride=2 N=4 FIRST=True x=i32[1, 2, 3, 4] y=i32[16]:iota out=i32[12]
#   expect out = [1, 2, 3, 4, 0, 2, 4, 6, 1, 3, 5, 7]
# case none-before-the-loop: n=4 stride=1 N=4 FIRST=False x=i32[1, 2, 3, 4] y=i32[16]:iota out=i32[12]
#   expect out = [0, 0, 0, 0, 0, 1, 2, 3, 1, 2, 3, 4]


@triton.jit
def one_of_two_pointers(x, out, flag, M: tl.constexpr, N: tl.constexpr):
    if flag > 0:
        p = tl.make_block_ptr(x, (M, N), (N, 1), (0, 0), (M, N), (1, 0))
    else:
        p = tl.make_block_ptr(x, (M, N), (1, M), (0, 0), (M, N), (1, 0))
    tl.store(out + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], tl.load(p))

# case rows: M=2 N=4 flag=2 x=i32[8]:iota out=i32[8]
#   expect out = [0, 1, 2, 3, 4, 5, 6, 7]
# case columns: M=2 N=4 flag=-2 x=i32[8]:iota out=i32[8]
#   expect out = [0, 2, 4, 6, 1, 3, 5, 7]
