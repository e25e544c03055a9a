import torch
import triton
import triton.language as tl
from report import random, report


def configs():
    return [triton.Config({"BM": m, "BN": n}, num_stages=stages, num_warps=warps)
            for m, n, stages, warps in ((128, 128, 3, 8), (128, 64, 3, 8), (128, 64, 3, 4),
                                        (64, 64, 3, 4))]


@triton.autotune(configs=configs(), key=["length", "CAUSAL", "D"])
@triton.jit
def attention_kernel(q, k, v, out, scale, length, D: tl.constexpr, CAUSAL: tl.constexpr,
                     BM: tl.constexpr, BN: tl.constexpr):
    block = tl.program_id(0)
    base = tl.program_id(1).to(tl.int64) * length * D
    rows = block * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    depth = tl.arange(0, D)
    query = tl.load(q + base + rows[:, None] * D + depth[None, :])
    best = tl.full([BM], float("-inf"), dtype=tl.float32)
    total = tl.zeros([BM], dtype=tl.float32)
    result = tl.zeros([BM, D], dtype=tl.float32)
    end = length
    if CAUSAL:
        end = (block + 1) * BM
    for start in range(0, end, BN):
        at = start + columns
        key = tl.load(k + base + at[None, :] * D + depth[:, None])
        score = tl.dot(query, key) * (scale * 1.4426950408889634)
        if CAUSAL:
            score = tl.where(rows[:, None] >= at[None, :], score, float("-inf"))
        larger = tl.maximum(best, tl.max(score, 1))
        weights = tl.exp2(score - larger[:, None])
        shrink = tl.exp2(best - larger)
        total = total * shrink + tl.sum(weights, 1)
        value = tl.load(v + base + at[:, None] * D + depth[None, :])
        result = tl.dot(weights.to(tl.float16), value, result * shrink[:, None])
        best = larger
    tl.store(out + base + rows[:, None] * D + depth[None, :],
             (result / total[:, None]).to(tl.float16))


def measure(length, D, causal):
    heads = 16 * (16384 // length)
    q, k, v = [random(1, heads, length, D, dtype=torch.float16, seed=s) for s in (30, 31, 32)]
    out = torch.empty(1, heads, length, D, dtype=torch.float16, device="cuda")
    grid = lambda meta: (triton.cdiv(length, meta["BM"]), heads)
    scaled = torch.nn.functional.scaled_dot_product_attention
    report("attention causal" if causal else "attention", f"{heads}x{length}x{D} fp16",
           lambda: attention_kernel[grid](q, k, v, out, D**-0.5, length, D=D, CAUSAL=causal), out,
           flops=4 * heads * length * length * D // (2 if causal else 1),
           peer=lambda: scaled(q, k, v, is_causal=causal), tolerance=2e-2)


def main():
    for D in (128, 64):
        for causal in (False, True):
            for length in (1024, 4096, 16384):
                measure(length, D, causal)


if __name__ == "__main__":
    main()
