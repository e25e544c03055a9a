# RUN: %ptx --kernel=copy --spec=x=*fp32:16,out=*fp32:16,N=32 --warps=1 %s | FileCheck %s
# RUN: %ptx --kernel=copy --spec=x=*fp32:16,out=*fp32:16,N=32 --warps=2 %s | FileCheck %s --check-prefix=TWO
# RUN: %ptx --kernel=copy --spec=x=*fp32:16,out=*fp32:16,N=256 --warps=1 %s | FileCheck %s --check-prefix=MORE
# RUN: %ptx --kernel=copy --spec=x=*fp32:16,out=*fp32:16,N=2048 --warps=1 %s | FileCheck %s --check-prefix=MUCH
# RUN: %ptx --kernel=turn --spec=x=*fp32:16,out=*fp32:16 --warps=1 %s | FileCheck %s --check-prefix=TURN
# RUN: %ptx --kernel=asks --spec=out=*i32:16 --warps=1 %s | FileCheck %s --check-prefix=ASKS
import triton
import triton.language as tl


# A block has up to eight programs, a warp each: the next ones along the first axis.
# CHECK: .param .u32 copy_param_2
# CHECK: .maxntid 32, 8
# CHECK: mov.u32 [[WARP:%r[0-9]+]], %tid.y;
# CHECK: shfl.sync.idx.b32 [[OWN:%r[0-9]+]], [[WARP]], 0, 31, -1;
# CHECK: mad.lo.s32 [[ID:%r[0-9]+]], {{.*}}, [[OWN]];
# CHECK: setp.ge.u32 [[NONE:%p[0-9]+]], [[ID]],
# CHECK: @[[NONE]] bra
# CHECK: ld.global
# CHECK: st.global

# Where memory takes longer than a block's start, fewer do, or none.
# MORE: .maxntid 32, 4
# MUCH: .reqntid 32

# TWO: .reqntid 64
# TWO-NOT: %tid.y
@triton.jit
def copy(x, out, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    tl.store(out + at, tl.load(x + at))


# Each has its own part of shared memory, by the number of its warp.
# TURN: mov.u32 [[WARP:%r[0-9]+]], %tid.y;
# TURN: shfl.sync.idx.b32 [[OWN:%r[0-9]+]], [[WARP]],
# TURN: shl.b32 [[START:%r[0-9]+]], [[OWN]], 10;
# TURN: or.b32 {{.*}}[[START]];
# TURN: st.shared
@triton.jit
def turn(x, out):
    i, j = tl.arange(0, 16), tl.arange(0, 16)
    v = tl.load(x + i[:, None] * 16 + j[None, :])
    tl.store(out + j[:, None] * 16 + i[None, :], tl.trans(v))


# Assembly may ask where it runs: its program has a block to itself.
# ASKS: .reqntid 32
@triton.jit
def asks(out):
    block = tl.inline_asm_elementwise("mov.u32 $0, %ctaid.x;", "=r,r", [tl.arange(0, 32)],
                                      dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out + tl.arange(0, 32), block)
