"""Attention that never writes the table of scores: running maximum, sum and output per query.

Run: nereid run examples/flash_attention.py [sequence length] [head dimension]
"""
import sys

import torch
import triton
import triton.language as tl

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def attention_kernel(
    q_ptr, k_ptr, v_ptr, out_ptr, scale, S,
    stride_b, stride_s,
    CAUSAL: tl.constexpr, D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):
    start_m = tl.program_id(0) * BLOCK_M
    base = tl.program_id(1).to(tl.int64) * stride_b
    offs_m = start_m + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, D)
    q_offsets = base + offs_m[:, None] * stride_s + offs_d[None, :]
    q = tl.load(q_ptr + q_offsets, mask=offs_m[:, None] < S, other=0.0)

    running_max = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    running_sum = tl.zeros((BLOCK_M,), dtype=tl.float32)
    acc = tl.zeros((BLOCK_M, D), dtype=tl.float32)
    end = min(start_m + BLOCK_M, S) if CAUSAL else S
    for start_n in range(0, end, BLOCK_N):
        n = start_n + offs_n
        k = tl.load(k_ptr + base + n[None, :] * stride_s + offs_d[:, None], mask=n[None, :] < S, other=0.0)
        scores = tl.dot(q, k) * scale
        visible = n[None, :] < S
        if CAUSAL:
            visible = visible & (n[None, :] <= offs_m[:, None])
        scores = tl.where(visible, scores, -float("inf"))

        new_max = tl.maximum(running_max, tl.max(scores, axis=1))
        p = tl.exp(scores - new_max[:, None])
        # What was added up so far was relative to the old maximum.
        rescale = tl.exp(running_max - new_max)
        running_sum = running_sum * rescale + tl.sum(p, axis=1)
        v = tl.load(v_ptr + base + n[:, None] * stride_s + offs_d[None, :], mask=n[:, None] < S, other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc * rescale[:, None])
        running_max = new_max

    out = acc / running_sum[:, None]
    tl.store(out_ptr + q_offsets, out.to(out_ptr.dtype.element_ty), mask=offs_m[:, None] < S)


def attention(q, k, v, causal):
    B, H, S, D = q.shape
    out = torch.empty_like(q)
    BLOCK_M, BLOCK_N = 64, 64
    grid = (triton.cdiv(S, BLOCK_M), B * H)
    attention_kernel[grid](
        q, k, v, out, D**-0.5, S, q.stride(1), q.stride(2), CAUSAL=causal, D=D, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N
    )
    return out


def main():
    S = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    D = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    B, H = 2, 4
    torch.manual_seed(0)
    for dtype, tolerance in ((torch.float32, 5e-3), (torch.float16, 5e-3)):
        q, k, v = (torch.randn((B, H, S, D), device=DEVICE, dtype=dtype) for _ in range(3))
        for causal in (False, True):
            out = attention(q, k, v, causal)
            expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
            torch.testing.assert_close(out, expected, atol=tolerance, rtol=tolerance)
            difference = torch.max(torch.abs(out.float() - expected.float())).item()
            print(f"attention {B} x {H} x {S} x {D} {dtype} causal={causal}: correct, largest difference {difference:.1e}")


if __name__ == "__main__":
    main()
