"""Thousands of programs of one warp, which a GPU may run several to a block."""
import triton
import triton.language as tl


@triton.jit
def places(out):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    wide, high = tl.num_programs(0), tl.num_programs(1)
    tl.store(out + x + wide * (y + high * z), x * 7 + y * 11 + z * 13 + wide * high)

# case line: grid=(9001,) num_warps=1 out=i32[9001]
#   expect same on all devices
# case space: grid=(13, 700, 3) num_warps=1 out=i32[27300]
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

# case {T}: N=4 grid=(9001,) num_warps=1 x={T}[144016]:random(-9, 9) out={T}[144016]
#   each T in i16 i64
#   expect same on all devices


@triton.jit
def gathered(x, index, out, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    v = tl.gather(tl.load(x + at), tl.load(index + at), 0)
    old = tl.atomic_add(out + tl.program_id(0), tl.sum(v, 0))
    tl.store(x + tl.program_id(0) * N, old)

# case one-answer-each: N=32 grid=(8500,) num_warps=1 x=i32[272000]:random(-9, 9) index=i32[272000]:random(0, 31) out=i32[8500]:random(0, 9)
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

# case each-its-own-operands: grid=(8960,) num_warps=1 x=f16[1536]:random y=f16[512]:random out=f32[163840]
#   expect same on all devices ~ 1e-3
