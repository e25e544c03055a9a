# Products other than the plain one: fp8, tf32, skinny, block pointers, split-K, grouped, ...
import torch
import triton
import triton.language as tl
from matmul import matmul_kernel
from report import IS_UPSTREAM, random, report


@triton.jit
def block_pointer_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    left = tl.make_block_ptr(a, (M, K), (K, 1), (m, 0), (BM, BK), (1, 0))
    right = tl.make_block_ptr(b, (K, N), (N, 1), (0, n), (BK, BN), (1, 0))
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        x = tl.load(left, boundary_check=(0, 1), padding_option="zero")
        y = tl.load(right, boundary_check=(0, 1), padding_option="zero")
        total = tl.dot(x, y, total)
        left = tl.advance(left, (0, BK))
        right = tl.advance(right, (BK, 0))
    out = tl.make_block_ptr(c, (M, N), (N, 1), (m, n), (BM, BN), (1, 0))
    tl.store(out, total.to(c.dtype.element_ty), boundary_check=(0, 1))


@triton.jit
def descriptor_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    left = tl.make_tensor_descriptor(a, (M, K), (K, 1), (BM, BK))
    right = tl.make_tensor_descriptor(b, (K, N), (N, 1), (BK, BN))
    out = tl.make_tensor_descriptor(c, (M, N), (N, 1), (BM, BN))
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        total = tl.dot(left.load([m, k]), right.load([k, n]), total)
    out.store([m, n], total.to(c.dtype.element_ty))


@triton.jit
def split_k_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                   SPLIT: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.program_id(2) * BK + tl.arange(0, BK)
    left = a + rows[:, None] * K + inner[None, :]
    right = b + inner[:, None] * N + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K // (BK * SPLIT)):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += BK * SPLIT
        right += BK * SPLIT * N
    tl.atomic_add(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def grouped_kernel(a, b, c, sizes, count, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                   PROGRAMS: tl.constexpr):
    """Products of unlike sizes from tables of addresses, as many programs as multiprocessors."""
    tile = tl.program_id(0)
    before = 0
    for g in range(count):
        M = tl.load(sizes + g * 3)
        N = tl.load(sizes + g * 3 + 1)
        K = tl.load(sizes + g * 3 + 2)
        across = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * across
        while tile >= before and tile < before + tiles:
            rows = (tile - before) // across * BM + tl.arange(0, BM)
            columns = (tile - before) % across * BN + tl.arange(0, BN)
            inner = tl.arange(0, BK)
            left = tl.load(a + g).to(tl.pointer_type(tl.float16))
            right = tl.load(b + g).to(tl.pointer_type(tl.float16))
            out = tl.load(c + g).to(tl.pointer_type(tl.float16))
            lefts = left + rows[:, None] * K + inner[None, :]
            rights = right + inner[:, None] * N + columns[None, :]
            total = tl.zeros((BM, BN), dtype=tl.float32)
            for _ in range(0, tl.cdiv(K, BK)):
                tl.multiple_of(lefts, [16, 16])
                tl.multiple_of(rights, [16, 16])
                total = tl.dot(tl.load(lefts), tl.load(rights), total)
                lefts += BK
                rights += BK * N
            tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16))
            tile += PROGRAMS
        before += tiles


fp8_kernel = triton.autotune(
    configs=[triton.Config({"BM": m, "BN": n, "BK": 128, "GROUP": 8}, num_stages=stages,
                           num_warps=8)
             for m, n, stages in ((128, 256, 3), (128, 256, 4), (256, 128, 3), (128, 128, 4))],
    key=["M", "N", "K"])(matmul_kernel.fn)


def measure_plain(M, N, K, dtype, word):
    a, b = random(M, K, dtype=dtype, seed=20), random(K, N, dtype=dtype, seed=21)
    c = torch.empty(M, N, dtype=dtype, device="cuda")
    grid = lambda meta: (triton.cdiv(M, meta["BM"]) * triton.cdiv(N, meta["BN"]),)
    report("matmul", f"{M}x{N}x{K} {word}",
           lambda: matmul_kernel[grid](a, b, c, M, N, K, a.stride(0), a.stride(1), b.stride(0),
                                       b.stride(1), c.stride(0), c.stride(1)), c,
           flops=2 * M * N * K, peer=lambda: torch.matmul(a, b), tolerance=3e-2)


def measure_fp8(size):
    """Rows of both operands run along K, which is what the tensor cores take in fp8."""
    a, b = [random(size, size, dtype=torch.float8_e4m3fn, seed=s) for s in (28, 29)]
    c = torch.empty(size, size, dtype=torch.float16, device="cuda")
    grid = lambda meta: (triton.cdiv(size, meta["BM"]) * triton.cdiv(size, meta["BN"]),)
    one = torch.ones(1, device="cuda") if IS_UPSTREAM else None
    report("matmul", f"{size}x{size}x{size} fp8",
           lambda: fp8_kernel[grid](a, b, c, size, size, size, size, 1, 1, size, size, 1), c,
           flops=2 * size**3, tolerance=1e-1,
           peer=lambda: torch._scaled_mm(a, b.t(), scale_a=one, scale_b=one,
                                         out_dtype=torch.float16))


def measure_form(name, kernel, size, warps=8):
    a, b = [random(size, size, dtype=torch.bfloat16, seed=s) for s in (22, 23)]
    c = torch.empty(size, size, dtype=torch.bfloat16, device="cuda")
    report(name, f"{size}x{size}x{size} bf16",
           lambda: kernel[(size // 128, size // 256)](a, b, c, size, size, size, BM=128, BN=256,
                                                      BK=64, num_warps=warps, num_stages=3), c,
           flops=2 * size**3, peer=lambda: torch.matmul(a, b), tolerance=2e-2)


def measure_split(M, N, K):
    a, b = random(M, K, dtype=torch.bfloat16, seed=24), random(K, N, dtype=torch.bfloat16, seed=25)
    c = torch.zeros(M, N, device="cuda")
    split = 16

    def run():
        c.zero_()
        split_k_kernel[(M // 64, N // 128, split)](a, b, c, M, N, K, BM=64, BN=128, BK=64,
                                                   SPLIT=split, num_warps=4, num_stages=4)

    report("matmul split-K", f"{M}x{N}x{K} bf16", run, c, flops=2 * M * N * K,
           peer=lambda: torch.matmul(a, b), tolerance=2e-2)


def measure_grouped():
    shapes = [(1024, 1024, 1024), (2048, 1024, 4096), (512, 4096, 2048), (4096, 2048, 1024)]
    lefts = [random(M, K, dtype=torch.float16, seed=26) for M, N, K in shapes]
    rights = [random(K, N, dtype=torch.float16, seed=27) for M, N, K in shapes]
    outs = [torch.empty(M, N, dtype=torch.float16, device="cuda") for M, N, K in shapes]
    addresses = [torch.tensor([t.data_ptr() for t in ts], device="cuda", dtype=torch.int64)
                 for ts in (lefts, rights, outs)]
    sizes = torch.tensor(shapes, dtype=torch.int32).flatten().cuda()
    programs = 132

    def run():
        grouped_kernel[(programs,)](*addresses, sizes, len(shapes), BM=128, BN=128, BK=64,
                                    PROGRAMS=programs, num_warps=8, num_stages=3)

    report("matmul grouped", "4 products fp16", run, outs[-1],
           flops=sum(2 * M * N * K for M, N, K in shapes),
           peer=lambda: [torch.matmul(x, y) for x, y in zip(lefts, rights)], tolerance=2e-2)


def main():
    for size in (2048, 4096, 8192):
        measure_fp8(size)
    if IS_UPSTREAM:
        torch.set_float32_matmul_precision("high")
    measure_plain(4096, 4096, 4096, torch.float32, "tf32")
    for M, N, K in ((64, 8192, 8192), (8192, 64, 8192), (16384, 1024, 512)):
        measure_plain(M, N, K, torch.bfloat16, "bf16")
    measure_form("matmul block pointer", block_pointer_kernel, 4096)
    measure_split(512, 512, 16384)
    measure_grouped()
    # Descriptors made by the device take memory of the script's under upstream.
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8,
                                                                     device="cuda"))
    measure_form("matmul descriptor", descriptor_kernel, 4096)


if __name__ == "__main__":
    main()
