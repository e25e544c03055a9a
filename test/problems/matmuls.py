"""Transpose, GEMV and the products: plain, fused, grouped, split along K, through block pointers."""
import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, out_ptr, M, N, stride_xm, stride_xn, stride_om, stride_on, BLOCK: tl.constexpr):
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + m[:, None] * stride_xm + n[None, :] * stride_xn, mask=(m[:, None] < M) & (n[None, :] < N))
    tl.store(
        out_ptr + n[:, None] * stride_om + m[None, :] * stride_on, tl.trans(x), mask=(n[:, None] < N) & (m[None, :] < M)
    )


@triton.jit
def gemv_kernel(a_ptr, x_ptr, y_ptr, M, N, stride_am, stride_an, stride_x, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    m = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS,), dtype=tl.float32)
    for start in range(0, N, COLUMNS):
        n = start + tl.arange(0, COLUMNS)
        mask = (m[:, None] < M) & (n[None, :] < N)
        a = tl.load(a_ptr + m[:, None] * stride_am + n[None, :] * stride_an, mask=mask, other=0.0)
        x = tl.load(x_ptr + n * stride_x, mask=n < N, other=0.0)
        total += tl.sum(a.to(tl.float32) * x.to(tl.float32)[None, :], axis=1)
    tl.store(y_ptr + m, total, mask=m < M)


@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr, bias_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    EPILOGUE: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):
    pid = tl.program_id(0)
    num_m, num_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    width = GROUP * num_n
    group = pid // width
    first = group * GROUP
    size = min(num_m - first, GROUP)
    pid_m = first + (pid % width) % size
    pid_n = (pid % width) // size
    m = pid_m * BM + tl.arange(0, BM)
    n = pid_n * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        a = tl.load(
            a_ptr + m[:, None] * stride_am + (start + k)[None, :] * stride_ak,
            mask=(m[:, None] < M) & (start + k[None, :] < K), other=0.0,
        )
        b = tl.load(
            b_ptr + (start + k)[:, None] * stride_bk + n[None, :] * stride_bn,
            mask=(start + k[:, None] < K) & (n[None, :] < N), other=0.0,
        )
        acc += tl.dot(a, b, input_precision="ieee")
    if EPILOGUE:
        acc = tl.maximum(acc + tl.load(bias_ptr + n, mask=n < N, other=0.0)[None, :], 0.0)
    c_ptrs = c_ptr + m[:, None] * stride_cm + n[None, :] * stride_cn
    tl.store(c_ptrs, acc.to(c_ptr.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def split_k_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr,
):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(tl.program_id(2) * BK, K, BK * SPLIT):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * stride_am + k[None, :] * stride_ak, mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        b = tl.load(b_ptr + k[:, None] * stride_bk + n[None, :] * stride_bn, mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        acc += tl.dot(a, b)
    tl.atomic_add(c_ptr + m[:, None] * stride_cm + n[None, :] * stride_cn, acc, mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def block_pointer_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    a_block = tl.make_block_ptr(a_ptr, (M, K), (stride_am, stride_ak), (pid_m * BM, 0), (BM, BK), (1, 0))
    b_block = tl.make_block_ptr(b_ptr, (K, N), (stride_bk, stride_bn), (0, pid_n * BN), (BK, BN), (1, 0))
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        acc += tl.dot(a, b, input_precision="ieee")
        a_block = tl.advance(a_block, (0, BK))
        b_block = tl.advance(b_block, (BK, 0))
    c_block = tl.make_block_ptr(c_ptr, (M, N), (stride_cm, stride_cn), (pid_m * BM, pid_n * BN), (BM, BN), (1, 0))
    tl.store(c_block, acc.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))


def strides(*tensors):
    return [s for t in tensors for s in (t.stride(0), t.stride(1))]


torch.manual_seed(3)
for M, N in ((1, 1), (1, 37), (37, 1), (16, 16), (17, 33), (63, 65), (128, 257), (1000, 3)):
    for dtype in (torch.float32, torch.float16, torch.int32):
        whole = torch.arange(M * (N + 3), dtype=torch.int32).reshape(M, N + 3).to(dtype)
        for x in (whole[:, :N], whole[:, :N].contiguous(), whole[:, :N].t().contiguous().t()):
            out = torch.empty((N, M), dtype=dtype)
            transpose_kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32))](x, out, M, N, *strides(x, out), BLOCK=32)
            assert torch.equal(out, x.t())
print("transpose: correct")

for M, N in ((1, 1), (1, 1000), (1000, 1), (17, 33), (65, 1025), (5, 0)):
    for dtype in (torch.float32, torch.float16):
        a, x = torch.randn(M, N).to(dtype), torch.randn(2 * N).to(dtype)[::2]
        for layout in (a, a.t().contiguous().t()):
            y = torch.empty(M)
            gemv_kernel[(triton.cdiv(M, 16),)](layout, x, y, M, N, *strides(layout), x.stride(0), ROWS=16, COLUMNS=64)
            reference = (a.double() * x.double().reshape(1, N)).sum(dim=1)
            scale = (a.double() * x.double().reshape(1, N)).abs().sum(dim=1)
            assert ((y.double() - reference).abs() <= 2e-5 * scale + 1e-30).all().item()
print("gemv: correct")

SHAPES = ((1, 1, 1), (1, 1, 37), (16, 16, 16), (17, 33, 65), (64, 64, 64), (63, 65, 127), (1, 257, 64), (257, 1, 64), (5, 7, 1000), (30, 50, 0))
for M, N, K in SHAPES:
    for dtype, tolerance in ((torch.float32, 5e-5), (torch.float16, 2e-3), (torch.bfloat16, 2e-2)):
        a, b = torch.randn(M, K).to(dtype), torch.randn(K, N).to(dtype)
        bias = torch.randn(N).to(dtype)
        reference = a.double() @ b.double()
        limit = dict(atol=tolerance * max(K, 1) ** 0.5, rtol=tolerance)
        for a_layout, b_layout in ((a, b), (a.t().contiguous().t(), b.t().contiguous().t())):
            for BM, BN, BK, GROUP in ((16, 16, 16, 1), (32, 64, 32, 4)):
                c = torch.empty((M, N), dtype=dtype)
                grid = (triton.cdiv(M, BM) * triton.cdiv(N, BN),)
                matmul_kernel[grid](a_layout, b_layout, c, bias, M, N, K, *strides(a_layout, b_layout, c), False, BM, BN, BK, GROUP)
                torch.testing.assert_close(c.double(), reference, **limit)
                matmul_kernel[grid](a_layout, b_layout, c, bias, M, N, K, *strides(a_layout, b_layout, c), True, BM, BN, BK, GROUP)
                torch.testing.assert_close(c.double(), torch.relu(reference + bias.double()), **limit)
            c = torch.empty((M, N), dtype=dtype)
            grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
            block_pointer_kernel[grid](a_layout, b_layout, c, M, N, K, *strides(a_layout, b_layout, c), BM=32, BN=32, BK=16)
            torch.testing.assert_close(c.double(), reference, **limit)
        if dtype == torch.float16:
            c = torch.zeros((M, N))
            grid = (triton.cdiv(M, 16), triton.cdiv(N, 16), 3)
            split_k_kernel[grid](a, b, c, M, N, K, *strides(a, b, c), BM=16, BN=16, BK=32, SPLIT=3)
            torch.testing.assert_close(c.double(), reference, atol=5e-5 * max(K, 1) ** 0.5, rtol=1e-5)
print("matmul: plain, fused, grouped, split-K, block pointers: correct")

# Small integers are exact, in every type that dot has.
for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int8):
    a, b = torch.randint(-3, 4, (40, 70)).to(dtype), torch.randint(-3, 4, (70, 24)).to(dtype)
    reference = a.double() @ b.double()


    @triton.jit
    def exact_kernel(a_ptr, b_ptr, c_ptr, M, N, K, B: tl.constexpr, OUT: tl.constexpr):
        i = tl.arange(0, B)
        acc = tl.zeros((B, B), dtype=OUT)
        for start in range(0, K, B):
            k = start + i
            x = tl.load(a_ptr + i[:, None] * K + k[None, :], mask=(i[:, None] < M) & (k[None, :] < K), other=0)
            y = tl.load(b_ptr + k[:, None] * N + i[None, :], mask=(k[:, None] < K) & (i[None, :] < N), other=0)
            acc = tl.dot(x, y, acc, out_dtype=OUT)
        tl.store(c_ptr + i[:, None] * N + i[None, :], acc, mask=(i[:, None] < M) & (i[None, :] < N))

    integer = dtype == torch.int8
    c = torch.empty((40, 24), dtype=torch.int32 if integer else torch.float32)
    exact_kernel[(1,)](a, b, c, 40, 24, 70, B=64, OUT=tl.int32 if integer else tl.float32)
    assert torch.equal(c.double(), reference), dtype
print("exact products: correct")
