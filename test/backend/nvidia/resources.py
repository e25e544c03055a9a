# RUN: env PATH= %ptx --kernel=doubled --resources --spec=x=*fp32:16 %s 2>&1 | FileCheck %s --check-prefix=BARE
# RUN: %show:sm_86 --kernel=doubled --sass --spec=x=*fp32:16 %s | FileCheck %s --check-prefix=SASS
import triton
import triton.language as tl


# BARE: resources
# BARE: doubled for sm_90a
# BARE: threads         128 a program
# BARE: shared memory   0 KB a program
# BARE: registers
# BARE: of 2048 threads of a multiprocessor

# SASS: sass
# SASS: {{no instructions: |EXIT}}
@triton.jit
def doubled(x):
    i = tl.arange(0, 128)
    tl.store(x + i, tl.load(x + i) * 2)
