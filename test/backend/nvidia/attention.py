# Loops of two products, one of which reaches the other.

# RUN: %ptx --warps=8 --stages=2 --kernel=attention --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32,length=i32:16,D=64,CAUSAL=False %s | FileCheck %s --check-prefix=EVEN
# RUN: %ptx --warps=8 --stages=2 --kernel=attention --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32,length=i32:16,D=64,CAUSAL=False %s | FileCheck %s --check-prefix=TURNED
# RUN: %ptx --warps=8 --stages=2 --kernel=attention --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32,length=i32:16,D=64,CAUSAL=False %s | FileCheck %s --check-prefix=SCALED
# RUN: %ptx --warps=8 --stages=2 --kernel=attention --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32,length=i32:16,D=128,CAUSAL=False %s | FileCheck %s --check-prefixes=MOVED,TURNED
# RUN: %ptx --warps=8 --stages=2 --kernel=attention --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32,length=i32:16,D=128,CAUSAL=True %s | FileCheck %s --check-prefix=MASKED
# RUN: %ptx --warps=4 --stages=2 --kernel=attention --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32,length=i32:16,D=64,CAUSAL=False %s | FileCheck %s --check-prefix=PLAIN
# RUN: %ptx --warps=8 --stages=2 --kernel=added --spec=q=*fp16:16,k=*fp16:16,v=*fp16:16,out=*fp16:16,scale=fp32 %s | FileCheck %s --check-prefix=ADDED
# RUN: %ptx --warps=4 --kernel=floored --code=few --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,scale=fp32,K=i32:16 %s | FileCheck %s --check-prefix=FLOORED
import triton
import triton.language as tl


# Turned by a round: both products start, the softmax runs once the first is done, then the second
# is waited for. Where both products hold more registers than an even share, those who compute take
# some of the producer's; where not even that is enough, one product follows the other.
# The queries come from the producer too: warps never meet to hand them on.
# EVEN-NOT: setmaxnreg
# EVEN: bar.sync
# EVEN-NOT: bar.sync
# MOVED: setmaxnreg.inc
# TURNED: wgmma.commit_group
# TURNED: wgmma.wait_group.sync.aligned 0
# TURNED: ex2.approx
# TURNED: wgmma.commit_group
# TURNED: wgmma.commit_group
# TURNED: wgmma.wait_group.sync.aligned 1
# TURNED: ex2.approx
# TURNED: wgmma.wait_group.sync.aligned 0
# Maxima are those of numbers without their scale, which has a place in the exponents.
# SCALED: wgmma.wait_group.sync.aligned 1
# SCALED-NOT: mul.f32
# SCALED: shfl.sync.bfly
# SCALED-COUNT-64: fma.rn.f32
# SCALED: wgmma.wait_group.sync.aligned 0
# A mask that holds in all lanes is not applied.
# MASKED-COUNT-128: fma.rn.f32
# MASKED: wgmma.wait_group.sync.aligned 1
# MASKED: @%p{{[0-9]+}} bra
# MASKED-COUNT-64: selp.f32
# PLAIN: mbarrier.init
# PLAIN-NOT: wgmma.wait_group.sync.aligned 1
@triton.jit
def attention(q, k, v, out, scale, length, D: tl.constexpr, CAUSAL: tl.constexpr):
    rows = tl.program_id(0) * 128 + tl.arange(0, 128)
    at, depth = tl.arange(0, 128), tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + depth[None, :])
    best = tl.full([128], float("-inf"), dtype=tl.float32)
    total = tl.zeros([128], dtype=tl.float32)
    result = tl.zeros([128, D], dtype=tl.float32)
    for start in range(0, length, 128):
        key = tl.load(k + (start + at)[None, :] * D + depth[:, None])
        score = tl.dot(query, key) * scale
        if CAUSAL:
            score = tl.where(rows[:, None] >= (start + at)[None, :], score, float("-inf"))
        larger = tl.maximum(best, tl.max(score, 1))
        weights = tl.exp2(score - larger[:, None])
        shrink = tl.exp2(best - larger)
        total = total * shrink + tl.sum(weights, 1)
        value = tl.load(v + (start + at)[:, None] * D + depth[None, :])
        result = tl.dot(weights.to(tl.float16), value, result * shrink[:, None])
        best = larger
    tl.store(out + rows[:, None] * D + depth[None, :], (result / total[:, None]).to(tl.float16))


# Queries that are computed are put into shared memory before the loop, by all threads that compute
# (warps meet three times); a mask that is added is computed where the sum is, without a trip there.
# ADDED-COUNT-4: bar.sync
# ADDED-NOT: bar.sync
# ADDED: wgmma.wait_group.sync.aligned 1
# ADDED-NOT: bar.sync
@triton.jit
def added(q, k, v, out, scale):
    block = tl.program_id(0)
    rows = block * 128 + tl.arange(0, 128)
    at, depth = tl.arange(0, 128), tl.arange(0, 64)
    query = (tl.load(q + rows[:, None] * 64 + depth[None, :]) * scale).to(tl.float16)
    best = tl.full([128], float("-inf"), dtype=tl.float32)
    total = tl.zeros([128], dtype=tl.float32)
    result = tl.zeros([128, 64], dtype=tl.float32)
    for start in range(block * 128, block * 128 + 256, 128):
        key = tl.load(k + (start + at)[None, :] * 64 + depth[:, None])
        score = tl.dot(query, key) + tl.where(rows[:, None] >= (start + at)[None, :], 0, -1.0e6)
        larger = tl.maximum(best, tl.max(score, 1))
        weights = tl.exp2(score - larger[:, None])
        shrink = tl.exp2(best - larger)
        total = total * shrink + tl.sum(weights, 1)
        value = tl.load(v + (start + at)[:, None] * 64 + depth[None, :])
        result = tl.dot(weights.to(tl.float16), value, result * shrink[:, None])
        best = larger
    tl.store(out + rows[:, None] * 64 + depth[None, :], (result / total[:, None]).to(tl.float16))


# What an author's function compares to a number of its own is scaled first.
# FLOORED: wgmma.wait_group.sync.aligned 0
# FLOORED-NOT: max.f32
# FLOORED: mul.f32
# FLOORED: max.f32 {{.*}}, 0f40A00000
@triton.jit
def at_least_5(a, b):
    return tl.maximum(a, 5.0)


@triton.jit
def floored(x, y, out, scale, K):
    at, k = tl.arange(0, 64), tl.arange(0, 64)
    total = tl.zeros([64, 64], dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + at[:, None] * K + (start + k)[None, :])
        total = tl.dot(a, tl.load(y + at[None, :] * K + (start + k)[:, None]), total)
    tl.store(out + at, tl.reduce(total * scale, 1, at_least_5))
