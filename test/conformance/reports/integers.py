"""Integers and booleans, as people reported them: wrapping, signs, widths, names for one value."""
import triton
import triton.language as tl


@triton.jit
def add_bools(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, (tl.load(x + i) + tl.load(y + i)).to(tl.int32))

# case one-bit-wraps: N=4 x=i1[1, 1, 0, 0] y=i1[1, 0, 1, 0] out=i32[4]
#   expect out = [0, 1, 1, 0]


@triton.jit
def sum_bools(x, narrow, wide, N: tl.constexpr):
    total = tl.sum(tl.load(x + tl.arange(0, N)), axis=0)
    tl.store(narrow, total)
    tl.store(wide, total)

# case low-byte-is-zero: N=256 x=i1[256]:fill(1) narrow=i1[1] wide=i32[1]
#   expect narrow = [True]
#   expect wide = [256]
# case none: N=256 x=i1[256] narrow=i1[1] wide=i32[1]
#   expect narrow = [False]
#   expect wide = [0]


@triton.jit
def remainder(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i) % tl.load(y + i))

# case ints-keep-the-dividend's-sign: N=4 x=i32[-5, 5, -5, 5] y=i32[3, -3, -3, 3] out=i32[4]
#   expect out = [-2, 2, -2, 2]
# case floats-keep-the-dividend's-sign: N=4 x=f32[-5, 5, -5, 5] y=f32[3, -3, -3, 3] out=f32[4]
#   expect out = [-2, 2, -2, 2]


@triton.jit
def remainder_of_scalars(x, y, out):
    tl.store(out, x % y)

# case ints: x=-5 y=3 out=i32[1]
#   expect out = [-2]
# case floats: x=-5.0 y=3.0 out=f32[1]
#   expect out = [-2]


@triton.jit
def load_at_byte(x, index, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + tl.load(index + i)))

# case unsigned-offset-is-not-negative: N=4 x=i32[256]:iota index=u8[200, 127, 128, 255] out=i32[4]
#   expect out = [200, 127, 128, 255]


@triton.jit
def load_at_byte_scalar(x, index, out):
    tl.store(out, tl.load(x + tl.load(index)))

# case unsigned-offset-is-not-negative: x=i32[256]:iota index=u8[200,] out=i32[1]
#   expect out = [200]


@triton.jit
def smaller_and_half(a, b):
    return (a < b).to(tl.int32), a // 2


@triton.jit
def one_function_two_signs(x, y, out):
    less, half = smaller_and_half(tl.load(x), tl.load(x + 1))
    tl.store(out, less)
    tl.store(out + 1, half)
    less, half = smaller_and_half(tl.load(y), tl.load(y + 1))
    tl.store(out + 2, less)
    tl.store(out + 3, half.to(tl.int32))

# case second-call-is-unsigned: x=i32[-2, 1] y=u32[0xFFFFFFFE, 1] out=i32[4]
#   expect out = [1, -1, 0, 0x7FFFFFFF]


@triton.jit
def shift_a_copy(x, kept, shifted, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    b = a >> 1
    tl.store(kept + i, a)
    tl.store(shifted + i, b)

# case the-original-stays: N=4 x=i32[9, -9, 1, 0] kept=i32[4] shifted=i32[4]
#   expect kept = x
#   expect shifted = [4, -5, 0, 0]
# case unsigned: N=2 x=u8[255, 128] kept=u8[2] shifted=u8[2]
#   expect kept = x
#   expect shifted = [127, 64]


@triton.jit
def uniform(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    u = tl.random.uint_to_uniform_float(tl.load(x + i))
    tl.store(out + i, (u >= 0.0) & (u < 1.0))

# case most-negative-in-debug-mode: N=4 x=u32[0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0] out=i1[4] debug=True
#   expect out = [1, 1, 1, 1]
# case signed-in-debug-mode: N=4 x=i32[-2147483648, 2147483647, -1, 0] out=i1[4] debug=True
#   expect out = [1, 1, 1, 1]


@triton.jit
def offset_wraps(rows, stride, narrow, wide):
    row, s = tl.load(rows), tl.load(stride)
    tl.store(narrow, row * s)
    tl.store(wide, row.to(tl.int64) * s)

# case a-32-bit-product-wraps: rows=i32[524288,] stride=i32[4096,] narrow=i32[1] wide=i64[1]
#   expect narrow = [-2147483648]
#   expect wide = [2147483648]
