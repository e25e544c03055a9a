# Code is loops over vectors: a block 64 times as large takes no more of it.
#
# DEFINE: %{spec} = --spec=x=*fp32:16,out=*fp32:16,n=i32
# RUN: show --asm --for=cpu:x86-64-v4 %{spec},BLOCK=1024 %s > %t.small
# RUN: show --asm --for=cpu:x86-64-v4 %{spec},BLOCK=65536 %s > %t.large
# RUN: test $(wc -l < %t.small) -gt 100
# RUN: test $(wc -l < %t.large) -le $(($(wc -l < %t.small) + 10))
import triton
import triton.language as tl


@triton.jit
def softmax(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    row = tl.load(x + i, mask=i < n, other=-float("inf"))
    row = tl.exp(row - tl.max(row, axis=0))
    tl.store(out + i, row / tl.sum(row, axis=0), mask=i < n)
