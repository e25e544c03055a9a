"""tl.dot of fp8: tiles that fill a warpgroup, operands along K and across it.

Chips add the products of fp8 in fewer bits than float32 has (docs/language/choices.md); with
max_num_imprecise_acc they do not."""
import triton
import triton.language as tl


@triton.jit
def along(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, LIMIT: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + n[None, :] * K + k[:, None])
    r = tl.dot(x, y, max_num_imprecise_acc=LIMIT)
    tl.store(c + m[:, None] * N + n[None, :], r)

# case e4m3: M=64 N=32 K=64 LIMIT=None a=f8e4nv[4096]:random(-2, 2) b=f8e4nv[2048]:random(-2, 2) c=f32[2048]
#   expect same on all devices ~ 1e-2
# case e5m2: M=64 N=64 K=128 LIMIT=None a=f8e5[8192]:random(-2, 2) b=f8e5[8192]:random(-2, 2) c=f32[4096]
#   expect same on all devices ~ 1e-2
# case mixed: M=128 N=16 K=32 LIMIT=None a=f8e4nv[4096]:random(-2, 2) b=f8e5[512]:random(-2, 2) c=f32[2048]
#   expect same on all devices ~ 1e-2
# case few-rows: M=16 N=16 K=64 LIMIT=None a=f8e4nv[1024]:random(-2, 2) b=f8e4nv[1024]:random(-2, 2) c=f32[256]
#   expect same on all devices ~ 1e-2
# case limited: M=64 N=32 K=64 LIMIT=32 a=f8e4nv[4096]:random(-2, 2) b=f8e4nv[2048]:random(-2, 2) c=f32[2048]
#   expect same on all devices ~ 1e-5
# case other-format: M=64 N=32 K=64 LIMIT=None a=f8e4b8[4096]:random(-2, 2) b=f8e4b8[2048]:random(-2, 2) c=f32[2048]
#   expect same on all devices ~ 1e-5


@triton.jit
def across(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(c + m[:, None] * N + n[None, :], tl.dot(x, y))

# case rows-of-n: M=64 N=64 K=64 a=f8e4nv[4096]:random(-2, 2) b=f8e4nv[4096]:random(-2, 2) c=f32[4096]
#   expect same on all devices ~ 1e-2


@triton.jit
def looped(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP):
        keep = start + k < K
        x = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=keep[None, :], other=0.0)
        y = tl.load(b + n[:, None] * K + (start + k)[None, :], mask=keep[None, :], other=0.0)
        total = tl.dot(x, y.T, total)
    tl.store(c + m[:, None] * N + n[None, :], total)

# case whole: K=512 M=64 N=64 STEP=128 a=f8e4nv[32768]:random(-2, 2) b=f8e4nv[32768]:random(-2, 2) c=f32[4096]
#   expect same on all devices ~ 4e-2
# case warpgroups-by-columns: K=256 M=64 N=64 STEP=64 num_warps=8 a=f8e4nv[16384]:random(-2, 2) b=f8e4nv[16384]:random(-2, 2) c=f32[4096]
#   expect same on all devices ~ 4e-2
# case rest: K=208 M=64 N=64 STEP=64 a=f8e4nv[13312]:random(-2, 2) b=f8e4nv[13312]:random(-2, 2) c=f32[4096]
#   expect same on all devices ~ 4e-2


@triton.jit
def chained(a, b, v, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + n[None, :] * K + k[:, None])
    p = tl.dot(x, y).to(tl.float8e4nv)
    z = tl.load(v + k[None, :] * N + n[:, None])
    tl.store(c + m[:, None] * K + k[None, :], tl.dot(p, z))

# case registers: M=64 N=32 K=32 a=f8e4nv[2048]:random(-1, 1) b=f8e4nv[1024]:random(-1, 1) v=f8e4nv[1024]:random(-1, 1) c=f32[2048]
#   expect same on all devices ~ 5e-1
