import torch
import triton
import triton.language as tl
from report import random, report


def configs():
    sizes = [(128, 256, 64, 3, 8), (256, 128, 64, 3, 8), (128, 128, 64, 4, 4), (128, 128, 32, 4, 4),
             (64, 256, 32, 4, 4), (128, 64, 64, 4, 4), (64, 128, 32, 4, 4), (64, 64, 64, 4, 4),
             (128, 32, 32, 4, 4), (64, 32, 32, 5, 2)]
    return [triton.Config({"BM": m, "BN": n, "BK": k, "GROUP": 8}, num_stages=stages, num_warps=warps)
            for m, n, k, stages, warps in sizes]


@triton.autotune(configs=configs(), key=["M", "N", "K"])
@triton.jit
def matmul_kernel(a, b, c, M, N, K, am, ak, bk, bn, cm, cn, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr, GROUP: tl.constexpr):
    program = tl.program_id(0)
    across = tl.cdiv(N, BN)
    down = tl.cdiv(M, BM)
    group = program // (GROUP * across)
    first = group * GROUP
    size = min(down - first, GROUP)
    m = first + (program % (GROUP * across)) % size
    n = (program % (GROUP * across)) // size
    rows = (m * BM + tl.arange(0, BM)) % M
    columns = (n * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    left = a + rows[:, None] * am + inner[None, :] * ak
    right = b + inner[:, None] * bk + columns[None, :] * bn
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(left, mask=inner[None, :] < K - k * BK, other=0.0)
        y = tl.load(right, mask=inner[:, None] < K - k * BK, other=0.0)
        total = tl.dot(x, y, total)
        left += BK * ak
        right += BK * bk
    rows = m * BM + tl.arange(0, BM)
    columns = n * BN + tl.arange(0, BN)
    keep = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * cm + columns[None, :] * cn, total.to(c.dtype.element_ty), mask=keep)


def measure(M, N, K, dtype, word):
    a, b = random(M, K, dtype=dtype, seed=20), random(K, N, dtype=dtype, seed=21)
    c = torch.empty(M, N, dtype=dtype, device="cuda")
    grid = lambda meta: (triton.cdiv(M, meta["BM"]) * triton.cdiv(N, meta["BN"]),)
    report("matmul", f"{M}x{N}x{K} {word}",
           lambda: matmul_kernel[grid](a, b, c, M, N, K, a.stride(0), a.stride(1), b.stride(0),
                                       b.stride(1), c.stride(0), c.stride(1)), c,
           flops=2 * M * N * K, peer=lambda: torch.matmul(a, b), tolerance=2e-2)


def main():
    for size in (512, 1024, 2048, 4096, 8192):
        measure(size, size, size, torch.bfloat16, "bf16")
    for size in (2048, 4096, 8192):
        measure(size, size, size, torch.float16, "fp16")
    measure(8192, 256, 8192, torch.bfloat16, "bf16")


if __name__ == "__main__":
    main()
