"""Functions of one number, at every edge of each element type."""
import triton
import triton.language as tl


@triton.jit
def negate(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, -a)

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f16 bf16 f32 f64
#   expect same on all devices


@triton.jit
def invert(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, ~a)

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 i1
#   expect same on all devices


@triton.jit
def absolute(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.abs(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   expect same on all devices
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f16 bf16 f32 f64
#   expect same on all devices


@triton.jit
def floor(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.floor(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32 f64
#   expect same on all devices


@triton.jit
def ceil(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.ceil(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32 f64
#   expect same on all devices


@triton.jit
def sqrt_rn(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.sqrt_rn(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices


@triton.jit
def sqrt(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.sqrt(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def rsqrt(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.rsqrt(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 1e-5
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def exp(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.exp(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 1e-5
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def exp2(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.exp2(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 1e-5
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def log(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.log(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def log2(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.log2(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def sin(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.sin(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def cos(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.cos(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def erf(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.erf(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12


@triton.jit
def sigmoid(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + i, tl.sigmoid(a))

# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}: N=32 x={T}[32]:edges out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f32
#   expect same on all devices ~ 4e-6
# case {T}-random: N=32 x={T}[32]:random(-20, 20) out={T}[32]
#   each T in f64
#   expect same on all devices ~ 1e-12
