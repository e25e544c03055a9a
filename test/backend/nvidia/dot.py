# RUN: %ptx80 --kernel=product --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,M=64,N=64,K=64 %s | FileCheck %s --check-prefix=MMA
# RUN: %ptx --kernel=product --spec=x=*bf16:16,y=*bf16:16,out=*fp32:16,M=64,N=128,K=64 %s | FileCheck %s --check-prefix=WGMMA
# RUN: %ptx --kernel=product --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,M=64,N=64,K=64 %s | FileCheck %s --check-prefix=TF32
# RUN: %ptx --kernel=product --spec=x=*fp64:16,y=*fp64:16,out=*fp64:16,M=16,N=16,K=16 %s | FileCheck %s --check-prefix=FP64
# RUN: %ptx --kernel=looped --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 --stages=3 %s | FileCheck %s --check-prefix=LOOP
# RUN: %ptx --kernel=looped --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 --stages=1 %s | FileCheck %s --check-prefix=ONE
import triton
import triton.language as tl


# MMA: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
# WGMMA: fence.proxy.async
# WGMMA: wgmma.fence.sync.aligned
# WGMMA-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
# WGMMA: wgmma.wait_group.sync.aligned 0
# TF32: cvt.rna.tf32.f32
# TF32: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
# FP64: fma.rn.f64
@triton.jit
def product(x, y, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(x + m[:, None] * K + k[None, :])
    b = tl.load(y + k[:, None] * N + n[None, :])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(a, b))


# Two rounds are loaded before the first product; each round starts another's loads while its own
# product is under way.
# LOOP-COUNT-2: cp.async.commit_group
# LOOP: cp.async.wait_group 1
# LOOP: wgmma.mma_async
# LOOP: cp.async.cg.shared.global
# LOOP: wgmma.wait_group
# ONE-NOT: cp.async
# ONE: wgmma.mma_async
@triton.jit
def looped(x, y, out, K):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 64)
    total = tl.zeros((64, 64), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + m[:, None] * K + (start + k)[None, :])
        b = tl.load(y + (start + k)[:, None] * 64 + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * 64 + n[None, :], total)
