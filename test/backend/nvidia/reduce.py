# RUN: %ptx --kernel=row_sum --spec=x=*fp32:16,out=*fp32:16 --warps=1 %s | FileCheck %s --check-prefix=WARP
# RUN: %ptx --kernel=row_sum --spec=x=*fp32:16,out=*fp32:16 --warps=4 %s | FileCheck %s --check-prefix=BLOCK
# RUN: %ptx --kernel=rows --spec=x=*fp32:16,out=*fp32:16 --warps=4 %s | FileCheck %s --check-prefix=ROWS
# RUN: %ptx --kernel=running --spec=x=*fp32:16,out=*fp32:16 --warps=4 %s | FileCheck %s --check-prefix=SCAN
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
