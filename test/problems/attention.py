"""Rotary embedding, appending to a key-value cache, attention with and without a table of scores."""
import torch
import torch.nn.functional as F
import triton
import triton.language as tl


@triton.jit
def rope_kernel(x_ptr, cos_ptr, sin_ptr, out_ptr, S, H, half, HALF: tl.constexpr):
    pid = tl.program_id(0)  # one (batch, position, head)
    s = (pid // H) % S
    j = tl.arange(0, HALF)
    mask = j < half
    base = pid * 2 * half
    x0 = tl.load(x_ptr + base + 2 * j, mask=mask)
    x1 = tl.load(x_ptr + base + 2 * j + 1, mask=mask)
    cos = tl.load(cos_ptr + s * half + j, mask=mask)
    sin = tl.load(sin_ptr + s * half + j, mask=mask)
    tl.store(out_ptr + base + 2 * j, x0 * cos - x1 * sin, mask=mask)
    tl.store(out_ptr + base + 2 * j + 1, x0 * sin + x1 * cos, mask=mask)


@triton.jit
def rope_joined_kernel(x_ptr, cos_ptr, sin_ptr, out_ptr, S, H, HALF: tl.constexpr):
    pid = tl.program_id(0)
    s = (pid // H) % S
    offs = pid * 2 * HALF + tl.arange(0, 2 * HALF)
    x0, x1 = tl.split(tl.reshape(tl.load(x_ptr + offs), (HALF, 2)))
    cos = tl.load(cos_ptr + s * HALF + tl.arange(0, HALF))
    sin = tl.load(sin_ptr + s * HALF + tl.arange(0, HALF))
    tl.store(out_ptr + offs, tl.reshape(tl.join(x0 * cos - x1 * sin, x0 * sin + x1 * cos), (2 * HALF,)))


@triton.jit
def append_kernel(new_ptr, cache_ptr, pos_ptr, H, T, T_MAX, D, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    b, h, t = pid // (H * T), (pid // T) % H, pid % T
    d = tl.arange(0, BLOCK)
    row = tl.load(pos_ptr + b) + t
    x = tl.load(new_ptr + pid * D + d, mask=d < D)
    tl.store(cache_ptr + ((b * H + h) * T_MAX + row) * D + d, x, mask=d < D)


@triton.jit
def scores_kernel(q_ptr, k_ptr, s_ptr, Sq, Sk, D, scale, BM: tl.constexpr, BN: tl.constexpr, BD: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    d = tl.arange(0, BD)
    batch = tl.program_id(2)
    q = tl.load(q_ptr + batch * Sq * D + m[:, None] * D + d[None, :], mask=(m[:, None] < Sq) & (d[None, :] < D), other=0.0)
    k = tl.load(k_ptr + batch * Sk * D + n[:, None] * D + d[None, :], mask=(n[:, None] < Sk) & (d[None, :] < D), other=0.0)
    s = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
    tl.store(s_ptr + batch * Sq * Sk + m[:, None] * Sk + n[None, :], s, mask=(m[:, None] < Sq) & (n[None, :] < Sk))


@triton.jit
def flash_kernel(
    q_ptr, k_ptr, v_ptr, out_ptr, stride_b, stride_h, stride_s, S, H, scale,
    CAUSAL: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):
    start = tl.program_id(0) * BM
    bh = tl.program_id(1)
    base = (bh // H) * stride_b + (bh % H) * stride_h
    m = start + tl.arange(0, BM)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + base + m[:, None] * stride_s + d[None, :], mask=m[:, None] < S, other=0.0)
    largest = tl.full([BM], float("-inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    last = min(start + BM, S) if CAUSAL else S
    for first in tl.range(0, last, BN):
        n = first + tl.arange(0, BN)
        k = tl.load(k_ptr + base + n[:, None] * stride_s + d[None, :], mask=n[:, None] < S, other=0.0)
        s = tl.dot(q, tl.trans(k), input_precision="ieee") * (scale * 1.44269504)
        keep = n[None, :] < S
        if CAUSAL:
            keep = keep & (m[:, None] >= n[None, :])
        s = tl.where(keep, s, float("-inf"))
        new = tl.maximum(largest, tl.max(s, 1))
        alpha = tl.exp2(largest - new)
        p = tl.exp2(s - new[:, None])
        total = total * alpha + tl.sum(p, 1)
        v = tl.load(v_ptr + base + n[:, None] * stride_s + d[None, :], mask=n[:, None] < S, other=0.0)
        acc = acc * alpha[:, None] + tl.dot(p.to(v.dtype), v, input_precision="ieee")
        largest = new
    tl.store(out_ptr + base + m[:, None] * stride_s + d[None, :], (acc / total[:, None]).to(out_ptr.dtype.element_ty), mask=m[:, None] < S)


torch.manual_seed(5)
for B, S, H, D in ((1, 1, 1, 2), (1, 5, 1, 6), (2, 17, 3, 64), (1, 9, 2, 80)):
    x = torch.randn(B, S, H, D)
    cos, sin = torch.randn(S, D // 2), torch.randn(S, D // 2)
    c, s = cos.reshape(1, S, 1, D // 2), sin.reshape(1, S, 1, D // 2)
    x0, x1 = x[:, :, :, 0::2], x[:, :, :, 1::2]
    reference = torch.stack([x0 * c - x1 * s, x0 * s + x1 * c], dim=-1).reshape(B, S, H, D)
    out = torch.empty_like(x)
    rope_kernel[(B * S * H,)](x, cos, sin, out, S, H, D // 2, HALF=triton.next_power_of_2(D // 2))
    torch.testing.assert_close(out, reference, atol=1e-6, rtol=1e-6)
    if D == 64:
        out = torch.empty_like(x)
        rope_joined_kernel[(B * S * H,)](x, cos, sin, out, S, H, HALF=D // 2)
        torch.testing.assert_close(out, reference, atol=1e-6, rtol=1e-6)
print("rotary embedding: correct")

for B, H, T, T_MAX, D in ((1, 1, 1, 4, 1), (2, 3, 3, 10, 6), (2, 2, 1, 5, 80), (1, 2, 5, 5, 64)):
    new, cache = torch.randn(B, H, T, D), torch.randn(B, H, T_MAX, D)
    pos = torch.randint(0, T_MAX - T + 1, (B,), dtype=torch.int32)
    expected = cache.clone()
    for b in range(B):
        p = pos[b].item()
        expected[b, :, p : p + T] = new[b]
    append_kernel[(B * H * T,)](new, cache, pos, H, T, T_MAX, D, BLOCK=triton.next_power_of_2(D))
    assert torch.equal(cache, expected)
print("key-value append: correct")

for B, Sq, Sk, D in ((1, 1, 1, 16), (2, 17, 33, 32), (1, 65, 70, 80)):
    q, k, v = torch.randn(B, Sq, D), torch.randn(B, Sk, D), torch.randn(B, Sk, D)
    scores = torch.empty(B, Sq, Sk)
    grid = (triton.cdiv(Sq, 32), triton.cdiv(Sk, 32), B)
    scores_kernel[grid](q, k, scores, Sq, Sk, D, D**-0.5, BM=32, BN=32, BD=triton.next_power_of_2(D))
    torch.testing.assert_close(torch.softmax(scores, dim=-1) @ v, F.scaled_dot_product_attention(q, k, v), atol=1e-4, rtol=1e-4)
print("attention by a table of scores: correct")

for S in (1, 16, 17, 63, 65, 130):
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 5e-3)):
        B, H, D = 2, 2, 32
        q, k, v = (torch.randn(B, S, H, D).to(dtype).transpose(1, 2) for _ in range(3))
        k = k * 4
        for causal in (False, True):
            out = torch.empty(B, S, H, D, dtype=dtype).transpose(1, 2)
            grid = (triton.cdiv(S, 32), B * H)
            flash_kernel[grid](q, k, v, out, q.stride(0), q.stride(1), q.stride(2), S, H, D**-0.5, causal, D=D, BM=32, BN=16)
            reference = F.scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=causal)
            torch.testing.assert_close(out.float(), reference, atol=tolerance, rtol=tolerance)
print("flash attention: correct")
