"""Running sums, products, and scans with the author's own function."""
import triton
import triton.language as tl


@triton.jit
def running_sum(x, out, N: tl.constexpr, REVERSE: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.cumsum(tl.load(x + i), 0, reverse=REVERSE))

# case forward: N=4 REVERSE=False x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [1, 3, 6, 10]
# case backward: N=4 REVERSE=True x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [10, 9, 7, 4]
# case i8-widens: N=4 REVERSE=False x=i8[100, 100, 100, 100] out=i32[4]
#   expect out = [100, 200, 300, 400]
# case one-lane: N=1 REVERSE=False x=f32[5,] out=f32[1]
#   expect out = [5]
# case many: N=1024 REVERSE=False x=f32[1024]:random out=f32[1024]
#   expect same on all devices ~ 1e-5
# case many-backward: N=256 REVERSE=True x=i32[256]:random out=i32[256]
#   expect same on all devices


@triton.jit
def running_sum_axis(x, out, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr,
                     REVERSE: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + i, tl.cumsum(tl.load(x + i), AXIS, reverse=REVERSE))

# case rows: M=2 N=4 AXIS=1 REVERSE=False x=i32[8]:iota out=i32[8]
#   expect out = [0, 1, 3, 6, 4, 9, 15, 22]
# case columns: M=2 N=4 AXIS=0 REVERSE=False x=i32[8]:iota out=i32[8]
#   expect out = [0, 1, 2, 3, 4, 6, 8, 10]
# case columns-backward: M=2 N=2 AXIS=0 REVERSE=True x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [4, 6, 3, 4]
# case large: M=32 N=16 AXIS=0 REVERSE=False x=f32[512]:random out=f32[512]
#   expect same on all devices ~ 1e-5


@triton.jit
def running_product(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.cumprod(tl.load(x + i), 0))

# case some: N=4 x=f32[1, 2, 3, 4] out=f32[4]
#   expect out = [1, 2, 6, 24]


@triton.jit
def compose(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def linear_recurrence(a, b, out, N: tl.constexpr):
    i = tl.arange(0, N)
    _, y = tl.associative_scan((tl.load(a + i), tl.load(b + i)), 0, compose)
    tl.store(out + i, y)

# case not-commutative: N=4 a=f32[2, 2, 2, 2] b=f32[1, 1, 1, 1] out=f32[4]
#   expect out = [1, 3, 7, 15]
# case random: N=64 a=f32[64]:random b=f32[64]:random out=f32[64]
#   expect same on all devices ~ 1e-5


@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def running_max(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.associative_scan(tl.load(x + i), 0, larger))

# case some: N=8 x=i32[3, 1, 4, 1, 5, 9, 2, 6] out=i32[8]
#   expect out = [3, 3, 4, 4, 5, 9, 9, 9]
