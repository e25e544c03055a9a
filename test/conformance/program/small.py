"""Thousands of programs that move little, which a GPU may run several to a block."""
import triton
import triton.language as tl


@triton.jit
def places(out):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    wide, high = tl.num_programs(0), tl.num_programs(1)
    tl.store(out + x + wide * (y + high * z), x * 7 + y * 11 + z * 13 + wide * high)

# case line-{W}: grid=(9001,) num_warps={W} out=i32[9001]
#   each W in 1 2 4
#   expect same on all devices
# case space-{W}: grid=(13, 700, 3) num_warps={W} out=i32[27300]
#   each W in 1 4
#   expect same on all devices
# case upright: grid=(1, 9001) num_warps=1 out=i32[9001]
#   expect same on all devices


# Through shared memory, of which each program has its part.
@triton.jit
def turned_and_sorted(x, out, N: tl.constexpr):
    i, j = tl.arange(0, N), tl.arange(0, N)
    at = tl.program_id(0) * N * N + i[:, None] * N + j[None, :]
    v = tl.sort(tl.trans(tl.load(x + at)), 1)
    tl.store(out + at, v + tl.cumsum(tl.trans(v), 0))

# case {T}-{W}: N=4 grid=(9001,) num_warps={W} x={T}[144016]:random(-9, 9) out={T}[144016]
#   each T in i16 i64
#   each W in 1 4
#   expect same on all devices
# case between-{W}-warps: N=16 grid=(8499,) num_warps={W} x=i16[2175744]:random(-9, 9) out=i16[2175744]
#   each W in 2 4
#   expect same on all devices


@triton.jit
def gathered(x, index, out, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    v = tl.gather(tl.load(x + at), tl.load(index + at), 0)
    old = tl.atomic_add(out + tl.program_id(0), tl.sum(v, 0))
    tl.store(x + tl.program_id(0) * N, old)

# case one-answer-each-{W}: N=32 grid=(8500,) num_warps={W} x=i32[272000]:random(-9, 9) index=i32[272000]:random(0, 31) out=i32[8500]:random(0, 9)
#   each W in 1 4
#   expect same on all devices


@triton.jit
def products(x, y, out):
    i, j = tl.arange(0, 16), tl.arange(0, 16)
    at = i[:, None] * 16 + j[None, :]
    total = tl.zeros((16, 16), dtype=tl.float32)
    for k in range(2):
        a = tl.load(x + (tl.program_id(0) % 5 + k) * 256 + at)
        total = tl.dot(a, tl.load(y + k * 256 + at), total)
    tl.store(out + tl.program_id(0) % 640 * 256 + at, total)

# case each-its-own-operands-{W}: grid=(8960,) num_warps={W} x=f16[1536]:random y=f16[512]:random out=f32[163840]
#   each W in 1 2 4
#   expect same on all devices ~ 1e-3


# The last of its warps ends late: the others may not go on into the next program's barrier.
@triton.jit
def rows(x, out, n, N: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, N)
    total = 0.0
    for i in range(row % 7):
        v = tl.load(x + row % 50 * N + at, mask=at < n, other=0.0)
        total += tl.sum(v * (i + 1), 0)
    tl.store(out + row, total)

# case {W}-warps: n=60 N=64 grid=(8700,) num_warps={W} x=f32[3200]:random out=f32[8700]
#   each W in 1 2 4
#   expect same on all devices ~ 1e-5
