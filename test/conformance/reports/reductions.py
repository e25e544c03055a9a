"""Reductions and scans, as people reported them: NaN, direction, order, tuples, one-trip loops."""
import triton
import triton.language as tl


@triton.jit
def extremes(x, most, least, N: tl.constexpr):
    v = tl.load(x + tl.arange(0, N))
    tl.store(most, tl.argmax(v, 0))
    tl.store(least, tl.argmin(v, 0))

# case nan-first: N=4 x=f32[nan, 6, 8, 7] most=i32[1] least=i32[1]
#   expect most = [2]
#   expect least = [1]
# case infinity-then-nan: N=2 x=f32[inf, nan] most=i32[1] least=i32[1]
#   expect most = [0]
#   expect least = [0]
# case nan-then-infinity: N=2 x=f32[nan, inf] most=i32[1] least=i32[1]
#   expect most = [1]
#   expect least = [1]
# case minus-infinity-and-nan: N=4 x=f32[nan, -inf, nan, nan] most=i32[1] least=i32[1]
#   expect most = [1]
#   expect least = [1]
# case all-nan: N=4 x=f32[nan, nan, nan, nan] most=i32[1] least=i32[1]
#   expect same on all devices


@triton.jit
def scan_in_a_loop(x, out, trips, N: tl.constexpr):
    i = tl.arange(0, N)
    for trip in range(trips):
        tl.store(out + trip * N + i, tl.cumsum(tl.load(x + trip * N + i), 0))

# case one-trip-of-8: N=8 trips=1 x=f32[8]:fill(1) out=f32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]
# case one-trip-of-32: N=32 trips=1 x=i32[32]:fill(1) out=i32[32]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]


@triton.jit
def backwards(x, out, flipped, AXIS: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    v = tl.load(x + at)
    tl.store(out + at, tl.cumsum(v, AXIS, reverse=True))
    tl.store(flipped + at, tl.flip(tl.cumsum(tl.flip(v, AXIS), AXIS), AXIS))

# case axis-0: AXIS=0 A=2 B=2 C=4 x=i32[16]:iota out=i32[16] flipped=i32[16]
#   expect out = [8, 10, 12, 14, 16, 18, 20, 22, 8, 9, 10, 11, 12, 13, 14, 15]
#   expect flipped = [8, 10, 12, 14, 16, 18, 20, 22, 8, 9, 10, 11, 12, 13, 14, 15]
# case axis-1: AXIS=1 A=2 B=2 C=4 x=i32[16]:iota out=i32[16] flipped=i32[16]
#   expect out = [4, 6, 8, 10, 4, 5, 6, 7, 20, 22, 24, 26, 12, 13, 14, 15]
#   expect flipped = [4, 6, 8, 10, 4, 5, 6, 7, 20, 22, 24, 26, 12, 13, 14, 15]
# case axis-2: AXIS=2 A=2 B=2 C=4 x=i32[16]:iota out=i32[16] flipped=i32[16]
#   expect out = [6, 6, 5, 3, 22, 18, 13, 7, 38, 30, 21, 11, 54, 42, 29, 15]
#   expect flipped = [6, 6, 5, 3, 22, 18, 13, 7, 38, 30, 21, 11, 54, 42, 29, 15]
# case axis-from-the-end: AXIS=-1 A=2 B=2 C=4 x=i32[16]:iota out=i32[16] flipped=i32[16]
#   expect out = [6, 6, 5, 3, 22, 18, 13, 7, 38, 30, 21, 11, 54, 42, 29, 15]


@triton.jit
def backwards_line(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.cumsum(tl.load(x + i), 0, reverse=True))

# case ones: N=8 x=f32[8]:fill(1) out=f32[8]
#   expect out = [8, 7, 6, 5, 4, 3, 2, 1]
# case one-warp: N=32 x=i32[32]:fill(1) out=i32[32]
#   expect out = [32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


@triton.jit
def large_then_small(out, N: tl.constexpr):
    i = tl.arange(0, N)
    total = tl.cumsum(tl.where(i < N // 2, 1e8, 1.0), 0, reverse=True)
    tl.store(out + i, total, mask=i >= N // 2)

# case what-follows-is-summed-alone: N=64 out=f32[64]
#   expect out = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
# case one-warp: N=64 num_warps=1 out=f32[64]
#   expect out = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def sum_of_a_tuple(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i, mask=i < n, other=0)
    total, = tl.reduce((v,), 0, add)
    tl.store(out, total)

# case one-element-tuple: N=512 n=300 x=i32[300]:fill(32) out=i32[1]
#   expect out = [9600]
# case floats: N=512 n=300 x=f32[300]:fill(32) out=f32[1]
#   expect out = [9600]
