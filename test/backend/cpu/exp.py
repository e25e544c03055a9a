# exp is arithmetic on whole vectors: no call, nothing lane by lane.
#
# DEFINE: %{spec} = --spec=x=*fp32:16,out=*fp32:16,n=i32,BLOCK=1024
# DEFINE: %{never} = --implicit-check-not=call --implicit-check-not=exp --implicit-check-not=mulss --implicit-check-not=addss
# RUN: show --asm --for=cpu:x86-64-v4 %{spec} %s | FileCheck %s --check-prefix=V4 %{never}
# RUN: show --asm --for=cpu:x86-64-v3 %{spec} %s | FileCheck %s --check-prefix=V3 %{never}
# RUN: show --asm --for=cpu:aarch64/neoverse-n1 %{spec} %s | FileCheck %s --check-prefix=NEON %{never}
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.exp(tl.load(x + i, mask=i < n)), mask=i < n)


# V4: vfmadd{{[0-9]+}}ps {{.*}}%zmm
# V3: vfmadd{{[0-9]+}}ps {{.*}}%ymm
# NEON: fmla v{{[0-9]+}}.4s
