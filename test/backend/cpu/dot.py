# A product is fused multiply-adds into a block of registers: several accumulators side by side,
# nothing multiplied and then added, nothing lane by lane.
#
# DEFINE: %{spec} = --spec=a=*fp32:16,b=*fp32:16,c=*fp32:16,K=i32:16,M=64,N=64,STEP=32
# DEFINE: %{never} = --implicit-check-not=vmulps --implicit-check-not=vfmadd231ss
# RUN: show --asm --for=cpu:x86-64-v4 %{spec} %s | FileCheck %s --check-prefix=V4 %{never}
# RUN: show --asm --for=cpu:x86-64-v3 %{spec} %s | FileCheck %s --check-prefix=V3 %{never}
# RUN: show --asm --for=cpu:aarch64/neoverse-n1 %{spec} %s | FileCheck %s --check-prefix=NEON
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    k = tl.arange(0, STEP)
    total = tl.zeros((M, N), dtype=tl.float32)
    for at in range(0, K, STEP):
        left = tl.load(a + m * K + (at + k)[None, :])
        right = tl.load(b + (at + k)[:, None] * N + n)
        total = tl.dot(left, right, total)
    tl.store(c + m * N + n, total)


# V4-COUNT-12: vfmadd231ps {{.*}}%zmm
# V3-COUNT-8: vfmadd231ps {{.*}}%ymm
# NEON-COUNT-12: fmla v{{[0-9]+}}.4s
