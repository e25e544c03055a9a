# Operands that are boxes of tensors are brought by a producer (tensor maps, mbarriers), whichever
# way the kernel says where they are.
# RUN: %ptx --warps=8 --kernel=pointers --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,M=i32:16,N=i32:16,K=i32:16,xs=i32:16,ys=i32:16,os=i32:16 %s | FileCheck %s --check-prefixes=BOXES,WALKS
# RUN: %ptx --warps=8 --kernel=blocks --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,M=i32:16,N=i32:16,K=i32:16,xs=i32:16,ys=i32:16,os=i32:16 %s | FileCheck %s --check-prefixes=BOXES,WALKS
# RUN: %ptx --warps=8 --kernel=batched --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,M=i32:16,N=i32:16,K=i32:16,xb=i32:16,xs=i32:16,ys=i32:16,os=i32:16 %s | FileCheck %s --check-prefix=BATCH
# RUN: %ptx --warps=8 --kernel=pointers --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,M=i32:16,N=i32:16,K=i32:16,xs=i32:16,ys=i32:16,os=1 %s | FileCheck %s --check-prefix=BOXES
# RUN: %ptx --warps=8 --kernel=in_place --spec=x=*bf16:16,y=*bf16:16,K=i32:16,xs=i32:16,ys=i32:16 %s | FileCheck %s --check-prefix=NONE
# RUN: %ptx --warps=8 --kernel=told --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,flag=*i32:16,K=i32:16,xs=i32:16,ys=i32:16 %s | FileCheck %s --check-prefix=NONE
# RUN: %ptx --warps=8 --kernel=gathered --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,rows=*i32:16,K=i32:16,xs=i32:16,ys=i32:16 %s | FileCheck %s --check-prefix=NONE
# RUN: %ptx --warps=8 --kernel=eighths --spec=x=*fp8e4nv:16,y=*fp8e4nv:16,out=*fp16:16,K=i32:16,xs=i32:16,ys=i32:16,yk=1 %s | FileCheck %s --check-prefix=FP8
# RUN: %ptx --warps=8 --kernel=uneven --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,xs=i32:16,ys=i32:16 %s | FileCheck %s --check-prefix=UNEVEN
# RUN: %ptx --kernel=after_a_branch --spec=x=*fp16:16,y=*fp16:16,z=*fp16:16,out=*fp32:16,M=i32:16,K=i32:16,flag=i32 %s | FileCheck %s --check-prefix=BRANCH
import triton
import triton.language as tl


# Four warps more; two maps after the parameters, then the grid's sizes. A round waits for its slot,
# multiplies while the last round's product may still be under way, and gives that one's slot back.
# BOXES: .param .align 64 .b8 {{.*}}[128]
# BOXES-NEXT: .param .align 64 .b8 {{.*}}[128]
# WALKS-NEXT: .param .u32
# WALKS-NEXT: .param .u32
# WALKS-NEXT: .param .u32
# BOXES: .reqntid 384
# BOXES-NOT: setmaxnreg
# BOXES: mbarrier.init
# BOXES: fence.mbarrier_init
# BOXES: mbarrier.try_wait.parity
# BOXES: wgmma.mma_async
# BOXES: wgmma.wait_group.sync.aligned 1
# BOXES: mbarrier.arrive
# BOXES-DAG: mbarrier.arrive.expect_tx
# BOXES-DAG: cp.async.bulk.tensor.2d
# BOXES-DAG: cp.async.bulk.tensor.2d
# BOXES-DAG: cp.async.bulk.tensor.2d
# BOXES-NOT: cp.async.{{cg|bulk.tensor}}
@triton.jit
def pointers(x, y, out, M, N, K, xs, ys, os):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n = tl.program_id(1) * 128 + tl.arange(0, 128)
    k = tl.arange(0, 64)
    left = x + (m % M)[:, None] * xs + k[None, :]
    right = y + k[:, None] * ys + (n % N)[None, :]
    total = tl.zeros((128, 128), dtype=tl.float32)
    for i in range(0, tl.cdiv(K, 64)):
        a = tl.load(left, mask=k[None, :] < K - i * 64, other=0.0)
        b = tl.load(right, mask=k[:, None] < K - i * 64, other=0.0)
        total = tl.dot(a, b, total)
        left += 64
        right += 64 * ys
    keep = (m[:, None] < M) & (n[None, :] < N)
    tl.store(out + m[:, None] * os + n[None, :], total.to(tl.bfloat16), mask=keep)


@triton.jit
def blocks(x, y, out, M, N, K, xs, ys, os):
    m, n = tl.program_id(0) * 128, tl.program_id(1) * 128
    left = tl.make_block_ptr(x, (M, K), (xs, 1), (m, 0), (128, 64), (1, 0))
    right = tl.make_block_ptr(y, (K, N), (ys, 1), (0, n), (64, 128), (1, 0))
    total = tl.zeros((128, 128), dtype=tl.float32)
    for i in range(0, K, 64):
        a = tl.load(left, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(right, boundary_check=(0, 1), padding_option="zero")
        total = tl.dot(a, b, total)
        left = tl.advance(left, (0, 64))
        right = tl.advance(right, (64, 0))
    to = tl.make_block_ptr(out, (M, N), (os, 1), (m, n), (128, 128), (1, 0))
    tl.store(to, total.to(tl.bfloat16), boundary_check=(0, 1))


# Rows of a batch end before the next batch: the batch is an axis of its own.
# BATCH-DAG: cp.async.bulk.tensor.3d
# BATCH-DAG: cp.async.bulk.tensor.2d
@triton.jit
def batched(x, y, out, M, N, K, xb, xs, ys, os):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n = tl.arange(0, 128)
    k = tl.arange(0, 64)
    base = x + tl.program_id(1) * xb
    total = tl.zeros((128, 128), dtype=tl.float32)
    for i in range(0, K, 64):
        a = tl.load(base + m[:, None] * xs + (i + k)[None, :], mask=m[:, None] < M, other=0.0)
        b = tl.load(y + (i + k)[:, None] * ys + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * os + n[None, :], total.to(tl.bfloat16), mask=m[:, None] < M)


# What the program itself writes, what another may have written before it said so, and rows that
# follow no stride, are loaded by the threads.
# NONE-NOT: cp.async.bulk
# NONE: .reqntid 256
# NONE-NOT: cp.async.bulk
@triton.jit
def in_place(x, y, K, xs, ys):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n, k = tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for i in range(0, K, 64):
        a = tl.load(x + m[:, None] * xs + (i + k)[None, :])
        b = tl.load(y + (i + k)[:, None] * ys + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(x + m[:, None] * xs + n[None, :], total.to(tl.bfloat16))


@triton.jit
def told(x, y, out, flag, K, xs, ys):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n, k = tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    tl.atomic_add(flag, 1)
    for i in range(0, K, 64):
        a = tl.load(x + m[:, None] * xs + (i + k)[None, :])
        b = tl.load(y + (i + k)[:, None] * ys + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * xs + n[None, :], total.to(tl.bfloat16))


@triton.jit
def gathered(x, y, out, rows, K, xs, ys):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n, k = tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    row = tl.load(rows + m)
    for i in range(0, K, 64):
        a = tl.load(x + row[:, None] * xs + (i + k)[None, :])
        b = tl.load(y + (i + k)[:, None] * ys + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * xs + n[None, :], total.to(tl.bfloat16))


# FP8: wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3
# FP8-COUNT-2: cp.async.bulk.tensor.2d
@triton.jit
def eighths(x, y, out, K, xs, ys, yk):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n, k = tl.arange(0, 128), tl.arange(0, 128)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for i in range(0, K, 128):
        a = tl.load(x + m[:, None] * xs + (i + k)[None, :])
        b = tl.load(y + (i + k)[:, None] * yk + n[None, :] * ys)
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * xs + n[None, :], total.to(tl.float16))


# Programs that differ in length: the producer draws their numbers, the long ones first, tells the
# others, and sets the counter back at the end.
# UNEVEN: .param .align 64 .b8 {{.*}}[128]
# UNEVEN-NEXT: .param .align 64 .b8 {{.*}}[128]
# UNEVEN-NEXT: .param .u32
# UNEVEN-NEXT: .param .u32
# UNEVEN-NEXT: .param .u32
# UNEVEN-NEXT: .param .u64
# UNEVEN-NEXT: )
# UNEVEN: ld.shared.b32
# UNEVEN: mbarrier.arrive.shared::cta.b64
# UNEVEN: wgmma.mma_async
# UNEVEN: st.shared.b32
# UNEVEN-NEXT: mbarrier.arrive.shared::cta.b64
# UNEVEN: cp.async.bulk.tensor.2d
# UNEVEN: atom.relaxed.gpu.global.add.u32
# UNEVEN: st.relaxed.gpu.global.u32 {{.*}}, 0;
@triton.jit
def uneven(x, y, out, xs, ys):
    m = tl.program_id(0) * 128 + tl.arange(0, 128)
    n, k = tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for i in range(0, (tl.program_id(0) + 1) * 128, 64):
        a = tl.load(x + m[:, None] * xs + (i + k)[None, :])
        b = tl.load(y + (i + k)[:, None] * ys + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * xs + n[None, :], total.to(tl.bfloat16))


# A remainder that a loop in a branch needs, and one after it, is found in each.
# BRANCH-COUNT-6: cp.async.bulk.tensor.2d
@triton.jit
def after_a_branch(x, y, z, out, M, K, flag):
    rows = (tl.program_id(0) * 128 + tl.arange(0, 128)) % M
    at, k = tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    if flag > 0:
        other = tl.load(z + rows[:, None] * K + k[None, :])
        for start in range(0, K, 64):
            total = tl.dot(other, tl.load(y + (start + k)[:, None] * 128 + at[None, :]), total)
    left = tl.load(x + rows[:, None] * K + k[None, :])
    for start in range(0, K, 64):
        total = tl.dot(left, tl.load(y + (start + k)[:, None] * 128 + at[None, :]), total)
    tl.store(out + rows[:, None] * 128 + at[None, :], total)
