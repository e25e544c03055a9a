# RUN: %ptx --kernel=bounded --code=few --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,M=i32:16,N=i32:16,K=i32:16 %s | FileCheck %s --check-prefix=SHARED
# RUN: %ptx --kernel=unbounded --code=few --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,N=i32:16,K=i32:16 %s | FileCheck %s --check-prefix=OWN
# RUN: %ptx --kernel=split --code=few --spec=x=*fp16:16,y=*fp16:16,out=*fp32:16,M=i32:16,N=i32:16,K=i32:16,part=i32:16 %s | FileCheck %s --check-prefix=OWN
import triton
import triton.language as tl


@triton.jit
def product(x, y, rows, columns, N, K, first):
    k = first + tl.arange(0, 64)
    total = tl.zeros((128, 128), dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + rows[:, None] * K + (start + k)[None, :])
        b = tl.load(y + (start + k)[:, None] * N + columns[None, :])
        total = tl.dot(a, b, total)
    return total


# What all programs begin with is known before a program's tile is: each block has the cache fetch a
# share of it, every block's first line beside the next one's, and divides afterwards.
# SHARED: .reqntid 128
# SHARED: mov.u32 [[BLOCK:%r[0-9]+]], %ctaid.x
# SHARED: mov.u32 [[BLOCKS:%r[0-9]+]], %nctaid.x
# SHARED: mad.lo.s32 {{%r[0-9]+}}, {{%r[0-9]+}}, [[BLOCKS]], [[BLOCK]]
# SHARED: prefetch.global.L2
# SHARED: prefetch.global.L2
# SHARED-NOT: div.s32
# SHARED: redux.sync.min.u32 [[PROGRAM:%r[0-9]+]], [[BLOCK]]
# SHARED: div.s32 {{%r[0-9]+}}, [[PROGRAM]]
# SHARED-NOT: prefetch.global.L2
# SHARED: cp.async.bulk.tensor.2d
@triton.jit
def bounded(x, y, out, M, N, K):
    across = tl.cdiv(N, 128)
    m = (tl.program_id(0) // across * 128 + tl.arange(0, 128)) % M
    n = (tl.program_id(0) % across * 128 + tl.arange(0, 128)) % N
    tl.store(out + m[:, None] * N + n[None, :], product(x, y, m, n, N, K, 0))


# Of a tensor whose end is not known, and where programs begin at different places along K, each
# block has its own first round fetched.
# OWN: .reqntid 128
# OWN-NOT: redux.sync
# OWN: div.s32
# OWN: prefetch.global.L2
# OWN: prefetch.global.L2
# OWN: cp.async.bulk.tensor.2d
@triton.jit
def unbounded(x, y, out, N, K):
    across = tl.cdiv(N, 128)
    m = tl.program_id(0) // across * 128 + tl.arange(0, 128)
    n = tl.program_id(0) % across * 128 + tl.arange(0, 128)
    tl.store(out + m[:, None] * N + n[None, :], product(x, y, m, n, N, K, 0))


@triton.jit
def split(x, y, out, M, N, K, part):
    across = tl.cdiv(N, 128)
    m = (tl.program_id(0) // across * 128 + tl.arange(0, 128)) % M
    n = (tl.program_id(0) % across * 128 + tl.arange(0, 128)) % N
    total = product(x, y, m, n, N, K, tl.program_id(1) * part)
    tl.store(out + tl.program_id(1) * M * N + m[:, None] * N + n[None, :], total)
