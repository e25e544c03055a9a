"""Whole kernels as people write them: softmax, layer norm, attention, at ragged sizes."""
import triton
import triton.language as tl


@triton.jit
def softmax(x, out, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * stride + i, e / tl.sum(e, axis=0), mask=i < n)

# case equal: n=4 stride=4 BLOCK=4 grid=(1,) x=f32[4]:fill(3) out=f32[4]
#   expect out = [0.25, 0.25, 0.25, 0.25] ~ 1e-6
# case one-column: n=1 stride=1 BLOCK=4 grid=(3,) x=f32[3]:random out=f32[3]
#   expect out = [1, 1, 1] ~ 1e-6
# case large-values: n=3 stride=3 BLOCK=4 grid=(1,) x=f32[1000, 1000, -1000] out=f32[3]
#   expect out = [0.5, 0.5, 0] ~ 1e-6
# case infinite: n=3 stride=3 BLOCK=4 grid=(1,) x=f32[-inf, 0, -inf] out=f32[3]
#   expect out = [0, 1, 0] ~ 1e-6
# case ragged: n=781 stride=781 BLOCK=1024 grid=(5,) x=f32[3905]:random(-10, 10) out=f32[3905]
#   expect same on all devices ~ 1e-6


@triton.jit
def layer_norm(x, weight, bias, out, mean_out, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * n + i, mask=i < n, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / n
    squares = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=0.0).to(tl.float32)
        v = tl.where(i < n, v - mean, 0.0)
        squares += v * v
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    tl.store(mean_out + row, mean)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        mask = i < n
        v = tl.load(x + row * n + i, mask=mask, other=0.0).to(tl.float32)
        y = (v - mean) * rstd * tl.load(weight + i, mask=mask) + tl.load(bias + i, mask=mask)
        tl.store(out + row * n + i, y, mask=mask)

# case small: n=4 eps=0.0 BLOCK=2 grid=(1,) x=f32[1, 3, 5, 7] weight=f32[4]:fill(1) bias=f32[4] out=f32[4] mean_out=f32[1]
#   expect out = [-1.3416408, -0.4472136, 0.4472136, 1.3416408] ~ 1e-5
#   expect mean_out = [4] ~ 1e-6
# case f32: n=300 eps=0.00001 BLOCK=128 grid=(4,) x=f32[1200]:random weight=f32[300]:random bias=f32[300]:random out=f32[1200] mean_out=f32[4]
#   expect same on all devices ~ 1e-5
# case f16: n=100 eps=0.00001 BLOCK=64 grid=(4,) x=f16[400]:random weight=f16[100]:random bias=f16[100]:random out=f16[400] mean_out=f32[4]
#   expect same on all devices ~ 2e-3


@triton.jit
def attention(q, k, v, out, n, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr,
              CAUSAL: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    d = tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + d[None, :], mask=rows[:, None] < n, other=0.0)
    largest = tl.full([M], -float("inf"), tl.float32)
    total = tl.zeros([M], tl.float32)
    acc = tl.zeros([M, D], tl.float32)
    for start in range(0, n, N):
        columns = start + tl.arange(0, N)
        inside = columns[:, None] < n
        key = tl.load(k + columns[:, None] * D + d[None, :], mask=inside, other=0.0)
        value = tl.load(v + columns[:, None] * D + d[None, :], mask=inside, other=0.0)
        scores = tl.dot(query, tl.trans(key), input_precision="ieee") * scale
        keep = columns[None, :] < n
        if CAUSAL:
            keep = keep & (columns[None, :] <= rows[:, None])
        scores = tl.where(keep, scores, -1.0e30)
        new_largest = tl.maximum(largest, tl.max(scores, 1))
        alpha = tl.exp2((largest - new_largest) * 1.44269504)
        p = tl.exp2((scores - new_largest[:, None]) * 1.44269504)
        total = total * alpha + tl.sum(p, 1)
        acc = tl.dot(p, value, acc * alpha[:, None], input_precision="ieee")
        largest = new_largest
    tl.store(out + rows[:, None] * D + d[None, :], acc / total[:, None], mask=rows[:, None] < n)

# case all: n=50 scale=0.25 M=16 N=16 D=16 CAUSAL=False grid=(4,) q=f32[800]:random k=f32[800]:random v=f32[800]:random out=f32[800]
#   expect same on all devices ~ 1e-5
# case causal: n=50 scale=0.25 M=16 N=16 D=16 CAUSAL=True grid=(4,) q=f32[800]:random k=f32[800]:random v=f32[800]:random out=f32[800]
#   expect same on all devices ~ 1e-5
# case first-row-sees-itself: n=2 scale=1.0 M=2 N=2 D=2 CAUSAL=True grid=(1,) q=f32[1, 0, 0, 1] k=f32[1, 0, 0, 1] v=f32[5, 6, 5, 6] out=f32[4]
#   expect out = [5, 6, 5, 6] ~ 1e-5


@triton.jit
def grouped_matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                   GROUP: tl.constexpr):
    pid = tl.program_id(0)
    rows, columns = tl.cdiv(m, BM), tl.cdiv(n, BN)
    group = pid // (GROUP * columns)
    first = group * GROUP
    size = min(rows - first, GROUP)
    pid_m = first + (pid % (GROUP * columns)) % size
    pid_n = (pid % (GROUP * columns)) // size
    at_m = (pid_m * BM + tl.arange(0, BM)) % m
    at_n = (pid_n * BN + tl.arange(0, BN)) % n
    at_k = tl.arange(0, BK)
    pa = a + at_m[:, None] * k + at_k[None, :]
    pb = b + at_k[:, None] * n + at_n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        x = tl.load(pa, mask=at_k[None, :] < k - i * BK, other=0.0)
        y = tl.load(pb, mask=at_k[:, None] < k - i * BK, other=0.0)
        acc = tl.dot(x, y, acc, input_precision="ieee")
        pa += BK
        pb += BK * n
    rm = pid_m * BM + tl.arange(0, BM)
    rn = pid_n * BN + tl.arange(0, BN)
    tl.store(c + rm[:, None] * n + rn[None, :], acc.to(c.dtype.element_ty),
             mask=(rm[:, None] < m) & (rn[None, :] < n))

# case f32: m=70 n=45 k=50 BM=16 BN=16 BK=16 GROUP=2 grid=(15,) a=f32[3500]:random b=f32[2250]:random c=f32[3150]
#   expect same on all devices ~ 1e-5
# case f16: m=64 n=32 k=64 BM=32 BN=16 BK=32 GROUP=4 grid=(4,) a=f16[4096]:random b=f16[2048]:random c=f16[2048]
#   expect same on all devices ~ 1e-2


@triton.jit
def histogram_by_atomics(x, counts, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(counts + tl.load(x + i, mask=i < n, other=0), 1, mask=i < n)

# case ragged: n=1000 BLOCK=128 grid=(8,) x=i32[1000]:random(0, 10) counts=i32[10]
#   expect same on all devices
