"""tl.extra.cuda.libdevice: functions that the language itself lacks."""
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def hyperbolic(x, t, s, c, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(t + i, libdevice.tanh(a))
    tl.store(s + i, libdevice.sinh(a))
    tl.store(c + i, libdevice.cosh(a))

# case special: N=4 x=f32[0.0, -0.0, 1, -20] t=f32[4] s=f32[4] c=f32[4]
#   expect t = [0, -0.0, 0.7615942, -1] ~ 3e-7
# case moderate: N=256 x=f32[256]:random(-5, 5) t=f32[256] s=f32[256] c=f32[256]
#   expect same on all devices ~ 2e-6


@triton.jit
def powers(x, y, power, root, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(power + i, libdevice.pow(a, b))
    tl.store(root + i, libdevice.cbrt(a))

# case special: N=8 x=f32[2, -8, 0, 0, -2, 4, 1, nan] y=f32[10, 3, 0, -1, 0.5, 0.5, nan, 0] power=f32[8] root=f32[8]
#   expect power = [1024, -512, 1, inf, nan, 2, 1, 1] ~ 3e-7
# case moderate: N=256 x=f32[256]:random(0, 10) y=f32[256]:random(-3, 3) power=f32[256] root=f32[256]
#   expect same on all devices ~ 3e-6


@triton.jit
def roundings(x, nearest, away, cut, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(nearest + i, libdevice.rint(a))
    tl.store(away + i, libdevice.round(a))
    tl.store(cut + i, libdevice.trunc(a))

# case halves: N=8 x=f32[0.5, 1.5, 2.5, -0.5, -1.5, 2.4, inf, nan] nearest=f32[8] away=f32[8] cut=f32[8]
#   expect nearest = [0, 2, 2, -0.0, -2, 2, inf, nan]
#   expect away = [1, 2, 3, -1, -2, 2, inf, nan]
#   expect cut = [0, 1, 2, -0.0, -1, 2, inf, nan]


@triton.jit
def logs(x, p1, m1, ten, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(p1 + i, libdevice.log1p(a))
    tl.store(m1 + i, libdevice.expm1(a))
    tl.store(ten + i, libdevice.log10(a))

# case small: N=4 x=f32[1e-8, 0, 1, 100] p1=f32[4] m1=f32[4] ten=f32[4]
#   expect p1 = [1e-8, 0, 0.6931472, 4.6151204] ~ 3e-7
#   expect ten = [-8, -inf, 0, 2] ~ 1e-6
# case moderate: N=256 x=f32[256]:random(0, 5) p1=f32[256] m1=f32[256] ten=f32[256]
#   expect same on all devices ~ 2e-6
