"""Operators on pairs of every edge, of each element type they take."""
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a + b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def subtract(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a - b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def multiply(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a * b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def divide(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a / b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=f32[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices ~ 2.5e-7
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=f32[1024]
#   each T in f16 bf16 f32
#   expect same on all devices ~ 2.5e-7
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=f64[1024]
#   each T in f64
#   expect same on all devices


@triton.jit
def remainder(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a % b)

# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=f32[1024]
#   each T in f16 bf16 f32
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=f64[1024]
#   each T in f64
#   expect same on all devices


@triton.jit
def floor_divide_safely(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a // tl.where(b == 0, 1, b))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices


@triton.jit
def remainder_safely(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a % tl.where(b == 0, 1, b))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices


@triton.jit
def bit_and(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a & b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def bit_or(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a | b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def bit_xor(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a ^ b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def shift_left(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a << (b & 7))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices


@triton.jit
def shift_right(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a >> (b & 7))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices


# Of 0.0 and -0.0 either may be chosen: a tolerance, which bits have not, holds the rest to be equal.


@triton.jit
def minimum(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.minimum(a, b))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices ~ 1e-300


@triton.jit
def maximum(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.maximum(a, b))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices ~ 1e-300


@triton.jit
def minimum_with_nan(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL))

# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices ~ 1e-300


@triton.jit
def maximum_with_nan(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL))

# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices ~ 1e-300


@triton.jit
def clamp(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.clamp(a, tl.minimum(b, 1.0), 1.0))

# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=f32[1024]
#   each T in f16 bf16 f32
#   expect same on all devices ~ 1e-300


@triton.jit
def choose(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.where(a == b, a, b))

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out={T}[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out={T}[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices
