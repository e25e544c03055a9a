"""Special functions of both widths: their values against the C library's, and where they end."""
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def errors(x, e, c, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(e + i, tl.erf(a))
    tl.store(c + i, libdevice.erfc(a))

# case ends: N=8 x=f64[0.0, -0.0, 1, -1, 30, -30, inf, nan] e=f64[8] c=f64[8]
#   expect e = [0, -0.0, 0.8427007929497149, -0.8427007929497149, 1, -1, 1, nan] ~ 3e-16
#   expect c = [1, 1, 0.15729920705028513, 1.8427007929497148, 0, 2, 0, nan] ~ 3e-16
# case f64: N=1024 x=f64[1024]:random(-6, 6) e=f64[1024] c=f64[1024]
#   expect same on all devices ~ 1e-15
# case f32: N=1024 x=f32[1024]:random(-6, 6) e=f32[1024] c=f32[1024]
#   expect same on all devices ~ 3e-7


@triton.jit
def tail(x, c, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(c + i, libdevice.log(libdevice.erfc(a)))

# case far: N=256 x=f64[256]:random(1, 25) c=f64[256]
#   expect same on all devices ~ 1e-15


@triton.jit
def power(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, libdevice.pow(tl.load(x + i), tl.load(y + i)))

# case ends: N=16 x=f64[2, -8, 0, 0, -2, 4, 1, nan, inf, -inf, -inf, 0.5, -0.0, 2, 2, 0.5] y=f64[10, 3, 0, -1, 0.5, 0.5, nan, 0, -1, 3, 2, inf, -3, 1023, -1074, -2000] out=f64[16]
#   expect out = [1024, -512, 1, inf, nan, 2, 1, 1, 0, -inf, inf, 0, -inf, 8.98846567431158e307, 5e-324, inf] ~ 1e-15
# case f64: N=1024 x=f64[1024]:random(0, 100) y=f64[1024]:random(-150, 150) out=f64[1024]
#   expect same on all devices ~ 2e-15
# case near-one: N=256 x=f64[256]:random(0.999, 1.001) y=f64[256]:random(-600000, 600000) out=f64[256]
#   expect same on all devices ~ 2e-15


@triton.jit
def gammas(x, l, g, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(l + i, libdevice.lgamma(a))
    tl.store(g + i, libdevice.tgamma(a))

# case ends: N=8 x=f64[1, 2, 0.5, 0.0, -1.5, 171, inf, nan] l=f64[8] g=f64[8]
#   expect l = [0, 0, 0.5723649429247001, inf, 0.8600470153764811, 706.5730622457874, inf, nan] ~ 1e-15
#   expect g = [1, 1, 1.772453850905516, inf, 2.363271801207355, 7.257415615307999e306, inf, nan] ~ 5e-15
# case small: N=512 x=f64[512]:random(0.01, 12) l=f64[512] g=f64[512]
#   expect same on all devices ~ 5e-15
# case large: N=256 x=f64[256]:random(12, 170) l=f64[256] g=f64[256]
#   expect same on all devices ~ 1e-14
# case negative: N=256 x=f64[256]:random(-9.9, -0.1) l=f64[256] g=f64[256]
#   expect same on all devices ~ 2e-13
# case f32: N=256 x=f32[256]:random(0.1, 30) l=f32[256] g=f32[256]
#   expect same on all devices ~ 2e-6


@triton.jit
def bessel(x, a0, a1, b0, b1, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(a0 + i, libdevice.j0(a))
    tl.store(a1 + i, libdevice.j1(a))
    tl.store(b0 + i, libdevice.y0(a))
    tl.store(b1 + i, libdevice.y1(a))

# case ends: N=4 x=f64[0, 1e-12, inf, nan] a0=f64[4] a1=f64[4] b0=f64[4] b1=f64[4]
#   expect a0 = [1, 1, 0, nan] ~ 1e-15
#   expect a1 = [0, 5e-13, 0, nan] ~ 1e-15
#   expect b0 = [-inf, -17.664258668214953, 0, nan] ~ 1e-15
#   expect b1 = [-inf, -636619772367.5814, 0, nan] ~ 1e-15
# case near: N=512 x=f64[512]:random(0.001, 25) a0=f64[512] a1=f64[512] b0=f64[512] b1=f64[512]
#   expect same on all devices ~ 2e-15
# case far: N=512 x=f64[512]:random(20, 1000) a0=f64[512] a1=f64[512] b0=f64[512] b1=f64[512]
#   expect same on all devices ~ 1e-15
# case f32: N=512 x=f32[512]:random(0.01, 60) a0=f32[512] a1=f32[512] b0=f32[512] b1=f32[512]
#   expect same on all devices ~ 1e-6


@triton.jit
def orders(x, j, y, ORDER: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(j + i, libdevice.jn(ORDER, a))
    tl.store(y + i, libdevice.yn(ORDER, a))

# case low: ORDER=2 N=256 x=f64[256]:random(0.1, 60) j=f64[256] y=f64[256]
#   expect same on all devices ~ 1e-14
# case odd: ORDER=7 N=256 x=f64[256]:random(0.5, 60) j=f64[256] y=f64[256]
#   expect same on all devices ~ 1e-13
# case high: ORDER=40 N=256 x=f64[256]:random(10, 90) j=f64[256] y=f64[256]
#   expect same on all devices ~ 1e-12
# case negative: ORDER=-3 N=256 x=f64[256]:random(0.5, 60) j=f64[256] y=f64[256]
#   expect same on all devices ~ 1e-14


@triton.jit
def rare(x, y, e, h, t, r, d, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(e + i, libdevice.logb(a))
    tl.store(h + i, libdevice.hypot(a, b))
    tl.store(t + i, libdevice.exp10(a))
    tl.store(r + i, libdevice.remainder(a, b))
    tl.store(d + i, libdevice.fdim(a, b))

# case ends: N=8 x=f64[0.0, 3, -5, 1e200, 5e-324, inf, nan, 1.5] y=f64[1, 4, 3, 1e200, 2, nan, 1, 1] e=f64[8] h=f64[8] t=f64[8] r=f64[8] d=f64[8]
#   expect e = [-inf, 1, 2, 664, -1074, inf, nan, 0]
#   expect h = [1, 5, 5.830951894845301, 1.4142135623730951e200, 2, inf, nan, 1.8027756377319946] ~ 1e-15
#   expect t = [1, 1000, 1e-5, inf, 1, inf, nan, 31.622776601683793] ~ 1e-15
#   expect r = [0, -1, 1, 0, 5e-324, nan, nan, -0.5]
#   expect d = [0, 0, 0, 0, 0, nan, nan, 0.5]
# case f64: N=512 x=f64[512]:random(-300, 300) y=f64[512]:random(-9, 9) e=f64[512] h=f64[512] t=f64[512] r=f64[512] d=f64[512]
#   expect same on all devices ~ 3e-15
# case f32: N=512 x=f32[512]:random(-30, 30) y=f32[512]:random(-9, 9) e=f32[512] h=f32[512] t=f32[512] r=f32[512] d=f32[512]
#   expect same on all devices ~ 1e-6
