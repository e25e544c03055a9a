"""tl.dot: types of results, accumulators in fp16, chains, transposed operands."""
import triton
import triton.language as tl


@triton.jit
def in_type(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, T: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    r = tl.dot(x, y, out_dtype=T)
    tl.static_assert(r.dtype == T)
    tl.store(c + m[:, None] * N + n[None, :], r)

# case f16-in-f16: M=16 N=16 K=16 T=f16 a=f16[256]:random b=f16[256]:random c=f16[256]
#   expect same on all devices ~ 4e-3
# case f16-in-f32: M=16 N=16 K=16 T=f32 a=f16[256]:random b=f16[256]:random c=f32[256]
#   expect same on all devices ~ 1e-5
# case f8e5: M=16 N=16 K=32 T=f32 a=f8e5[512]:random b=f8e5[512]:random c=f32[256]
#   expect same on all devices ~ 1e-5
# case f8-mixed: M=16 N=16 K=32 T=f32 a=f8e4nv[512]:random b=f8e5[512]:random c=f32[256]
#   expect same on all devices ~ 1e-5


@triton.jit
def times_transposed(a, b, c, N: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.trans(tl.load(b + at)), input_precision="ieee"))

# case small: N=2 a=f32[1, 2, 3, 4] b=f32[5, 6, 7, 8] c=f32[4]
#   expect c = [17, 23, 39, 53]
# case random: N=32 a=f32[1024]:random b=f32[1024]:random c=f32[1024]
#   expect same on all devices ~ 1e-5
# case f16: N=32 a=f16[1024]:random b=f16[1024]:random c=f32[1024]
#   expect same on all devices ~ 1e-5


@triton.jit
def chained(a, b, c, out, N: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    product = tl.dot(tl.load(a + at), tl.load(b + at), input_precision="ieee")
    tl.store(out + at, tl.dot(product, tl.load(c + at), input_precision="ieee"))

# case identity: N=2 a=f32[1, 2, 3, 4] b=f32[0, 1, 1, 0] c=f32[0, 1, 1, 0] out=f32[4]
#   expect out = [1, 2, 3, 4]
# case random: N=16 a=f32[256]:random b=f32[256]:random c=f32[256]:random out=f32[256]
#   expect same on all devices ~ 1e-5


@triton.jit
def precisions(a, b, c, N: tl.constexpr, P: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at), input_precision=P))

# case tf32: N=16 P="tf32" a=f32[256]:random b=f32[256]:random c=f32[256]
#   expect same on all devices ~ 2e-3
# case tf32x3: N=16 P="tf32x3" a=f32[256]:random b=f32[256]:random c=f32[256]
#   expect same on all devices ~ 1e-5
# case bf16x6: N=16 P="bf16x6" a=f32[256]:random b=f32[256]:random c=f32[256]
#   expect same on all devices ~ 1e-5


@triton.jit
def column_times_row(a, b, c, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(a + i)[:, None]
    y = tl.load(b + i)[None, :]
    tl.store(c + i[:, None] * N + i[None, :], tl.dot(x, y, input_precision="ieee"))

# case outer: N=2 a=f32[1, 2] b=f32[3, 4] c=f32[4]
#   expect c = [3, 4, 6, 8]
