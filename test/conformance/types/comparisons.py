"""Comparisons of pairs of every edge, of each element type."""
import triton
import triton.language as tl


@triton.jit
def equal(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a == b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=i1[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=i1[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def not_equal(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a != b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=i1[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=i1[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def less(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a < b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=i1[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=i1[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def less_or_equal(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a <= b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=i1[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=i1[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def greater(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a > b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=i1[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=i1[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices


@triton.jit
def greater_or_equal(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, a >= b)

# case {T}: N=256 x={T}[256]:edges(16) y={T}[256]:edges out=i1[256]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=1024 x={T}[1024]:edges(32) y={T}[1024]:edges out=i1[1024]
#   each T in f16 bf16 f32 f64
#   expect same on all devices
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] out=i1[4]
#   expect same on all devices
