"""How results of tl.dot leave for memory: pieces of a tile, ends that masks cut, types, several stores."""
import triton
import triton.language as tl


# Rows are `stride` apart; what is beyond R rows and C columns is not stored.
@triton.jit
def cut(a, b, c, K, R, C, stride, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m, n, k = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=m[:, None] < R, other=0)
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    keep = (m[:, None] < R) & (n[None, :] < C)
    tl.store(c + m[:, None] * stride + n[None, :], total.to(c.dtype.element_ty), mask=keep)

# case bf16: K=64 R=128 C=256 stride=256 M=128 N=256 STEP=64 num_warps=8 a=bf16[8192]:random(-1, 1) b=bf16[16384]:random(-1, 1) c=bf16[32768]
#   expect same on all devices ~ 1e-1
# case tall: K=64 R=256 C=128 stride=128 M=256 N=128 STEP=64 num_warps=8 a=f16[16384]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f16[32768]
#   expect same on all devices ~ 2e-2
# case four-warps: K=128 R=128 C=128 stride=128 M=128 N=128 STEP=64 num_warps=4 a=f16[16384]:random(-1, 1) b=f16[16384]:random(-1, 1) c=bf16[16384]
#   expect same on all devices ~ 1e-1
# case f32: K=64 R=128 C=128 stride=128 M=128 N=128 STEP=64 num_warps=8 a=bf16[8192]:random(-1, 1) b=bf16[8192]:random(-1, 1) c=f32[16384]
#   expect same on all devices ~ 1e-4
# case f8: K=64 R=128 C=128 stride=128 M=128 N=128 STEP=64 num_warps=8 a=f16[8192]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f8e5[16384]
#   expect same on all devices ~ 2
# case ends: K=64 R=100 C=200 stride=208 M=128 N=256 STEP=64 num_warps=8 a=bf16[8192]:random(-1, 1) b=bf16[16384]:random(-1, 1) c=bf16[26624]
#   expect same on all devices ~ 1e-1
# case ends-tall: K=64 R=300 C=72 stride=80 grid=(2,) M=256 N=128 STEP=64 num_warps=8 a=f16[19200]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f16[24000]
#   expect same on all devices ~ 2e-2
# case odd-rows: K=64 R=101 C=121 stride=127 M=128 N=128 STEP=64 num_warps=4 a=f16[8192]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f16[16384]
#   expect same on all devices ~ 2e-2
# case many: grid=(160,) K=64 R=10200 C=64 stride=64 M=64 N=64 STEP=64 num_warps=4 a=f16[655360]:random(-1, 1) b=f16[4096]:random(-1, 1) c=f16[655360]
#   expect same on all devices ~ 2e-2
# case many-of-8-warps: grid=(140,) K=64 R=17900 C=128 stride=128 M=128 N=128 STEP=64 num_warps=8 a=bf16[1146880]:random(-1, 1) b=bf16[8192]:random(-1, 1) c=bf16[2293760]
#   expect same on all devices ~ 1e-1


@triton.jit
def turned(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    tl.store(c + n[None, :] * M + m[:, None], total.to(c.dtype.element_ty))

# case f16: K=128 M=128 N=64 STEP=64 num_warps=4 a=f16[16384]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f16[8192]
#   expect same on all devices ~ 2e-2
# case bf16: K=64 M=128 N=128 STEP=64 num_warps=8 a=bf16[8192]:random(-1, 1) b=bf16[8192]:random(-1, 1) c=bf16[16384]
#   expect same on all devices ~ 1e-1


# The same value twice, another of it in between, and what warps tell each other.
@triton.jit
def several(a, b, c, d, sums, again, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    place = m[:, None] * N + n[None, :]
    result = total.to(tl.float16)
    tl.store(c + place, result)
    tl.store(d + place, (total * 2).to(tl.float16))
    tl.store(sums + n, tl.sum(total, 0))
    tl.store(again + place, result, mask=n[None, :] < N - 8)

# case eight-warps: K=128 M=128 N=128 STEP=64 num_warps=8 a=f16[16384]:random(-1, 1) b=f16[16384]:random(-1, 1) c=f16[16384] d=f16[16384] sums=f32[128] again=f16[16384]
#   expect same on all devices ~ 4e-2
# case four-warps: K=64 M=64 N=128 STEP=64 num_warps=4 a=f16[4096]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f16[8192] d=f16[8192] sums=f32[128] again=f16[8192]
#   expect same on all devices ~ 4e-2


# Two products, the second of what the first has left in memory.
@triton.jit
def one_after_another(a, b, c, d, K, N: tl.constexpr, STEP: tl.constexpr):
    n, k = tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((N, N), tl.float32)
    for start in range(0, K, STEP):
        x = tl.load(a + n[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    tl.store(c + n[:, None] * N + n[None, :], total.to(tl.float16))
    total = tl.zeros((N, N), tl.float32)
    for start in range(0, N, STEP):
        x = tl.load(c + n[:, None] * N + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(x, y, total)
    tl.store(d + n[:, None] * N + n[None, :], total.to(tl.float16))

# case four-warps: K=128 N=128 STEP=64 num_warps=4 a=f16[16384]:random(-0.2, 0.2) b=f16[16384]:random(-0.2, 0.2) c=f16[16384] d=f16[16384]
#   expect same on all devices ~ 2e-2
# case eight-warps: K=128 N=128 STEP=64 num_warps=8 a=f16[16384]:random(-0.2, 0.2) b=f16[16384]:random(-0.2, 0.2) c=f16[16384] d=f16[16384]
#   expect same on all devices ~ 2e-2


# A result in every round.
@triton.jit
def in_a_loop(a, b, c, ROUNDS, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    y = tl.load(b + k[:, None] * N + n[None, :])
    for i in range(0, ROUNDS):
        x = tl.load(a + (i * M + m)[:, None] * K + k[None, :])
        tl.store(c + (i * M + m)[:, None] * N + n[None, :], tl.dot(x, y).to(tl.float16))

# case four-warps: ROUNDS=3 M=64 N=128 K=64 num_warps=4 a=f16[12288]:random(-1, 1) b=f16[8192]:random(-1, 1) c=f16[24576]
#   expect same on all devices ~ 2e-2
# case eight-warps: ROUNDS=3 M=128 N=128 K=64 num_warps=8 a=bf16[24576]:random(-1, 1) b=bf16[8192]:random(-1, 1) c=f16[49152]
#   expect same on all devices ~ 2e-2


# Blocks begin where the tensor has ended, and go on at its beginning.
@triton.jit
def wrapped(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, STEP: tl.constexpr):
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, STEP)
    left = a + (m % M)[:, None] * K + k[None, :]
    right = b + k[:, None] * N + (n % N)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for i in range(0, tl.cdiv(K, STEP)):
        x = tl.load(left, mask=k[None, :] < K - i * STEP, other=0)
        y = tl.load(right, mask=k[:, None] < K - i * STEP, other=0)
        total = tl.dot(x, y, total)
        left += STEP
        right += STEP * N
    keep = (m[:, None] < M) & (n[None, :] < N)
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), mask=keep)

# case whole: grid=(2, 2) M=128 N=256 K=136 BM=64 BN=128 STEP=64 num_warps=4 a=f16[17408]:random(-1, 1) b=f16[34816]:random(-1, 1) c=f16[32768]
#   expect same on all devices ~ 2e-2
# case beyond: grid=(3, 2) M=128 N=128 K=128 BM=64 BN=128 STEP=64 num_warps=4 a=f16[16384]:random(-1, 1) b=f16[16384]:random(-1, 1) c=f16[16384]
#   expect same on all devices ~ 2e-2
# case ragged: grid=(2, 1) M=104 N=120 K=128 BM=64 BN=128 STEP=64 num_warps=4 a=f16[13312]:random(-1, 1) b=f16[15360]:random(-1, 1) c=f16[12480]
#   expect same on all devices ~ 2e-2
