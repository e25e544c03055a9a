"""Operators on every pair of a type's own limits, and on one lane."""
import triton
import triton.language as tl


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def subtract(a, b):
    return a - b


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def divide(a, b):
    return a / b


@triton.jit
def quotient(a, b):
    return a // b


@triton.jit
def remainder(a, b):
    return a % b


@triton.jit
def both(a, b):
    return a & b


@triton.jit
def either(a, b):
    return a | b


@triton.jit
def one_of(a, b):
    return a ^ b


@triton.jit
def left(a, b):
    return a << b


@triton.jit
def right(a, b):
    return a >> b


@triton.jit
def least(a, b):
    return tl.minimum(a, b)


@triton.jit
def most(a, b):
    return tl.maximum(a, b)


@triton.jit
def least_or_nan(a, b):
    return tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def most_or_nan(a, b):
    return tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def positive(a, b):
    return tl.where(b > 0, a, b)


@triton.jit
def negative(a, b):
    return -a


@triton.jit
def fused(a, b):
    return tl.fma(a, b, a)


@triton.jit
def exact_quotient(a, b):
    return tl.div_rn(a, b)


@triton.jit
def exact_root(a, b):
    return tl.sqrt_rn(a)


@triton.jit
def high_product(a, b):
    return tl.umulhi(a, b)


@triton.jit
def combined(x, y, out, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, F(tl.load(x + i), tl.load(y + i)).to(out.dtype.element_ty))

# case {F}-{T}-pairs: F={F} N=1024 x={T}[1024]:limits(32) y={T}[1024]:limits out={T}[1024]
#   each F in add subtract multiply positive negative most least
#   each T in f16 bf16 f32 f64
#   expect same on all devices ~ 1e-320
# case {F}-{T}-pairs: F={F} N=1024 x={T}[1024]:limits(32) y={T}[1024]:limits out={T}[1024]
#   each F in fused least_or_nan most_or_nan
#   each T in f16 f32 f64
#   expect same on all devices ~ 1e-320
# case {F}-{T}-pairs: F={F} N=1024 x={T}[1024]:limits(32) y={T}[1024]:limits out={T}[1024]
#   each F in divide remainder
#   each T in f16 bf16 f64
#   expect same on all devices ~ 1e-320
# case remainder-f32-pairs: F=remainder N=1024 x=f32[1024]:limits(32) y=f32[1024]:limits out=f32[1024]
#   expect same on all devices
# case divide-f32-pairs: F=divide N=1024 x=f32[1024]:limits(32) y=f32[1024]:limits out=f32[1024]
#   expect same on all devices ~ 4e-7
#   skip cuda: its division of fp32 is the fast one: what rounds to the largest number may be infinite
# case {F}-f32-pairs: F={F} N=1024 x=f32[1024]:limits(32) y=f32[1024]:limits out=f32[1024]
#   each F in exact_quotient exact_root
#   expect same on all devices
# case {F}-{T}-one-lane: F={F} N=1 x={T}[1]:random(1, 9) y={T}[1]:random(1, 9) out={T}[1]
#   each F in add subtract multiply divide remainder positive negative most least
#   each T E in f16:1e-320 bf16:1e-320 f32:4e-7 f64:1e-320
#   expect same on all devices ~ {E}
# case {F}-{T}-one-lane: F={F} N=1 x={T}[1]:random(1, 9) y={T}[1]:random(1, 9) out={T}[1]
#   each F in fused least_or_nan most_or_nan
#   each T in f16 f32 f64
#   expect same on all devices
# case {F}-f32-one-lane: F={F} N=1 x=f32[1]:random(1, 9) y=f32[1]:random(1, 9) out=f32[1]
#   each F in exact_quotient exact_root
#   expect same on all devices
# case {F}-{T}-{N}: F={F} N={N} x={T}[{N}]:edges(16) y={T}[{N}]:edges out={T}[{N}]
#   each F in add subtract multiply both either one_of positive most least
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each N in 1 1024
#   expect same on all devices
# case negative-{T}-{N}: F=negative N={N} x={T}[{N}]:edges y={T}[{N}]:edges out={T}[{N}]
#   each T in i8 i16 i32 i64
#   each N in 1 1024
#   expect same on all devices
# case {F}-{T}-{N}: F={F} N={N} x={T}[{N}]:edges(16) y={T}[{N}]:random(1, 7) out={T}[{N}]
#   each F in quotient remainder left right
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each N in 1 1024
#   expect same on all devices
# case {F}-i1-{N}: F={F} N={N} x=i1[{N}]:random y=i1[{N}]:random out=i1[{N}]
#   each F in both either one_of
#   each N in 1 1024
#   expect same on all devices
# case high_product-{T}-{N}: F=high_product N={N} x={T}[{N}]:edges(16) y={T}[{N}]:edges out={T}[{N}]
#   each T in i32 i64 u32 u64
#   each N in 1 1024
#   expect same on all devices


@triton.jit
def less(a, b):
    return a < b


@triton.jit
def at_most(a, b):
    return a <= b


@triton.jit
def same(a, b):
    return a == b


@triton.jit
def other(a, b):
    return a != b


@triton.jit
def more(a, b):
    return a > b


@triton.jit
def at_least(a, b):
    return a >= b


@triton.jit
def compared(x, y, out, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, F(tl.load(x + i), tl.load(y + i)))

# case {F}-{T}-pairs: F={F} N=1024 x={T}[1024]:limits(32) y={T}[1024]:limits out=i1[1024]
#   each F in less at_most same other more at_least
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   expect same on all devices
# case {F}-{T}-one-lane: F={F} N=1 x={T}[1]:random y={T}[1]:random out=i1[1]
#   each F in less at_most same other more at_least
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   expect same on all devices


@triton.jit
def chosen(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.where(i % 3 == 1, tl.load(x + i), tl.load(y + i)))

# case {T}-{N}: N={N} x={T}[{N}]:limits y={T}[{N}]:random out={T}[{N}]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f8e4nv f8e5 f16 bf16 f32 f64
#   each N in 1 1024
#   expect same on all devices


@triton.jit
def mapped(a):
    if a > 0:
        return a
    else:
        return -a


@triton.jit
def mapped_lanes(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.map_elementwise(mapped, tl.load(x + i)))

# case {T}-{N}: N={N} x={T}[{N}]:limits out={T}[{N}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each N in 1 1024
#   expect same on all devices
