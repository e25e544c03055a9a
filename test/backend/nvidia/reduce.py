# RUN: %ptx --kernel=row_sum --spec=x=*fp32:16,out=*fp32:16 --warps=1 %s | FileCheck %s --check-prefix=WARP
# RUN: %ptx --kernel=row_sum --spec=x=*fp32:16,out=*fp32:16 --warps=4 %s | FileCheck %s --check-prefix=BLOCK
# RUN: %ptx --kernel=rows --spec=x=*fp32:16,out=*fp32:16 --warps=4 %s | FileCheck %s --check-prefix=ROWS
# RUN: %ptx --kernel=running --spec=x=*fp32:16,out=*fp32:16 --warps=4 %s | FileCheck %s --check-prefix=SCAN
# RUN: %ptx --kernel=row_of_exponentials --spec=x=*bf16:16,out=*fp32:16 --warps=16 %s | FileCheck %s --check-prefix=HELD
# RUN: %ptx --kernel=row_of_floats --spec=x=*fp32:16,out=*fp32:16 --warps=16 %s | FileCheck %s --check-prefix=MUCH
# RUN: %ptx --kernel=softmax --spec=x=*fp32:16 --warps=16 %s | FileCheck %s --check-prefix=FOUR
# RUN: %show:sm_89 --kernel=softmax --spec=x=*fp32:16 --warps=16 %s | FileCheck %s --check-prefix=SMALL
# RUN: %ptx --kernel=add_up --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=ADD
import triton
import triton.language as tl


# Lanes meet in five shuffles; one warp needs no shared memory.
# WARP-COUNT-5: shfl.sync.bfly.b32
# WARP-NOT: shfl
# WARP-NOT: st.shared

# Four warps meet in shared memory, with one barrier.
# BLOCK-COUNT-5: shfl.sync.bfly.b32
# BLOCK: st.shared
# BLOCK: bar{{.*}}sync
# BLOCK-NOT: bar{{.*}}sync
# BLOCK: ld.shared
@triton.jit
def row_sum(x, out):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, 1024))))


# A warp has whole rows: no exchange between warps.
# ROWS: shfl.sync.bfly.b32
# ROWS-NOT: bar{{.*}}sync
# ROWS: ret
@triton.jit
def rows(x, out):
    at = tl.arange(0, 16)[:, None] * 128 + tl.arange(0, 128)[None, :]
    tl.store(out + tl.arange(0, 16), tl.sum(tl.load(x + at), axis=1))


# SCAN: shfl.sync.idx.b32
# SCAN: st.shared
# SCAN: bar{{.*}}sync
@triton.jit
def running(x, out):
    i = tl.arange(0, 1024)
    tl.store(out + i, tl.cumsum(tl.load(x + i)))


# What a thread holds across the reductions lets two programs of 512 threads be resident, and the
# assembler is asked for it: 64 floats would not, so the row is held as loaded, as 32 words, and
# widened once more after the first reduction.
# HELD: .minnctapersm 2
# HELD: bar.sync
# HELD-COUNT-32: xor.b32
# HELD: ex2.approx
@triton.jit
def row_of_exponentials(x, out):
    row = tl.load(x + tl.arange(0, 32768)).to(tl.float32)
    tl.store(out, tl.sum(tl.exp(row - tl.max(row))))


# Eight floats and little else: four programs of 512 threads.
# FOUR: .minnctapersm 4
# SMALL-NOT: .minnctapersm
# SMALL: ret
@triton.jit
def softmax(x):
    at = x + tl.arange(0, 4096)
    row = tl.exp(tl.load(at) - tl.max(tl.load(at)))
    tl.store(at, row / tl.sum(row))


# The exchange between warps has ordered what was loaded before the atomic addition.
# ADD: bar.sync
# ADD-NOT: bar.sync
# ADD: {{atom|red}}{{.*}}.add.f32
@triton.jit
def add_up(x, out):
    tl.atomic_add(out, tl.sum(tl.load(x + tl.arange(0, 4096))), sem="relaxed")


# One that must hold more leaves it to the assembler.
# MUCH-NOT: .minnctapersm
# MUCH-NOT: xor.b32
# MUCH: ret
@triton.jit
def row_of_floats(x, out):
    row = tl.load(x + tl.arange(0, 32768))
    tl.store(out, tl.sum(tl.exp(row - tl.max(row))))
