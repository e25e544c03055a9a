"""Matrix multiplication: tiles, a grouped order of programs, and an autotuner that picks the tile.

Run: nereid run examples/matmul.py [size] [float32|float16|bfloat16]
"""
import sys

import torch
import triton
import triton.language as tl

DEVICE = triton.runtime.driver.active.get_active_torch_device()


def configs():
    tiles = [(128, 128, 32, 4), (128, 64, 64, 4), (64, 64, 32, 4), (64, 128, 32, 4), (128, 256, 64, 8), (32, 32, 32, 2)]
    return [
        triton.Config({"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k, "GROUP_M": 8}, num_warps=warps, num_stages=3)
        for m, n, k, warps in tiles
    ]


@triton.autotune(configs=configs(), key=["M", "N", "K"])
@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr,
    M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):
    # Programs that run at the same time work on neighbouring tiles, so that they share inputs.
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_M)
    num_pid_n = tl.cdiv(N, BLOCK_N)
    num_pid_in_group = GROUP_M * num_pid_n
    group_id = pid // num_pid_in_group
    first_pid_m = group_id * GROUP_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m

    offs_am = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    offs_bn = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + (offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak)
    b_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn)

    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_K, other=0.0)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    c = accumulator.to(c_ptr.dtype.element_ty)

    offs_cm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_cn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    c_mask = (offs_cm[:, None] < M) & (offs_cn[None, :] < N)
    tl.store(c_ptrs, c, mask=c_mask)


def matmul(a, b):
    assert a.shape[1] == b.shape[0], "the inner dimensions must agree"
    M, K = a.shape
    K, N = b.shape
    c = torch.empty((M, N), device=a.device, dtype=a.dtype)
    grid = lambda meta: (triton.cdiv(M, meta["BLOCK_M"]) * triton.cdiv(N, meta["BLOCK_N"]),)
    matmul_kernel[grid](
        a, b, c, M, N, K, a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0), c.stride(1)
    )
    return c


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 512
    dtype = getattr(torch, sys.argv[2]) if len(sys.argv) > 2 else torch.float32
    torch.manual_seed(0)
    a = torch.randn((size, size), device=DEVICE, dtype=dtype)
    b = torch.randn((size, size), device=DEVICE, dtype=dtype)
    c = matmul(a, b)
    expected = torch.matmul(a, b)
    # float32 products may run in TF32 on a GPU: about three digits, times sqrt(size) terms.
    tolerance = {torch.float32: 5e-3, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}[dtype]
    torch.testing.assert_close(c, expected, atol=tolerance * size**0.5, rtol=tolerance)
    print(f"matmul {size} x {size} x {size} in {dtype}: correct")
    print(f"best config: {matmul_kernel.best_config}")
    ms = triton.testing.do_bench(lambda: matmul(a, b))
    print(f"{ms:.3f} ms, {2 * size**3 / ms * 1e-6:.1f} GFLOP/s")


if __name__ == "__main__":
    main()
