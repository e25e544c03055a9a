# RUN: %ptx --kernel=product --code=few --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 %s | FileCheck %s --check-prefix=FEW
# RUN: %ptx --kernel=product --code=otherwise --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 %s | FileCheck %s --check-prefix=OTHER
# RUN: env PATH= %ptx --kernel=product --code=few --resources --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 %s 2>&1 | FileCheck %s --check-prefix=FIGURES
# RUN: env PATH= %ptx --kernel=product --resources --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,K=i32:16 %s 2>&1 | FileCheck %s --check-prefix=MOST
# RUN: %ptx --kernel=copy --code=few --spec=x=*fp32:16 %s | FileCheck %s --check-prefix=NONE
# RUN: %ptx --kernel=copy --ptx --spec=x=*fp32:16 %s | FileCheck %s --check-prefix=PTX
# RUN: if %ptx --kernel=copy --code=few --llvm --spec=x=*fp32:16 %s 2> %t; then false; fi
# RUN: FileCheck %s --input-file=%t --check-prefix=EARLY
import triton
import triton.language as tl


# A kernel may have several codes; most launches run the one that is shown where none is named.
# FEW: .reqntid 128
# FEW: prefetch.global.L2
# FEW: cp.async.bulk.tensor.2d
# FEW: wgmma.mma_async

# OTHER: .reqntid 128
# OTHER-NOT: cp.async.bulk
# OTHER: cp.async.cg.shared.global
# OTHER: wgmma.mma_async

# FIGURES: -- asm
# FIGURES: -- resources
# FIGURES: product for sm_90a
# FIGURES: threads         128 a program
# FIGURES: blocks          a program each
# FIGURES: operands        boxes of 2 tensors

# MOST: threads         256 a program
# MOST: blocks          as many as run at once; each goes through the grid
# MOST: operands        boxes of 2 tensors, by the tensor memory accelerator
@triton.jit
def product(x, y, out, K):
    m, n = tl.program_id(0) * 128 + tl.arange(0, 128), tl.arange(0, 128)
    k = tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + m[:, None] * K + (start + k)[None, :])
        total = tl.dot(a, tl.load(y + (start + k)[:, None] * 128 + n[None, :]), total)
    tl.store(out + m[:, None] * 128 + n[None, :], total)


# PTX: -- ptx
# PTX: .target sm_90a
# NONE: copy has no code of its own for launches of few programs
# EARLY: error: nereid show: --code=few goes with --ptx, --asm, --sass and --resources
@triton.jit
def copy(x):
    at = tl.arange(0, 128)
    tl.store(x + 128 + at, tl.load(x + at))
