"""tl.clamp and NaN, minimum and maximum of Python scalars."""
import triton
import triton.language as tl


@triton.jit
def bounded(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.clamp(tl.load(x + i), -1.0, 1.0, propagate_nan=tl.PropagateNan.ALL))

# case nan-stays: N=4 x=f32[nan, -5, 0.5, inf] out=f32[4]
#   expect out = [nan, -1, 0.5, 1]


@triton.jit
def rectified(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.maximum(tl.load(x + i), 0.0))

# case f32: N=4 x=f32[-1, 2, -inf, 0] out=f32[4]
#   expect out = [0, 2, 0, 0]
# case f16-becomes-f32: N=2 x=f16[-1, 2] out=f32[2]
#   expect out = [0, 2]


@triton.jit
def three_ways(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.where(a > 0, 1, tl.where(a < 0, -1, 0)))

# case signs: N=4 x=f32[5, -5, 0, nan] out=i32[4]
#   expect out = [1, -1, 0, 0]


@triton.jit
def no_contraction(x, y, z, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i) * tl.load(y + i) + tl.load(z + i))

# case two-roundings: enable_fp_fusion=False N=2 x=f32[0x3f800800, 1] y=f32[0x3f800800, 1] z=f32[0xbf801000, 1] out=f32[2]
#   expect out = [0, 2]
# case random: enable_fp_fusion=False N=256 x=f32[256]:random y=f32[256]:random z=f32[256]:random out=f32[256]
#   expect same on all devices
