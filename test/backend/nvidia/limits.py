# RUN: if %show:sm_75 --kernel=large --spec=x=*fp64:16 %s 2> %t; then false; fi
# RUN: FileCheck %s --input-file=%t
# RUN: if %show:sm_12 --kernel=large --spec=x=*fp64:16 %s 2> %t; then false; fi
# RUN: FileCheck %s --input-file=%t --check-prefix=CHIP
import triton
import triton.language as tl


# CHECK: `large` needs 128 KB of shared memory, and sm_75 has 64 KB for a program
# CHECK: smaller tiles, or a smaller num_stages, need less
# CHIP: no NVIDIA chip is called `sm_12`
@triton.jit
def large(x):
    i, j = tl.arange(0, 128), tl.arange(0, 128)
    tile = tl.load(x + i[:, None] * 128 + j[None, :])
    tl.store(x + i[:, None] * 128 + j[None, :], tl.trans(tile))
