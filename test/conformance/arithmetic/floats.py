"""Float arithmetic: each operation rounds to nearest even in its type."""
import triton
import triton.language as tl


@triton.jit
def arithmetic(x, y, plus, minus, times, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(plus + i, a + b)
    tl.store(minus + i, a - b)
    tl.store(times + i, a * b)

# case f32: N=4 x=f32[1, 0.1, -0.0, inf] y=f32[2, 0.2, 0.0, -inf] plus=f32[4] minus=f32[4] times=f32[4]
#   expect plus = [3, 0x3e99999a, 0, nan]
#   expect minus = [-1, -0.1, -0.0, inf]
#   expect times = [2, 0x3ca3d70b, -0.0, -inf]
# case f16-rounds: N=4 x=f16[2048, 0.1, 65504, 1] y=f16[1, 0.2, 32, 0x1000] plus=f16[4] minus=f16[4] times=f16[4]
#   expect plus = [2048, 0x34cc, inf, 0x3c00]
#   expect minus = [2047, -0.1, 65472, 0x3bff]
#   expect times = [2048, 0x251e, inf, 0x1000]
# case f32-edges: N=32 x=f32[32]:edges y=f32[32]:random plus=f32[32] minus=f32[32] times=f32[32] seeds=4
#   expect same on all devices
# case f16-edges: N=32 x=f16[32]:edges y=f16[32]:random plus=f16[32] minus=f16[32] times=f16[32] seeds=4
#   expect same on all devices
# case bf16-edges: N=32 x=bf16[32]:edges y=bf16[32]:random plus=bf16[32] minus=bf16[32] times=bf16[32] seeds=4
#   expect same on all devices
# case f64-edges: N=32 x=f64[32]:edges y=f64[32]:random plus=f64[32] minus=f64[32] times=f64[32]
#   expect same on all devices
# case f32-bits: N=256 x=f32[256]:bits y=f32[256]:bits plus=f32[256] minus=f32[256] times=f32[256] seeds=4
#   expect same on all devices
# case f16-bits: N=256 x=f16[256]:bits y=f16[256]:bits plus=f16[256] minus=f16[256] times=f16[256] seeds=4
#   expect same on all devices
# case bf16-bits: N=256 x=bf16[256]:bits y=bf16[256]:bits plus=bf16[256] minus=bf16[256] times=bf16[256] seeds=4
#   expect same on all devices


@triton.jit
def divide(x, y, quotient, remainder, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(quotient + i, a / b)
    tl.store(remainder + i, a % b)

# case f32: N=8 x=f32[1, 1, -1, 0, inf, 5.5, -5.5, 7] y=f32[3, 0, 0, 0, inf, 2, 2, -4] quotient=f32[8] remainder=f32[8]
#   expect quotient = [0x3eaaaaab, inf, -inf, nan, nan, 2.75, -2.75, -1.75]
#   expect remainder = [1, nan, nan, nan, nan, 1.5, -1.5, 3]
# case f16-in-f32: N=2 x=f16[1, 10] y=f16[3, 4] quotient=f32[2] remainder=f32[2]
#   expect quotient = [0x3eaaaaab, 2.5]
#   expect remainder = [1, 2]
# case f64: N=2 x=f64[1, 10] y=f64[3, 4] quotient=f64[2] remainder=f64[2]
#   expect quotient = [0x3fd5555555555555, 2.5]
#   expect remainder = [1, 2]
# case random: N=64 x=f32[64]:random y=f32[64]:random(0.5, 2) quotient=f32[64] remainder=f32[64] seeds=3
#   expect same on all devices ~ 1e-6


@triton.jit
def true_divide_integers(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i) / tl.load(y + i))

# case i32: N=4 x=i32[1, -7, 16777217, 6] y=i32[2, 2, 1, 3] out=f32[4]
#   expect out = [0.5, -3.5, 16777216, 2]


@triton.jit
def divide_exactly(x, y, rounded, root, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(rounded + i, tl.div_rn(a, b))
    tl.store(root + i, tl.sqrt_rn(a))

# case some: N=4 x=f32[1, 2, 10, -0.0] y=f32[3, 7, 0.1, 5] rounded=f32[4] root=f32[4]
#   expect rounded = [0x3eaaaaab, 0x3e924925, 100, -0.0]
#   expect root = [1, 0x3fb504f3, 0x404a62c2, -0.0]
# case random: N=256 x=f32[256]:random(0, 100) y=f32[256]:random(0.5, 9) rounded=f32[256] root=f32[256] seeds=4
#   expect same on all devices


@triton.jit
def compare(x, y, lt, le, gt, ge, eq, ne, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(lt + i, a < b)
    tl.store(le + i, a <= b)
    tl.store(gt + i, a > b)
    tl.store(ge + i, a >= b)
    tl.store(eq + i, a == b)
    tl.store(ne + i, a != b)

# case nan-is-unlike-all: N=4 x=f32[nan, nan, 1, inf] y=f32[nan, 1, nan, nan] lt=i1[4] le=i1[4] gt=i1[4] ge=i1[4] eq=i1[4] ne=i1[4]
#   expect lt = [0, 0, 0, 0]
#   expect le = [0, 0, 0, 0]
#   expect gt = [0, 0, 0, 0]
#   expect ge = [0, 0, 0, 0]
#   expect eq = [0, 0, 0, 0]
#   expect ne = [1, 1, 1, 1]
# case numbers: N=4 x=f32[0.0, 1, -inf, 2] y=f32[-0.0, 2, inf, 2] lt=i1[4] le=i1[4] gt=i1[4] ge=i1[4] eq=i1[4] ne=i1[4]
#   expect lt = [0, 1, 1, 0]
#   expect le = [1, 1, 1, 1]
#   expect gt = [0, 0, 0, 0]
#   expect ge = [1, 0, 0, 1]
#   expect eq = [1, 0, 0, 1]
#   expect ne = [0, 1, 1, 0]
# case f16: N=32 x=f16[32]:edges y=f16[32]:random lt=i1[32] le=i1[32] gt=i1[32] ge=i1[32] eq=i1[32] ne=i1[32]
#   expect same on all devices


@triton.jit
def extremes(x, y, least, most, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(least + i, tl.minimum(a, b))
    tl.store(most + i, tl.maximum(a, b))

# case number-beats-nan: N=4 x=f32[nan, 1, nan, -inf] y=f32[2, nan, nan, inf] least=f32[4] most=f32[4]
#   expect least = [2, 1, nan, -inf]
#   expect most = [2, 1, nan, inf]
# case random: N=64 x=f32[64]:random y=f32[64]:random least=f32[64] most=f32[64]
#   expect same on all devices


@triton.jit
def extremes_with_nan(x, y, least, most, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(least + i, tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL))
    tl.store(most + i, tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL))

# case nan-stays: N=4 x=f32[nan, 1, 3, -inf] y=f32[2, nan, 2, inf] least=f32[4] most=f32[4]
#   expect least = [nan, nan, 2, -inf]
#   expect most = [nan, nan, 3, inf]


@triton.jit
def signs(x, negated, magnitude, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(negated + i, -a)
    tl.store(magnitude + i, tl.abs(a))

# case f32: N=4 x=f32[0.0, -0.0, -inf, 2.5] negated=f32[4] magnitude=f32[4]
#   expect negated = [-0.0, 0.0, inf, -2.5]
#   expect magnitude = [0, 0, inf, 2.5]
# case bf16: N=32 x=bf16[32]:edges negated=bf16[32] magnitude=bf16[32]
#   expect same on all devices


@triton.jit
def multiply_add(x, y, z, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.fma(tl.load(x + i), tl.load(y + i), tl.load(z + i)))

# case rounded-once: N=2 x=f32[0x3f800800, 2] y=f32[0x3f800800, 3] z=f32[0xbf801000, 4] out=f32[2]
#   expect out = [0x33800000, 10]
# case f64: N=16 x=f64[16]:random y=f64[16]:random z=f64[16]:random out=f64[16]
#   expect same on all devices
# case f16: N=128 x=f16[128]:random y=f16[128]:random z=f16[128]:random out=f16[128]
#   expect same on all devices


@triton.jit
def bound(x, out, low, high, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.clamp(tl.load(x + i), low, high))

# case f32: N=8 low=-1.0 high=2.0 x=f32[-5, -1, -0.5, 0, 1.5, 2, 9, inf] out=f32[8]
#   expect out = [-1, -1, -0.5, 0, 1.5, 2, 2, 2]
# case nan-becomes-the-lower-bound: N=2 low=-1.0 high=2.0 x=f32[nan, 0] out=f32[2]
#   expect out = [-1, 0]


@triton.jit
def choose(c, x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.where(tl.load(c + i) > 0, tl.load(x + i), tl.load(y + i)))

# case f32: N=4 c=i32[1, 0, -1, 5] x=f32[1, 2, 3, 4] y=f32[10, 20, 30, 40] out=f32[4]
#   expect out = [1, 20, 30, 4]
# case nan-on-the-other-side: N=2 c=i32[1, 0] x=f32[1, nan] y=f32[nan, 2] out=f32[2]
#   expect out = [1, 2]
# case types-meet: N=2 c=i32[1, 0] x=i32[1, 2] y=f32[0.5, 0.25] out=f32[2]
#   expect out = [1, 0.25]
