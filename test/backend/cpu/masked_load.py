# A masked contiguous load is plain vector loads and one masked tail: no gather, nothing lane by
# lane, on machines of three vector sizes.
#
# DEFINE: %{spec} = --spec=x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32,BLOCK=1024
# DEFINE: %{never} = --implicit-check-not=gather --implicit-check-not=scatter --implicit-check-not=addss
# RUN: show --asm --for=cpu:x86-64-v4 %{spec} %s | FileCheck %s --check-prefix=V4 %{never}
# RUN: show --asm --for=cpu:x86-64-v3 %{spec} %s | FileCheck %s --check-prefix=V3 %{never}
# RUN: show --asm --for=cpu:aarch64/neoverse-n1 %{spec} %s | FileCheck %s --check-prefix=NEON
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)


# V4: vaddps ({{.*}}), %zmm
# V4: vmovups ({{.*}}), %zmm{{[0-9]+}} {%k{{[0-9]}}} {z}

# V3: vaddps ({{.*}}), %ymm
# V3: vmaskmovps ({{.*}}), %ymm

# NEON: fadd v{{[0-9]+}}.4s
