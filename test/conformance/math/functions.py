"""The math library: special values exactly, everything else within a few digits of the last place."""
import triton
import triton.language as tl


@triton.jit
def exponentials(x, natural, binary, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(natural + i, tl.exp(a))
    tl.store(binary + i, tl.exp2(a))

# case special: N=8 x=f32[0.0, -0.0, inf, -inf, nan, 1, 128, -1] natural=f32[8] binary=f32[8]
#   expect natural = [1, 1, inf, 0, nan, 2.7182817, inf, 0.36787945] ~ 3e-7
#   expect binary = [1, 1, inf, 0, nan, 2, inf, 0.5] ~ 3e-7
# case underflow: N=4 x=f32[-200, -104, -103, -151] natural=f32[4] binary=f32[4]
#   expect natural = [0, 0, 0, 0] ~ 1e-38
#   expect binary = [0, 0, 0, 0] ~ 1e-30
# case moderate: N=1024 x=f32[1024]:random(-20, 2) natural=f32[1024] binary=f32[1024] seeds=3
#   expect same on all devices ~ 5e-7
# case f64: N=64 x=f64[64]:random(-20, 20) natural=f64[64] binary=f64[64]
#   expect same on all devices ~ 1e-14


@triton.jit
def logarithms(x, natural, binary, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(natural + i, tl.log(a))
    tl.store(binary + i, tl.log2(a))

# case special: N=8 x=f32[1, 0.0, -0.0, -1, inf, nan, 2, 0.5] natural=f32[8] binary=f32[8]
#   expect natural = [0, -inf, -inf, nan, inf, nan, 0.6931472, -0.6931472] ~ 3e-7
#   expect binary = [0, -inf, -inf, nan, inf, nan, 1, -1] ~ 3e-7
# case subnormal: N=2 x=f32[0x1, 0x00400000] natural=f32[2] binary=f32[2]
#   expect binary = [-149, -127] ~ 1e-6
# case moderate: N=1024 x=f32[1024]:random(0, 1000) natural=f32[1024] binary=f32[1024] seeds=3
#   expect same on all devices ~ 5e-7
# case f64: N=64 x=f64[64]:random(0, 1000) natural=f64[64] binary=f64[64]
#   expect same on all devices ~ 1e-14


@triton.jit
def circle(x, sine, cosine, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(sine + i, tl.sin(a))
    tl.store(cosine + i, tl.cos(a))

# case special: N=4 x=f32[0.0, -0.0, inf, nan] sine=f32[4] cosine=f32[4]
#   expect sine = [0.0, -0.0, nan, nan] ~ 1e-7
#   expect cosine = [1, 1, nan, nan] ~ 1e-7
# case moderate: N=1024 x=f32[1024]:random(-100, 100) sine=f32[1024] cosine=f32[1024]
#   expect same on all devices ~ 1e-6
# case f64: N=64 x=f64[64]:random(-10, 10) sine=f64[64] cosine=f64[64]
#   expect same on all devices ~ 1e-14


@triton.jit
def roots(x, root, inverse, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(root + i, tl.sqrt(a))
    tl.store(inverse + i, tl.rsqrt(a))

# case special: N=8 x=f32[0.0, -0.0, 4, -1, inf, nan, 0.25, 2] root=f32[8] inverse=f32[8]
#   expect root = [0, -0.0, 2, nan, inf, nan, 0.5, 1.4142135] ~ 2e-7
#   expect inverse = [inf, -inf, 0.5, nan, 0, nan, 2, 0.70710677] ~ 2e-7
# case moderate: N=1024 x=f32[1024]:random(0.01, 1000) root=f32[1024] inverse=f32[1024]
#   expect same on all devices ~ 5e-7


@triton.jit
def rounding(x, down, up, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(down + i, tl.floor(a))
    tl.store(up + i, tl.ceil(a))

# case halves: N=8 x=f32[1.5, -1.5, 0.5, -0.5, 2, -2, 1e10, nan] down=f32[8] up=f32[8]
#   expect down = [1, -2, 0, -1, 2, -2, 1e10, nan]
#   expect up = [2, -1, 1, -0.0, 2, -2, 1e10, nan]
# case edges: N=32 x=f32[32]:edges down=f32[32] up=f32[32]
#   expect same on all devices


@triton.jit
def error_function(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.erf(tl.load(x + i)))

# case special: N=8 x=f32[0.0, -0.0, inf, -inf, nan, 0.5, -1, 3] out=f32[8]
#   expect out = [0, -0.0, 1, -1, nan, 0.5204999, -0.8427008, 0.9999779] ~ 3e-7
# case moderate: N=1024 x=f32[1024]:random(-4, 4) out=f32[1024]
#   expect same on all devices ~ 5e-7


@triton.jit
def squash(x, sigmoid, softmax, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(sigmoid + i, tl.sigmoid(a))
    tl.store(softmax + i, tl.softmax(a))

# case some: N=4 x=f32[0, 0, 0, 0] sigmoid=f32[4] softmax=f32[4]
#   expect sigmoid = [0.5, 0.5, 0.5, 0.5] ~ 1e-7
#   expect softmax = [0.25, 0.25, 0.25, 0.25] ~ 1e-7
# case random: N=256 x=f32[256]:random(-10, 10) sigmoid=f32[256] softmax=f32[256]
#   expect same on all devices ~ 1e-6


@triton.jit
def whole_quotients(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.cdiv(tl.load(x + i), tl.load(y + i)))

# case some: N=4 x=i32[7, 8, 1, 0] y=i32[4, 4, 4, 4] out=i32[4]
#   expect out = [2, 2, 1, 0]
