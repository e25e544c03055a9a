"""Types meet: operands of two types, Python scalars, and the type of the result."""
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    r = tl.load(x + i) + tl.load(y + i)
    tl.static_assert(r.dtype == out.dtype.element_ty)
    tl.store(out + i, r)

# case i8-i16: N=2 x=i8[127, -128] y=i16[1, -1] out=i16[2]
#   expect out = [128, -129]
# case i32-u32: N=2 x=i32[-1, 5] y=u32[1, 7] out=u32[2]
#   expect out = [0, 12]
# case i64-u32: N=2 x=i64[-1, 5] y=u32[0xFFFFFFFF, 7] out=i64[2]
#   expect out = [4294967294, 12]
# case u8-i16: N=2 x=u8[255, 1] y=i16[1, -1] out=i16[2]
#   expect out = [256, 0]
# case i32-f16: N=2 x=i32[1, 2] y=f16[0.5, 0.25] out=f16[2]
#   expect out = [1.5, 2.25]
# case i64-f32: N=2 x=i64[1, 2] y=f32[0.5, 0.25] out=f32[2]
#   expect out = [1.5, 2.25]
# case f16-f32: N=2 x=f16[1, 2] y=f32[0.1, 0.25] out=f32[2]
#   expect out = [1.1, 2.25]
# case f16-bf16: N=2 x=f16[1, 2] y=bf16[0.5, 0.25] out=f16[2]
#   expect out = [1.5, 2.25]
# case bf16-f32: N=2 x=bf16[1, 2] y=f32[0.5, 0.25] out=f32[2]
#   expect out = [1.5, 2.25]
# case f32-f64: N=2 x=f32[1, 2] y=f64[0.1, 0.25] out=f64[2]
#   expect out = [1.1, 2.25]
# case i1-i32: N=2 x=i1[1, 0] y=i32[5, 5] out=i32[2]
#   expect out = [6, 5]


@triton.jit
def with_scalars(x, out, N: tl.constexpr, T: tl.constexpr):
    i = tl.arange(0, N)
    r = (tl.load(x + i) + 1) * 2 - 3
    tl.static_assert(r.dtype == T)
    tl.store(out + i, r)

# case i8-stays: N=2 T=i8 x=i8[1, 126] out=i8[2]
#   expect out = [1, -5]
# case f16-stays: N=2 T=f16 x=f16[1, 0.5] out=f16[2]
#   expect out = [1, 0]
# case i64-stays: N=2 T=i64 x=i64[4294967296, 0] out=i64[2]
#   expect out = [8589934591, -1]


@triton.jit
def float_scalar(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    r = tl.load(x + i) * 0.5
    tl.static_assert(r.dtype == out.dtype.element_ty)
    tl.store(out + i, r)

# case i32-becomes-f32: N=2 x=i32[3, -5] out=f32[2]
#   expect out = [1.5, -2.5]
# case f16-stays: N=2 x=f16[3, -5] out=f16[2]
#   expect out = [1.5, -2.5]
# case bf16-stays: N=2 x=bf16[3, -5] out=bf16[2]
#   expect out = [1.5, -2.5]


@triton.jit
def run_time_scalars(x, out, a, b, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i) * a + b)

# case f32: a=2 b=0.5 N=2 x=f32[1, 2] out=f32[2]
#   expect out = [2.5, 4.5]
# case one-is-a-constant: a=1 b=1.5 N=2 x=f32[1, 2] out=f32[2]
#   expect out = [2.5, 3.5]
# case wide: a=4294967296 b=0 N=2 x=i64[1, 2] out=i64[2]
#   expect out = [4294967296, 8589934592]


@triton.jit
def logic(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i) > 0, tl.load(y + i) > 0
    tl.store(out + i, (a & b).to(tl.int32) + 2 * (a | b).to(tl.int32) + 4 * (a ^ b).to(tl.int32)
             + 8 * (~a).to(tl.int32))

# case table: N=4 x=i32[0, 0, 1, 1] y=i32[0, 1, 0, 1] out=i32[4]
#   expect out = [8, 14, 6, 3]
