# RUN: %ptx --kernel=add --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32:16,BLOCK=1024 %s | FileCheck %s
# RUN: %ptx --kernel=add --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32,BLOCK=1024 %s | FileCheck %s --check-prefix=NARROW
# RUN: %ptx --kernel=add --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32:4,BLOCK=1024 %s | FileCheck %s
# RUN: %ptx --kernel=add_rows --spec=x=*fp32:16,out=*fp32:16,columns=i32:8,BLOCK=1024 %s | FileCheck %s --check-prefix=EIGHT
# RUN: %ptx --kernel=add_rows --spec=x=*bf16:16,out=*bf16:16,columns=i32:4,BLOCK=1024 %s | FileCheck %s --check-prefix=HALF
# RUN: %ptx --kernel=copy_rows --spec=x=*bf16:16,out=*bf16:16,stride=i32:16 %s | FileCheck %s --check-prefix=ROWS
# RUN: %ptx --kernel=copy_columns --spec=x=*fp32:16,out=*fp32:16,stride=i32:16 %s | FileCheck %s --check-prefix=COLUMNS
# RUN: %ptx --kernel=bump --spec=x=*i32 %s | FileCheck %s --check-prefix=SCALAR
# RUN: %ptx --kernel=transpose --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=TRANSPOSE
# RUN: %ptx --kernel=where --spec=x=*fp32:16,out=*fp32:16,n=i32:16,BLOCK=1024 %s | FileCheck %s --check-prefix=FOLLOW
# RUN: %ptx --kernel=wrap --spec=x=*fp32:16,out=*fp32:16,m=i32:16 %s | FileCheck %s --check-prefix=HINT
# RUN: %ptx --kernel=add_moving --spec=x=*fp32,out=*fp32:16,n=i32 %s | FileCheck %s --check-prefix=DROPPED
import triton
import triton.language as tl


# What is aligned, contiguous and under one mask goes in 16 bytes, predicated without a branch.
# CHECK-LABEL: .entry add(
# CHECK: .reqntid 128
# CHECK: @%p{{[0-9]+}} ld.global.v4.b32
# CHECK-NOT: bra
# CHECK: @%p{{[0-9]+}} st.global.v4.b32
# CHECK: ret

# The second access of a thread is the first one's address and a constant; a condition holds for all
# four neighbours.
# FOLLOW-COUNT-2: setp
# FOLLOW: add.s64 {{.*}}, 2048;
# FOLLOW-NOT: setp
# FOLLOW: ret
@triton.jit
def where(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.where(keep, tl.load(x + i, mask=keep), 1.0), mask=keep)


# What the author promises of a run is enough to read 16 bytes at once, and not for more: near M the
# rows begin anew.
# HINT: rem.s32
# HINT: rem.s32
# HINT: ld.global.v4.b32
@triton.jit
def wrap(x, out, m):
    i = tl.arange(0, 1024)
    at = tl.max_contiguous(tl.multiple_of((tl.program_id(0) * 1024 + i) % m, 1024), 1024)
    tl.store(out + i, tl.load(x + at))


# A promise whose result is dropped, of pointers that a loop moves.
# DROPPED: ld.global.v4.b32
@triton.jit
def add_moving(x, out, n):
    i = tl.arange(0, 1024)
    at, total = x + i, tl.zeros((1024,), tl.float32)
    for _ in range(n):
        tl.multiple_of(at, 16)
        total += tl.load(at)
        at += 1024
    tl.store(out + i, total)


# A bound that cuts through four neighbours: each has a mask of its own.
# NARROW-NOT: v4.b32
# NARROW: ld.global.b32
@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    total = tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep)
    tl.store(out + i, total, mask=keep)


# Rows of 1000 numbers begin at multiples of 32 bytes, and end there too.
# EIGHT-NOT: ld.global.b32
# EIGHT: @%p{{[0-9]+}} ld.global.v4.b32
# EIGHT: @%p{{[0-9]+}} st.global.v4.b32
# Rows of 1004 of two bytes: 8 bytes at once.
# HALF-NOT: ld.global.v4
# HALF: @%p{{[0-9]+}} ld.global.v2.b32
# HALF: @%p{{[0-9]+}} st.global.v2.b32
@triton.jit
def add_rows(x, out, columns, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at, keep = tl.program_id(0) * columns + i, i < columns
    tl.store(out + at, tl.load(x + at, mask=keep, other=0) + 1, mask=keep)


# Without a mask: plain loads of 8 bf16.
# ROWS: ld.global.v4.b32
# ROWS-NOT: ld.global.b16
# ROWS: st.global.v4.b32
@triton.jit
def copy_rows(x, out, stride):
    at = tl.arange(0, 32)[:, None] * stride + tl.arange(0, 64)[None, :]
    tl.store(out + at, tl.load(x + at))


# Memory runs down the first axis: neighbours there share a thread.
# COLUMNS: ld.global.v4.b32
# COLUMNS: st.global.v4.b32
@triton.jit
def copy_columns(x, out, stride):
    at = tl.arange(0, 64)[:, None] + tl.arange(0, 32)[None, :] * stride
    tl.store(out + at, tl.load(x + at))


# All threads load a scalar and one stores it: not before all have loaded.
# SCALAR: ld.global.b32
# SCALAR: bar{{.*}}sync
# SCALAR: @%p{{[0-9]+}} st.global.b32
@triton.jit
def bump(x):
    tl.store(x, tl.load(x) + 1)


# The tile goes in and out of memory in 16 bytes. In between, lanes read 1024 bytes apart: what a
# lane's number does to its address is to move it among the banks too.
# TRANSPOSE: ld.global.v4.b32
# TRANSPOSE: st.shared.v4.b32
# TRANSPOSE: bar{{.*}}sync
# TRANSPOSE: and.b32 {{.*}}, 112;
# TRANSPOSE: ld.shared.b32
# TRANSPOSE: st.global.v4.b32
@triton.jit
def transpose(x, out):
    i, j = tl.arange(0, 64)[:, None], tl.arange(0, 64)[None, :]
    tl.store(out + i * 64 + j, tl.trans(tl.load(x + i * 64 + j)))
