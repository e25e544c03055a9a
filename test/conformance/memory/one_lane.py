"""Stores of one lane of a tile that was made narrower: nothing beside that lane is written."""
import triton
import triton.language as tl


@triton.jit
def narrowed(x, out, AT: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty), mask=i == AT)

# case i64-i32-first: N=4 AT=0 x=i64[1, 2, 3, 4] out=i32[4]:fill(7)
#   expect out = [1, 7, 7, 7]
# case i64-i32-third: N=4 AT=2 x=i64[1, 2, 3, 4] out=i32[4]:fill(7)
#   expect out = [7, 7, 3, 7]
# case i64-i16: N=8 AT=5 x=i64[1, 2, 3, 4, 5, 6, 7, 8] out=i16[8]:fill(7)
#   expect out = [7, 7, 7, 7, 7, 6, 7, 7]
# case i32-i16: N=8 AT=1 x=i32[1, 2, 3, 4, 5, 6, 7, 8] out=i16[8]:fill(7)
#   expect out = [7, 2, 7, 7, 7, 7, 7, 7]
# case i32-i8: N=8 AT=6 x=i32[1, 2, 3, 4, 5, 6, 8, 9] out=i8[8]:fill(7)
#   expect out = [7, 7, 7, 7, 7, 7, 8, 7]
# case i16-i8: N=16 AT=0 x=i16[16]:fill(3) out=i8[16]:fill(7)
#   expect out = [3, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]
# case f64-f32: N=4 AT=1 x=f64[1, 2, 3, 4] out=f32[4]:fill(7)
#   expect out = [7, 2, 7, 7]
# case f32-f16: N=8 AT=3 x=f32[1, 2, 3, 4, 5, 6, 8, 9] out=f16[8]:fill(7)
#   expect out = [7, 7, 7, 4, 7, 7, 7, 7]


# `n` is the constant 1 here: quotients come from f64, by way of i64.
@triton.jit
def quotient(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    divisor = ((i + tl.program_id(0)) & 31) + 1
    tl.store(out + i, tl.load(x + i, mask=i < n, other=1) // divisor, mask=i < n)

# case first: N=4 n=1 x=i32[9, 9, 9, 9] out=i32[4]:fill(7)
#   expect out = [9, 7, 7, 7]


# The other way round: one lane is read, and made wider.
@triton.jit
def widened(x, out, AT: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(x + i, mask=i == AT, other=5)
    tl.store(out + i, value.to(out.dtype.element_ty))

# case i32-i64: N=4 AT=0 x=i32[1, 2, 3, 4] out=i64[4]
#   expect out = [1, 5, 5, 5]
# case i8-i32: N=8 AT=6 x=i8[1, 2, 3, 4, 5, 6, -8, 9] out=i32[8]
#   expect out = [5, 5, 5, 5, 5, 5, -8, 5]
# case u16-i64: N=8 AT=2 x=u16[1, 2, 65535, 4, 5, 6, 8, 9] out=i64[8]
#   expect out = [5, 5, 65535, 5, 5, 5, 5, 5]
# case f32-f64: N=4 AT=3 x=f32[1, 2, 3, 4] out=f64[4]
#   expect out = [5, 5, 5, 4]
# case f16-f32: N=8 AT=1 x=f16[1, 2, 3, 4, 5, 6, 8, 9] out=f32[8]
#   expect out = [5, 2, 5, 5, 5, 5, 5, 5]
