# RUN: env PATH= %ptx --kernel=doubled --resources --spec=x=*fp32:16 --warps=8 %s 2>&1 | FileCheck %s --check-prefix=BARE
# RUN: env PATH= %ptx --kernel=copy --resources --spec=x=*fp32:16,out=*fp32:16 --warps=1 %s 2>&1 | FileCheck %s --check-prefix=SMALL
# RUN: env PATH= %ptx --kernel=product --resources --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 %s 2>&1 | FileCheck %s --check-prefix=BOXES
# RUN: %show:sm_86 --kernel=doubled --sass --spec=x=*fp32:16 %s | FileCheck %s --check-prefix=SASS
import triton
import triton.language as tl


# BARE: resources
# BARE: doubled for sm_90a
# BARE: threads         256 a program
# BARE: shared memory   0 KB a program
# BARE: registers
# BARE: of 2048 threads of a multiprocessor

# BARE: blocks          a program each

# SASS: sass
# SASS: {{no instructions: |EXIT}}
@triton.jit
def doubled(x):
    i = tl.arange(0, 128)
    tl.store(x + i, tl.load(x + i) * 2)


# SMALL: threads         32 a program
# SMALL: of 2048 threads of a multiprocessor
# SMALL: blocks          up to 8 programs each, where there are many
@triton.jit
def copy(x, out):
    at = tl.program_id(0) * 32 + tl.arange(0, 32)
    tl.store(out + at, tl.load(x + at))


# BOXES: blocks          as many as run at once; each goes through the grid
# BOXES: operands        boxes of 2 tensors, by the tensor memory accelerator
@triton.jit
def product(x, y, out, K):
    m, n = tl.program_id(0) * 128 + tl.arange(0, 128), tl.arange(0, 128)
    k = tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + m[:, None] * K + (start + k)[None, :])
        total = tl.dot(a, tl.load(y + (start + k)[:, None] * 128 + n[None, :]), total)
    tl.store(out + m[:, None] * 128 + n[None, :], total)
