# RUN: %ptx80 --kernel=product --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,M=64,N=64,K=64 %s | FileCheck %s --check-prefix=MMA
# RUN: %ptx --kernel=product --spec=x=*bf16:16,y=*bf16:16,out=*fp32:16,M=64,N=128,K=64 %s | FileCheck %s --check-prefix=WGMMA
# RUN: %ptx --kernel=product --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,M=64,N=64,K=64 %s | FileCheck %s --check-prefix=TF32
# RUN: %ptx --kernel=product --spec=x=*fp64:16,y=*fp64:16,out=*fp64:16,M=16,N=16,K=16 %s | FileCheck %s --check-prefix=FP64
# RUN: %ptx --kernel=looped --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 --stages=3 %s | FileCheck %s --check-prefix=LOOP
# RUN: %ptx --kernel=looped --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 --stages=1 %s | FileCheck %s --check-prefix=ONE
# RUN: %ptx --kernel=float8 --spec=x=*fp8e4nv:16,y=*fp8e5:16,out=*fp32:16,M=64,N=32,K=64,LIMIT=None %s | FileCheck %s --check-prefix=E4M3
# RUN: %ptx --kernel=float8 --spec=x=*fp8e4nv:16,y=*fp8e5:16,out=*fp32:16,M=16,N=16,K=64,LIMIT=None %s | FileCheck %s --check-prefix=FEW
# RUN: %show:sm_89 --kernel=float8 --spec=x=*fp8e4nv:16,y=*fp8e5:16,out=*fp32:16,M=64,N=32,K=64,LIMIT=None %s | FileCheck %s --check-prefix=FEW
# RUN: %ptx --kernel=float8 --spec=x=*fp8e4nv:16,y=*fp8e5:16,out=*fp32:16,M=64,N=32,K=64,LIMIT=32 %s | FileCheck %s --check-prefix=EXACT
# RUN: %ptx80 --kernel=float8 --spec=x=*fp8e4nv:16,y=*fp8e5:16,out=*fp32:16,M=64,N=32,K=64,LIMIT=None %s | FileCheck %s --check-prefix=EXACT
# RUN: %ptx80 --kernel=looped --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 --stages=3 %s | FileCheck %s --check-prefix=AHEAD
# RUN: %show:sm_75 --kernel=looped --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 --stages=3 %s | FileCheck %s --check-prefix=OLD
# RUN: %ptx --kernel=product --spec=x=*bf16:16,y=*bf16:16,out=*fp32:16,M=64,N=128,K=64 --warps=8 %s | FileCheck %s --check-prefix=HALVES
import triton
import triton.language as tl


# MMA: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
# WGMMA: fence.proxy.async
# WGMMA: wgmma.fence.sync.aligned
# WGMMA-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
# WGMMA: wgmma.wait_group.sync.aligned 0
# Two warpgroups have 64 columns each where there are 64 rows.
# HALVES-COUNT-4: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
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
# Before wgmma the same loads run ahead of mma.sync, which gets its words by ldmatrix.
# AHEAD-COUNT-2: cp.async.commit_group
# AHEAD: cp.async.wait_group 1
# AHEAD: cp.async.cg.shared.global
# AHEAD: ldmatrix.sync.aligned.m8n8.x4.shared.b16
# AHEAD: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
# AHEAD: mma.sync.aligned.m16n8k16
# OLD-NOT: cp.async
# OLD: ret
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


# fp8 is multiplied as it is where operands run along K; not where sums must be those of float32,
# nor before sm_89.
# E4M3-COUNT-2: wgmma.mma_async.sync.aligned.m64n32k32.f32.e4m3.e5m2 {{.*}}, 1, 1;
# FEW: .version 8.4
# FEW: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
# EXACT-NOT: e4m3
# EXACT: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
@triton.jit
def float8(x, y, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, LIMIT: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(x + m[:, None] * K + k[None, :])
    b = tl.load(y + n[None, :] * K + k[:, None])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(a, b, max_num_imprecise_acc=LIMIT))
