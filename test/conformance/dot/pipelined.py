"""tl.dot in loops whose loads may run ahead of the products: every place of K, masks, types."""
import triton
import triton.language as tl


@triton.jit
def rows(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr, T: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), T)
    for start in range(0, K, STEP):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=(start + k)[None, :] < K, other=0)
        y = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=(start + k)[:, None] < K, other=0)
        total = tl.dot(x, y, total, out_dtype=T)
    tl.store(c + m[:, None] * N + n[None, :], total)

# case f16: K=128 M=16 N=16 STEP=16 T=f32 a=f16[2048]:random(-1, 1) b=f16[2048]:random(-1, 1) c=f32[256]
#   expect same on all devices ~ 1e-4
# case bf16-rest: K=112 M=32 N=64 STEP=32 T=f32 a=bf16[3584]:random(-1, 1) b=bf16[7168]:random(-1, 1) c=f32[2048]
#   expect same on all devices ~ 1e-4
# case wide: K=192 M=32 N=128 STEP=64 T=f32 a=f16[6144]:random(-1, 1) b=f16[24576]:random(-1, 1) c=f32[4096]
#   expect same on all devices ~ 1e-4
# case warpgroups-by-columns: K=192 M=64 N=64 STEP=64 T=f32 num_warps=8 a=f16[12288]:random(-1, 1) b=f16[12288]:random(-1, 1) c=f32[4096]
#   expect same on all devices ~ 1e-4
# case few-columns-each: K=96 M=64 N=32 STEP=32 T=f32 num_warps=8 a=bf16[6144]:random(-1, 1) b=bf16[3072]:random(-1, 1) c=f32[2048]
#   expect same on all devices ~ 1e-4
# case four-warpgroups: K=96 M=128 N=128 STEP=32 T=f32 num_warps=16 a=f16[12288]:random(-1, 1) b=f16[12288]:random(-1, 1) c=f32[16384]
#   expect same on all devices ~ 1e-4
# case one-round: K=32 M=32 N=32 STEP=32 T=f32 a=f16[1024]:random(-1, 1) b=f16[1024]:random(-1, 1) c=f32[1024]
#   expect same on all devices ~ 1e-4
# case no-round: K=0 M=32 N=32 STEP=32 T=f32 a=f16[1] b=f16[1] c=f32[1024]
#   expect same on all devices
# case i8: K=160 M=16 N=32 STEP=32 T=i32 a=i8[2560]:random b=i8[5120]:random c=i32[512]
#   expect same on all devices
# case f8: K=160 M=16 N=32 STEP=32 T=f32 a=f8e4nv[2560]:random(-1, 1) b=f8e4nv[5120]:random(-1, 1) c=f32[512]
#   expect same on all devices ~ 1e-3


@triton.jit
def columns(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr, T: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    left, right = a + m[:, None] + k[None, :] * M, b + k[:, None] + n[None, :] * K
    total = tl.zeros((M, N), T)
    for start in range(0, K, STEP):
        total = tl.dot(tl.load(left), tl.load(right), total, out_dtype=T)
        left += STEP * M
        right += STEP
    tl.store(c + m[:, None] * N + n[None, :], total)

# case f16: K=128 M=32 N=16 STEP=32 T=f32 a=f16[4096]:random(-1, 1) b=f16[2048]:random(-1, 1) c=f32[512]
#   expect same on all devices ~ 1e-4
# case warpgroups-by-columns: K=128 M=64 N=128 STEP=32 T=f32 num_warps=8 a=f16[8192]:random(-1, 1) b=f16[16384]:random(-1, 1) c=f32[8192]
#   expect same on all devices ~ 1e-4
# case i8: K=128 M=32 N=16 STEP=32 T=i32 a=i8[4096]:random b=i8[2048]:random c=i32[512]
#   expect same on all devices


@triton.jit
def turned(a, b, c, K, N: tl.constexpr, STEP: tl.constexpr):
    n, k = tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((N, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + (start + k)[:, None] * N + n[None, :])
        y = tl.load(b + n[:, None] * K + (start + k)[None, :])
        total += tl.dot(x.T, y.T)
    tl.store(c + n[:, None] * N + n[None, :], total)

# case f16: K=96 N=32 STEP=32 a=f16[3072]:random(-1, 1) b=f16[3072]:random(-1, 1) c=f32[1024]
#   expect same on all devices ~ 1e-4


@triton.jit
def both(a, b, v, c, K, N: tl.constexpr, STEP: tl.constexpr):
    n, k = tl.arange(0, N), tl.arange(0, STEP)
    q = tl.load(a + n[:, None] * N + n[None, :])
    total = tl.zeros((N, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(b + (start + k)[:, None] * N + n[None, :])
        p = tl.dot(q, x.T)
        y = tl.load(v + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(p.to(tl.float16), y, total)
    tl.store(c + n[:, None] * N + n[None, :], total)

# case attention-like: K=96 N=32 STEP=32 a=f16[1024]:random(-1, 1) b=f16[3072]:random(-1, 1) v=f16[3072]:random(-1, 1) c=f32[1024]
#   expect same on all devices ~ 2e-2


@triton.jit
def tf32(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total, input_precision="tf32x3")
    tl.store(c + m[:, None] * N + n[None, :], total)

# case f32: K=64 M=32 N=32 STEP=16 a=f32[2048]:random(-1, 1) b=f32[2048]:random(-1, 1) c=f32[1024]
#   expect same on all devices ~ 1e-4


# A row's first columns are the last ones of the row before where `shift` is negative.
@triton.jit
def shifted(a, b, c, K, shift, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + (m + 1)[:, None] * K + (start + k)[None, :] + shift)
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    tl.store(c + m[:, None] * N + n[None, :], total)

# case before: K=128 shift=-8 M=128 N=128 STEP=64 num_warps=4 a=f16[16640]:random(-1, 1) b=f16[16384]:random(-1, 1) c=f32[16384]
#   expect same on all devices ~ 1e-4
# case before-8-warps: K=128 shift=-8 M=128 N=128 STEP=64 num_warps=8 a=bf16[16640]:random(-1, 1) b=bf16[16384]:random(-1, 1) c=f32[16384]
#   expect same on all devices ~ 1e-4
# case after: K=128 shift=8 M=128 N=128 STEP=64 num_warps=4 a=f16[16640]:random(-1, 1) b=f16[16384]:random(-1, 1) c=f32[16384]
#   expect same on all devices ~ 1e-4


# Programs take the rows from the last.
@triton.jit
def from_the_last(a, b, c, M, K, BM: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    first = (tl.cdiv(M, BM) - 1 - tl.program_id(0)) * BM
    m, n, k = first + tl.arange(0, BM), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((BM, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=m[:, None] < M, other=0)
        total = tl.dot(x, tl.load(b + (start + k)[:, None] * N + n[None, :]), total)
    tl.store(c + m[:, None] * N + n[None, :], total, mask=m[:, None] < M)

# case three: grid=(3,) M=300 K=64 BM=128 N=128 STEP=32 num_warps=4 a=f16[19200]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f32[38400]
#   expect same on all devices ~ 1e-4


# Programs that add up what they have of K.
@triton.jit
def split(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr, PARTS: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    k = tl.program_id(0) * STEP + tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP * PARTS):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    tl.atomic_add(c + m[:, None] * N + n[None, :], total)

# case four: grid=(4,) K=512 M=64 N=128 STEP=32 PARTS=4 num_warps=4 a=f16[32768]:random(-1, 1) b=f16[65536]:random(-1, 1) c=f32[8192]
#   expect same on all devices ~ 1e-3
# case many: grid=(160,) K=10240 M=64 N=64 STEP=32 PARTS=160 num_warps=4 a=f16[655360]:random(-0.1, 0.1) b=f16[655360]:random(-0.1, 0.1) c=f32[4096]
#   expect same on all devices ~ 1e-3


@triton.jit
def after_a_branch(x, y, z, out, M, K, flag):
    rows = (tl.program_id(0) * 128 + tl.arange(0, 128)) % M
    at, k = tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    if flag > 0:
        other = tl.load(z + rows[:, None] * K + k[None, :])
        for start in range(0, K, 64):
            total = tl.dot(other, tl.load(y + (start + k)[:, None] * 128 + at[None, :]), total)
    left = tl.load(x + rows[:, None] * K + k[None, :])
    for start in range(0, K, 64):
        total = tl.dot(left, tl.load(y + (start + k)[:, None] * 128 + at[None, :]), total)
    tl.store(out + rows[:, None] * 128 + at[None, :], total)

# case taken: M=256 K=128 flag=1 grid=(2,) x=f16[32768]:random(-1, 1) y=f16[16384]:random(-1, 1) z=f16[32768]:random(-1, 1) out=f32[32768]
#   expect same on all devices ~ 1e-3
# case left-out: M=256 K=128 flag=0 grid=(2,) x=f16[32768]:random(-1, 1) y=f16[16384]:random(-1, 1) z=f16[32768]:random(-1, 1) out=f32[32768]
#   expect same on all devices ~ 1e-3
