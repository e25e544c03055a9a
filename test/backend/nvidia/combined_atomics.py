# Atomics of many programs as one: a block goes through the grid, whose sizes come after the
# parameters, and changes each word once.
# RUN: %ptx --kernel=total --spec=x=*fp32:16,out=*fp32,n=i32:16 %s | FileCheck %s --check-prefix=TOTAL
# RUN: %ptx --kernel=total --spec=x=*fp16:16,out=*fp16,n=i32:16 %s | FileCheck %s --check-prefix=HALF
# RUN: %ptx --kernel=mean --spec=x=*fp32:16,out=*fp32,n=i32:16 %s | FileCheck %s --check-prefix=MEAN
# RUN: %ptx --kernel=largest --spec=x=*fp32:16,out=*fp32 %s | FileCheck %s --check-prefix=LARGEST
# RUN: %ptx --kernel=moments --spec=x=*fp32:16,out=*fp32 %s | FileCheck %s --check-prefix=MOMENTS
# RUN: %ptx --kernel=fetches --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=by_program --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=by_table --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=reads_after --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=stores --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=volatile --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=uneven --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=exchanges --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=prints --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=ALONE
import triton
import triton.language as tl


# Threads add up what they load, program after program; they meet after the last.
# TOTAL: total_param_5
# TOTAL-NOT: total_param_6
# TOTAL: [[NEXT:\$L[A-Za-z0-9_]+]]:
# TOTAL: ld.global
# TOTAL-NOT: shfl
# TOTAL-NOT: bar
# TOTAL: bra [[NEXT]];
# TOTAL: shfl.sync.bfly
# TOTAL: {{(atom|red)}}.global.add.f32
# TOTAL-NOT: {{(atom|red)}}.
# TOTAL: ret

# Sums of programs, in fp32; rounded once.
# HALF: [[NEXT:\$L[A-Za-z0-9_]+]]:
# HALF: shfl.sync.bfly
# HALF: cvt.f32.f16 [[SUM:%r[0-9]+]]
# HALF: add.rn.f32 {{.*}}[[SUM]]
# HALF: bra [[NEXT]];
# HALF: cvt.rn.f16.f32
# HALF: {{(atom|red)}}.global.add.noftz.f16
@triton.jit
def total(x, out, n):
    i = tl.program_id(0) * 1024 + tl.arange(0, 1024)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0)))


# A quotient is no sum of its threads' parts.
# MEAN: [[NEXT:\$L[A-Za-z0-9_]+]]:
# MEAN: shfl.sync.bfly
# MEAN: div.full.f32
# MEAN: bra [[NEXT]];
# MEAN-NOT: shfl
# MEAN: {{(atom|red)}}.global.add.f32
# MEAN-NOT: {{(atom|red)}}.
# MEAN: ret
@triton.jit
def mean(x, out, n):
    i = tl.program_id(0) * 1024 + tl.arange(0, 1024)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0)) / n)


# Of a float's two atomics, under masks, those that some program has asked for.
# LARGEST: [[NEXT:\$L[A-Za-z0-9_]+]]:
# LARGEST: ld.global
# LARGEST: bra [[NEXT]];
# LARGEST: {{(atom|red)}}.global.max.s32
# LARGEST: {{(atom|red)}}.global.min.u32
@triton.jit
def largest(x, out):
    i = tl.program_id(0) * 1024 + tl.arange(0, 1024)
    tl.atomic_max(out, tl.max(tl.load(x + i)))


# MOMENTS: [[NEXT:\$L[A-Za-z0-9_]+]]:
# MOMENTS: ld.global
# MOMENTS: bra [[NEXT]];
# MOMENTS: {{(atom|red)}}.global.add.f32
# MOMENTS: {{(atom|red)}}.global.add.f32 {{.*}}+4]
@triton.jit
def moments(x, out):
    v = tl.load(x + tl.program_id(0) * 1024 + tl.arange(0, 1024))
    tl.atomic_add(out, tl.sum(v))
    tl.atomic_add(out + 1, tl.sum(v * v))


# One program a block.
# ALONE: _param_1
# ALONE-NOT: _param_2
# ALONE: {{(atom|red)}}.
@triton.jit
def fetches(x, out):
    tl.store(x + tl.atomic_add(out, 1), 1)


@triton.jit
def by_program(x, out):
    pid = tl.program_id(0)
    tl.atomic_add(out + pid, tl.sum(tl.load(x + pid * 128 + tl.arange(0, 128))))


@triton.jit
def by_table(x, out):
    tl.atomic_add(out + tl.load(x), 1)


@triton.jit
def reads_after(x, out):
    at = tl.program_id(0) * 128 + tl.arange(0, 128)
    tl.atomic_add(out, tl.sum(tl.load(x + at)))
    tl.atomic_add(out + 1, tl.sum(tl.load(x + at + 1)))


@triton.jit
def stores(x, out):
    tl.store(x + tl.program_id(0), 1)
    tl.atomic_add(out, 1)


@triton.jit
def volatile(x, out):
    tl.atomic_add(out, tl.load(x + tl.program_id(0), volatile=True))


@triton.jit
def uneven(x, out):
    total = 0
    for i in range(tl.program_id(0)):
        total += tl.load(x + i)
    tl.atomic_add(out, total)


@triton.jit
def exchanges(x, out):
    tl.atomic_xchg(out, tl.load(x + tl.program_id(0)))


@triton.jit
def prints(x, out):
    v = tl.load(x + tl.program_id(0))
    tl.device_print("v", v)
    tl.atomic_add(out, v)
