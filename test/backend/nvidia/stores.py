# Results of products on their way to memory.
# RUN: %ptx --warps=8 --kernel=plain --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,K=i32:16,s=i32:16,M=128,N=256 %s | FileCheck %s --check-prefix=PIECES
# RUN: %ptx --warps=8 --kernel=plain --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,K=i32:16,s=i32:16,M=256,N=128 %s | FileCheck %s --check-prefix=PIECES
# RUN: %ptx --warps=8 --kernel=plain --spec=x=*bf16:16,y=*bf16:16,out=*fp32:16,K=i32:16,s=i32:16,M=128,N=128 %s | FileCheck %s --check-prefix=WORDS
# RUN: %ptx --warps=8 --kernel=summed --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,sums=*fp32:16,K=i32:16,s=i32:16 %s | FileCheck %s --check-prefix=SHARED
# RUN: %ptx --warps=8 --kernel=twice --spec=x=*bf16:16,y=*bf16:16,out=*bf16:16,again=*bf16:16,K=i32:16,s=i32:16 %s | FileCheck %s --check-prefix=ONCE
import triton
import triton.language as tl


# Each warp arranges a piece and stores it before it comes to the next; warps do not wait for each
# other.
# PIECES: wgmma.wait_group.sync.aligned 0
# PIECES-NOT: {{bar|barrier.cta}}.sync
# PIECES: stmatrix.sync.aligned.m8n8.x4
# PIECES: bar.warp.sync
# PIECES: ld.shared.v4
# PIECES: st.global.v4
# PIECES-NOT: {{bar|barrier.cta}}.sync
# PIECES: bar.warp.sync
# PIECES: stmatrix.sync.aligned.m8n8.x4
# PIECES: ld.shared.v4
# PIECES: st.global.v4
# WORDS: wgmma.wait_group.sync.aligned 0
# WORDS-NOT: {{bar|barrier.cta}}.sync
# WORDS: st.shared.v2
# WORDS: ld.shared.v4
# WORDS: st.global.v4
# WORDS: st.shared.v2
@triton.jit
def plain(x, y, out, K, s, M: tl.constexpr, N: tl.constexpr):
    m, n, k = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N), tl.arange(0, 64)
    total = tl.zeros((M, N), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + m[:, None] * s + (start + k)[None, :])
        b = tl.load(y + (start + k)[:, None] * s + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + m[:, None] * s + n[None, :], total.to(out.dtype.element_ty))


# Where warps have told each other something before, they wait.
# SHARED: wgmma.wait_group.sync.aligned 0
# SHARED: {{bar|barrier.cta}}.sync
# SHARED: {{bar|barrier.cta}}.sync
# SHARED: stmatrix
@triton.jit
def summed(x, y, out, sums, K, s):
    m, n, k = tl.program_id(0) * 128 + tl.arange(0, 128), tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + m[:, None] * s + (start + k)[None, :])
        b = tl.load(y + (start + k)[:, None] * s + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(sums + n, tl.sum(total, 0))
    tl.store(out + m[:, None] * s + n[None, :], total.to(tl.bfloat16))


# A value that goes to two places is arranged once.
# ONCE-COUNT-8: stmatrix
# ONCE-NOT: stmatrix
# ONCE-COUNT-16: st.global.v4
@triton.jit
def twice(x, y, out, again, K, s):
    m, n, k = tl.program_id(0) * 128 + tl.arange(0, 128), tl.arange(0, 128), tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + m[:, None] * s + (start + k)[None, :])
        b = tl.load(y + (start + k)[:, None] * s + n[None, :])
        total = tl.dot(a, b, total)
    result = total.to(tl.bfloat16)
    tl.store(out + m[:, None] * s + n[None, :], result)
    tl.store(again + m[:, None] * s + n[None, :], result)
