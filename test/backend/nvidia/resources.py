# RUN: env PATH= %ptx --kernel=doubled --resources --spec=x=*fp32:16 --warps=8 %s 2>&1 | FileCheck %s --check-prefix=BARE
# RUN: env PATH= %ptx --kernel=copy --resources --spec=x=*fp32:16,out=*fp32:16 --warps=1 %s 2>&1 | FileCheck %s --check-prefix=SMALL
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
