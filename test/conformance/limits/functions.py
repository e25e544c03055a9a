"""Functions of one and two floats at the ends of each type's range, and at random numbers inside it:
one lane, and more than a vector register holds."""
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def of_one(x, out, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, F(tl.load(x + i)))

# case {F}-{T}-{N}-{H}: F=tl.{F} N={N} x={T}[{N}]:{H} out={T}[{N}]
#   each F in abs floor ceil
#   each T in f32 f64
#   each N H in 1:random(-9, 9) 1024:limits 1024:random(-99, 99)
#   expect same on all devices
# case abs-{T}-{N}: F=tl.abs N={N} x={T}[{N}]:limits out={T}[{N}]
#   each T in f16 bf16 f8e4nv f8e5 i8 i16 i32 i64 u8 u16 u32 u64
#   each N in 1 1024
#   expect same on all devices
# case {F}-{T}-{N}-{H}: F=tl.{F} N={N} x={T}[{N}]:{H} out={T}[{N}]
#   each F in exp exp2 log log2 sin cos sqrt rsqrt erf sigmoid
#   each T E in f32:2e-6 f64:1e-14
#   each N H in 1:random(0, 9) 1024:limits 1024:random(-9, 9)
#   expect same on all devices ~ {E}
# case {F}-{T}-{N}-{H}: F=libdevice.{F} N={N} x={T}[{N}]:{H} out={T}[{N}]
#   each F in trunc rint nearbyint round logb
#   each T in f32 f64
#   each N H in 1:random(-9, 9) 1024:limits 1024:random(-99, 99)
#   expect same on all devices
# case {F}-{T}-{N}-{H}: F=libdevice.{F} N={N} x={T}[{N}]:{H} out={T}[{N}]
#   each F in exp10 expm1 log10 log1p tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt erfc lgamma tgamma j0 j1 y0 y1
#   each T E in f32:2e-5 f64:1e-12
#   each N H in 1:random(0, 1) 1024:limits 1024:random(-4, 4)
#   expect same on all devices ~ {E}


@triton.jit
def one_to_int(x, out, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, F(tl.load(x + i)).to(out.dtype.element_ty))

# case {F}-{T}-{N}-{H}: F=libdevice.{F} N={N} x={T}[{N}]:{H} out=i32[{N}]
#   each F in isnan isinf signbit
#   each T in f32 f64
#   each N H in 1:random(-9, 9) 1024:limits
#   expect same on all devices
# case {F}-{T}-{N}: F=libdevice.{F} N={N} x={T}[{N}]:random(-99, 99) out=i64[{N}]
#   each F in llrint llround ilogb
#   each T in f32 f64
#   each N in 1 1024
#   expect same on all devices
# case {F}-{T}-{N}: F=libdevice.{F} N={N} x={T}[{N}]:limits out=i32[{N}]
#   each F in popc clz ffs
#   each T in i32 i64
#   each N in 1 16 1024
#   expect same on all devices


@triton.jit
def of_two(x, y, out, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, F(tl.load(x + i), tl.load(y + i)))

# case {F}-{T}-pairs: F=libdevice.{F} N=1024 x={T}[1024]:limits(32) y={T}[1024]:limits out={T}[1024]
#   each F in copysign nextafter fdim fmod remainder
#   each T in f32 f64
#   expect same on all devices
# case {F}-{T}-pairs: F=libdevice.{F} N=1024 x={T}[1024]:limits(32) y={T}[1024]:limits out={T}[1024]
#   each F in pow atan2 hypot
#   each T E in f32:2e-5 f64:1e-12
#   expect same on all devices ~ {E}
# case {F}-{T}-{N}: F=libdevice.{F} N={N} x={T}[{N}]:random(0, 9) y={T}[{N}]:random(-5, 5) out={T}[{N}]
#   each F in copysign nextafter fdim fmod remainder pow atan2 hypot
#   each T E in f32:2e-5 f64:1e-12
#   each N in 1 512
#   expect same on all devices ~ {E}
# case {F}-{T}-{N}: F=libdevice.{F} N={N} x={T}[{N}]:edges(16) y={T}[{N}]:edges out={T}[{N}]
#   each F in mulhi
#   each T in i32 i64 u32 u64
#   each N in 1 1024
#   expect same on all devices
# case {F}-{T}-{N}: F=libdevice.{F} N={N} x={T}[{N}]:edges(16) y={T}[{N}]:edges out={T}[{N}]
#   each F in hadd rhadd
#   each T in i32 u32
#   each N in 1 1024
#   expect same on all devices


@triton.jit
def of_order(n, x, out, F: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, F(tl.load(n + i), tl.load(x + i)))

# case {F}-{T}-{N}-{H}: F=libdevice.{F} N={N} n=i32[{N}]:random(0, 5) x={T}[{N}]:{H} out={T}[{N}]
#   each F in jn yn
#   each T E in f32:2e-4 f64:1e-10
#   each N H in 1:random(1, 2) 1024:random(0.5, 9) 1024:limits
#   expect same on all devices ~ {E}
