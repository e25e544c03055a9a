"""Floats and casts, as people reported them: signs of zero, widths of literals, rounding."""
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def negate(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, -tl.load(x + i))

# case zero-becomes-minus-zero: N=4 x=f32[0.0, -0.0, 1, nan] out=f32[4]
#   expect out = [0x80000000, 0, -1, nan]
# case f16: N=2 x=f16[0.0, -0.0] out=f16[2]
#   expect out = [0x8000, 0]
# case bf16: N=2 x=bf16[0.0, -0.0] out=bf16[2]
#   expect out = [0x8000, 0]
# case f64: N=2 x=f64[0.0, -0.0] out=f64[2]
#   expect out = [-0.0, 0]


@triton.jit
def sign_of_a_literal(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, libdevice.copysign(a, tl.full([N], -0.0, tl.float32)))
    tl.store(out + N + i, libdevice.copysign(a, -0.0))

# case minus-zero-keeps-its-sign: N=2 x=f32[1, -2] out=f32[4]
#   expect out = [-1, -2, -1, -2]


@triton.jit
def add_large(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i) + 2e50)

# case a-literal-takes-the-double's-width: N=4 x=f64[1, 1, 1, 1] out=f64[4]
#   expect out = [2e50, 2e50, 2e50, 2e50]


@triton.jit
def centered_sum(x, out, n, steps, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    mean = (tl.sum(v, 0) / N).to(tl.float16)
    total = tl.zeros([N], tl.float16)
    for _ in range(steps):
        v = tl.where(i < n, v - mean, 0)
        total += v
    tl.static_assert(total.dtype == tl.float16)
    tl.static_assert(v.dtype == tl.float16)
    tl.store(out + i, total)

# case a-zero-does-not-widen: N=4 n=3 steps=2 x=f16[1, 2, 3, 2] out=f16[4]
#   expect out = [-4, -2, 0, 0]


@triton.jit
def to_float8(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(tl.float8e5).to(tl.uint8, bitcast=True))

# case half-of-every-bit-pattern: N=65536 x=f16[65536]:patterns out=u8[65536]
#   expect same on all devices
# case ties-to-even: N=8 x=f16[0x3c80, 0x3c81, 0x3d80, 0x3d7f, 0x0080, 0x0081, 0x0180, 0x7b80] out=u8[8]
#   expect out = [0x3c, 0x3d, 0x3e, 0x3d, 0x00, 0x01, 0x02, 0x7b]
# case saturates: N=4 x=f16[0x7bff, 0xfbff, inf, -inf] out=u8[4]
#   expect out = [0x7b, 0xfb, 0x7b, 0xfb]


@triton.jit
def to_integer(x, out, T: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(T))

# case half-out-of-an-int8's-range: T=i8 N=4 x=f16[inf, 510, -200, nan] out=i8[4]
#   expect out = [127, 127, -128, 0]
# case float-out-of-an-int32's-range: T=i32 N=4 x=f32[inf, nan, -inf, 3e9] out=i32[4]
#   expect out = [2147483647, 0, -2147483648, 2147483647]
# case float-out-of-an-unsigned-range: T=u8 N=4 x=f32[inf, nan, -1, 256] out=u8[4]
#   expect out = [255, 0, 0, 255]


@triton.jit
def product_error(a, b, out, N: tl.constexpr, PRECISION: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    x, y = tl.load(a + i * N + j), tl.load(b + i * N + j)
    product = tl.dot(x, y, input_precision=PRECISION)
    exact = tl.dot(x.to(tl.float64), y.to(tl.float64))
    error = tl.max(tl.max(tl.abs(product.to(tl.float64) - exact), 1), 0)
    tl.store(out, error < 2e-6)

# case ieee-is-exact-to-rounding: N=32 PRECISION="ieee" a=f32[1024]:random b=f32[1024]:random out=i1[1] seeds=3
#   expect out = [1,]


@triton.jit
def halves_of_numbers(v: "fp16", out):
    tl.static_assert(v.dtype == tl.float16)
    tl.store(out, v)

# case exact: v=42.0 out=f16[1]
#   expect out = [42]
# case rounds-to-nearest: v=65500.0 out=f16[1]
#   expect out = [65504]
