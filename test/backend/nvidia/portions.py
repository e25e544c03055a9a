# Tiles of more elements than a thread has registers for are gone through in portions of 32.
# RUN: %ptx --warps=4 --kernel=added --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32:16,BLOCK=65536 %s | FileCheck %s --check-prefix=ADDED
# RUN: %ptx --warps=4 --kernel=added --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32:16,BLOCK=16384 %s | FileCheck %s --check-prefix=WHOLE
# RUN: %ptx --warps=4 --kernel=softmax --spec=x=*fp32:16,out=*fp32:16,n=i32:16,BLOCK=65536 %s | FileCheck %s --check-prefix=SOFTMAX
# RUN: %ptx --warps=4 --kernel=moved --spec=x=*fp32:16,n=i32:16,BLOCK=65536 %s | FileCheck %s --check-prefix=MOVED
import triton
import triton.language as tl


# One loop, in which eight accesses of each tile are written, and no memory of the thread's own.
# ADDED-NOT: .local
# ADDED-COUNT-16: ld.global.v4.b32
# ADDED-COUNT-8: st.global.v4.b32
# ADDED-NOT: .global
# ADDED: ret
# WHOLE-NOT: nounroll
# WHOLE-COUNT-64: ld.global.v4.b32
# WHOLE-COUNT-32: st.global.v4.b32
@triton.jit
def added(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)


# Three loops: what the next one reads is kept, 512 elements of two tiles, and found by neighbours.
# SOFTMAX: .local .align 16 .b8 {{.*}}[4096]
# SOFTMAX: nounroll
# SOFTMAX-COUNT-8: ld.global.v4.b32
# SOFTMAX-COUNT-8: st.local.v4.b32
# SOFTMAX: shfl.sync.bfly
# SOFTMAX: nounroll
# SOFTMAX: ld.local.v4.b32
# SOFTMAX: st.local.v4.b32
# SOFTMAX: shfl.sync.bfly
# SOFTMAX: nounroll
# SOFTMAX: ld.local.v4.b32
# SOFTMAX: st.global.v4.b32
# SOFTMAX-NOT: nounroll
@triton.jit
def softmax(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + i, e / tl.sum(e, 0), mask=i < n)


# What is stored elsewhere in what was loaded waits until all of it is.
# MOVED: nounroll
# MOVED: ld.global
# MOVED-NOT: st.global
# MOVED: bar.sync
# MOVED: nounroll
# MOVED: st.global
@triton.jit
def moved(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n) * 2
    tl.store(x + i + 16, v, mask=i < n)
