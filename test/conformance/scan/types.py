"""Scans of each element type."""
import triton
import triton.language as tl


@triton.jit
def running(x, sums, products, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(sums + i, tl.cumsum(a, 0))
    tl.store(products + i, tl.cumprod(a, 0))

# case i32: N=8 x=i32[8]:random sums=i32[8] products=i32[8] seeds=2
#   expect same on all devices
# case i64: N=8 x=i64[8]:random sums=i64[8] products=i64[8]
#   expect same on all devices
# case u32: N=8 x=u32[8]:random sums=u32[8] products=u32[8]
#   expect same on all devices
# case f16: N=8 x=f16[8]:random sums=f16[8] products=f16[8]
#   expect same on all devices ~ 4e-3
# case bf16-widens: N=4 x=bf16[256, 1, 1, 1] sums=f32[4] products=f32[4]
#   expect sums = [256, 257, 258, 259]
# case f64: N=64 x=f64[64]:random sums=f64[64] products=f64[64]
#   expect same on all devices ~ 1e-14


@triton.jit
def keep_last(a, b):
    return b


@triton.jit
def last_seen(x, out, N: tl.constexpr, REVERSE: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.associative_scan(tl.load(x + i), 0, keep_last, reverse=REVERSE))

# case forward: N=4 REVERSE=False x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [1, 2, 3, 4]
# case backward: N=4 REVERSE=True x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [1, 2, 3, 4]


@triton.jit
def segmented(flag_a, sum_a, flag_b, sum_b):
    return flag_a | flag_b, tl.where(flag_b != 0, sum_b, sum_a + sum_b)


@triton.jit
def segmented_sum(flags, x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    _, s = tl.associative_scan((tl.load(flags + i), tl.load(x + i)), 0, segmented)
    tl.store(out + i, s)

# case restarts: N=8 flags=i32[1, 0, 0, 1, 0, 1, 0, 0] x=i32[8]:fill(1) out=i32[8]
#   expect out = [1, 2, 3, 1, 2, 1, 2, 3]
