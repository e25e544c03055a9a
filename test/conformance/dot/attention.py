"""Attention: two products a round, one of which reaches the other; masks and scales of every kind."""
import triton
import triton.language as tl


@triton.jit
def attention(q, k, v, out, scale, length, first, D: tl.constexpr, CAUSAL: tl.constexpr, BM: tl.constexpr,
              BN: tl.constexpr):
    block = tl.program_id(0)
    base = tl.program_id(1) * length * D
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
        score = tl.dot(query, key) * scale
        if CAUSAL:
            score = tl.where((first + rows)[:, None] >= (first + at)[None, :], score, float("-inf"))
        larger = tl.maximum(best, tl.max(score, 1))
        weights = tl.exp2(score - larger[:, None])
        shrink = tl.exp2(best - larger)
        total = total * shrink + tl.sum(weights, 1)
        value = tl.load(v + base + at[:, None] * D + depth[None, :])
        result = tl.dot(weights.to(tl.float16), value, result * shrink[:, None])
        best = larger
    tl.store(out + base + rows[:, None] * D + depth[None, :], result / total[:, None])

# case d64: scale=0.2 length=256 first=0 D=64 CAUSAL=False BM=128 BN=128 num_warps=8 q=f16[32768]:random(-1, 1) k=f16[32768]:random(-1, 1) v=f16[32768]:random(-1, 1) out=f32[32768] grid=(2, 2)
#   expect same on all devices ~ 1e-3
# case d64-causal: scale=0.2 length=256 first=0 D=64 CAUSAL=True BM=128 BN=128 num_warps=8 q=f16[32768]:random(-1, 1) k=f16[32768]:random(-1, 1) v=f16[32768]:random(-1, 1) out=f32[32768] grid=(2, 2)
#   expect same on all devices ~ 1e-3
# case d128: scale=0.2 length=384 first=0 D=128 CAUSAL=False BM=128 BN=128 num_warps=8 q=f16[49152]:random(-1, 1) k=f16[49152]:random(-1, 1) v=f16[49152]:random(-1, 1) out=f32[49152] grid=(3, 1)
#   expect same on all devices ~ 1e-3
# case d128-causal: scale=0.2 length=384 first=0 D=128 CAUSAL=True BM=128 BN=128 num_warps=8 q=f16[49152]:random(-1, 1) k=f16[49152]:random(-1, 1) v=f16[49152]:random(-1, 1) out=f32[49152] grid=(3, 1)
#   expect same on all devices ~ 1e-3
# case d128-narrow-keys: scale=0.2 length=256 first=0 D=128 CAUSAL=True BM=128 BN=64 num_warps=8 q=f16[32768]:random(-1, 1) k=f16[32768]:random(-1, 1) v=f16[32768]:random(-1, 1) out=f32[32768] grid=(2, 1)
#   expect same on all devices ~ 1e-3
# case d128-four-warps: scale=0.2 length=256 first=0 D=128 CAUSAL=True BM=64 BN=128 num_warps=4 q=f16[32768]:random(-1, 1) k=f16[32768]:random(-1, 1) v=f16[32768]:random(-1, 1) out=f32[32768] grid=(4, 1)
#   expect same on all devices ~ 1e-3
# case d256: scale=0.2 length=128 first=0 D=256 CAUSAL=False BM=128 BN=64 num_warps=8 q=f16[32768]:random(-1, 1) k=f16[32768]:random(-1, 1) v=f16[32768]:random(-1, 1) out=f32[32768]
#   expect same on all devices ~ 1e-3
# case many-programs: scale=0.2 length=128 first=0 D=64 CAUSAL=True BM=64 BN=64 num_warps=4 q=f16[4915200]:random(-1, 1) k=f16[4915200]:random(-1, 1) v=f16[4915200]:random(-1, 1) out=f32[4915200] grid=(2, 600)
#   expect same on all devices ~ 1e-3
# case one-after-another: scale=0.2 length=128 first=0 D=64 CAUSAL=False BM=128 BN=64 num_warps=8 q=f16[2457600]:random(-1, 1) k=f16[2457600]:random(-1, 1) v=f16[2457600]:random(-1, 1) out=f32[2457600] grid=(1, 300)
#   expect same on all devices ~ 1e-3
# case no-keys: scale=0.2 length=0 first=0 D=64 CAUSAL=False BM=64 BN=64 num_warps=4 q=f16[4096]:random(-1, 1) k=f16[4096] v=f16[4096] out=f32[4096] grid=(1, 1)
#   expect same on all devices
# case negative-scale: scale=-0.2 length=128 first=0 D=64 CAUSAL=True BM=64 BN=64 num_warps=4 q=f16[8192]:random(-1, 1) k=f16[8192]:random(-1, 1) v=f16[8192]:random(-1, 1) out=f32[8192] grid=(2, 1)
#   expect same on all devices ~ 1e-3
# case no-scale: scale=0.0 length=128 first=0 D=64 CAUSAL=True BM=64 BN=64 num_warps=4 q=f16[8192]:random(-1, 1) k=f16[8192]:random(-1, 1) v=f16[8192]:random(-1, 1) out=f32[8192] grid=(2, 1)
#   expect same on all devices ~ 1e-3
# case tiny-scale: scale=1e-30 length=128 first=0 D=64 CAUSAL=True BM=64 BN=64 num_warps=4 q=f16[8192]:random(-1, 1) k=f16[8192]:random(-1, 1) v=f16[8192]:random(-1, 1) out=f32[8192] grid=(2, 1)
#   expect same on all devices ~ 1e-3
# case rows-that-wrap: scale=0.2 length=128 first=2147483600 D=64 CAUSAL=True BM=64 BN=64 num_warps=4 q=f16[8192]:random(-1, 1) k=f16[8192]:random(-1, 1) v=f16[8192]:random(-1, 1) out=f32[8192] grid=(2, 1)
#   expect same on all devices ~ 1e-3


@triton.jit
def bands(q, k, v, out, length, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    block = tl.program_id(0)
    rows = block * BM + tl.arange(0, BM)
    columns, depth = tl.arange(0, BN), tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + depth[None, :], mask=rows[:, None] < length, other=0.0)
    total = tl.zeros([BM], dtype=tl.float32)
    result = tl.zeros([BM, D], dtype=tl.float32)
    for start in range(0, block * BM, BN):
        at = start + columns
        key = tl.load(k + at[None, :] * D + depth[:, None])
        weights = tl.exp2(tl.dot(query, key))
        total += tl.sum(weights, 1)
        value = tl.load(v + at[:, None] * D + depth[None, :])
        result = tl.dot(weights.to(tl.float16), value, result)
    for start in range(block * BM, (block + 1) * BM, BN):
        at = start + columns
        key = tl.load(k + at[None, :] * D + depth[:, None], mask=at[None, :] < length, other=0.0)
        weights = tl.exp2(tl.dot(query, key))
        weights = tl.where((rows[:, None] >= at[None, :]) & (at[None, :] < length), weights, 0.0)
        total += tl.sum(weights, 1)
        value = tl.load(v + at[:, None] * D + depth[None, :], mask=at[:, None] < length, other=0.0)
        result = tl.dot(weights.to(tl.float16), value, result)
    tl.store(out + rows[:, None] * D + depth[None, :], result / total[:, None], mask=rows[:, None] < length)

# case whole: length=384 D=64 BM=128 BN=64 num_warps=8 q=f16[24576]:random(-1, 1) k=f16[24576]:random(-1, 1) v=f16[24576]:random(-1, 1) out=f32[24576] grid=(3,)
#   expect same on all devices ~ 1e-3
# case ragged: length=333 D=64 BM=128 BN=64 num_warps=8 q=f16[21312]:random(-1, 1) k=f16[21312]:random(-1, 1) v=f16[21312]:random(-1, 1) out=f32[21312] grid=(3,)
#   expect same on all devices ~ 1e-3
# case four-warps: length=250 D=128 BM=64 BN=64 num_warps=4 q=f16[32000]:random(-1, 1) k=f16[32000]:random(-1, 1) v=f16[32000]:random(-1, 1) out=f32[32000] grid=(4,)
#   expect same on all devices ~ 1e-3


@triton.jit
def added_masks(q, k, v, out, scale, length, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    block = tl.program_id(0)
    rows = block * BM + tl.arange(0, BM)
    columns, depth = tl.arange(0, BN), tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + depth[None, :])
    query = (query * scale).to(tl.float16)
    best = tl.zeros([BM], dtype=tl.float32) - float("inf")
    total = tl.zeros([BM], dtype=tl.float32) + 1.0
    result = tl.zeros([BM, D], dtype=tl.float32)
    for band in tl.static_range(2):
        for start in range(band * block * BM, (block + band) * BM, BN):
            at = start + columns
            key = tl.load(k + at[None, :] * D + depth[:, None])
            score = tl.dot(query, key)
            if band == 1:
                score = score + tl.where(rows[:, None] >= at[None, :], 0, -1.0e6)
            larger = tl.maximum(best, tl.max(score, 1))
            weights = tl.exp2(score - larger[:, None])
            shrink = tl.exp2(best - larger)
            total = total * shrink + tl.sum(weights, 1)
            value = tl.load(v + at[:, None] * D + depth[None, :])
            result = tl.dot(weights.to(tl.float16), value, result * shrink[:, None])
            best = larger
    tl.store(out + rows[:, None] * D + depth[None, :], result / total[:, None])

# case d64: scale=0.2 length=384 D=64 BM=128 BN=128 num_warps=8 q=f16[24576]:random(-1, 1) k=f16[24576]:random(-1, 1) v=f16[24576]:random(-1, 1) out=f32[24576] grid=(3,)
#   expect same on all devices ~ 2e-3
# case d128: scale=-0.2 length=256 D=128 BM=128 BN=64 num_warps=8 q=f16[32768]:random(-1, 1) k=f16[32768]:random(-1, 1) v=f16[32768]:random(-1, 1) out=f32[32768] grid=(2,)
#   expect same on all devices ~ 2e-3
# case four-warps: scale=0.2 length=256 D=64 BM=64 BN=64 num_warps=4 q=f16[16384]:random(-1, 1) k=f16[16384]:random(-1, 1) v=f16[16384]:random(-1, 1) out=f32[16384] grid=(4,)
#   expect same on all devices ~ 2e-3


@triton.jit
def greatest(q, k, out, scale, length, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns, depth = tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + depth[None, :])
    most = tl.full([BM], float("-inf"), dtype=tl.float32)
    least = tl.full([BM], float("inf"), dtype=tl.float32)
    for start in range(0, length, BN):
        key = tl.load(k + (start + columns)[None, :] * D + depth[:, None])
        score = tl.dot(query, key) * (2.0 * scale)
        most = tl.maximum(most, tl.max(score, 1))
        least = tl.minimum(least, tl.min(tl.where(columns[None, :] < 5, score, float("inf")), 1))
    tl.store(out + rows, most)
    tl.store(out + BM + rows, least)

# case positive: scale=1.5 length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case negative: scale=-1.5 length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case zero: scale=0.0 length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case infinite: scale=inf length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case no-number: scale=nan length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case past-the-range: scale=3e38 length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case below-the-range: scale=1e-43 length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
# case greatest-that-counts: scale=1e19 length=128 D=64 BM=64 BN=64 q=f16[4096]:random(-1, 1) k=f16[8192]:random(-1, 1) out=f32[128]
#   expect same on all devices ~ 1e-4
