"""Loops whose index passes the last number of its type."""
import triton
import triton.language as tl


@triton.jit
def count_up(out, start, stop, step):
    trips = 0
    last = start
    for i in range(start, stop, step):
        trips += 1
        last = i
    tl.store(out, trips)
    tl.store(out + 1, last)

# case to-the-largest: start=2147483640 stop=2147483647 step=1 out=i32[2]
#   expect out = [7, 2147483646]
# case a-step-over-the-largest: start=2147483640 stop=2147483647 step=5 out=i32[2]
#   expect out = [2, 2147483645]
# case a-long-step: start=0 stop=2147483647 step=2000000000 out=i32[2]
#   expect out = [2, 2000000000]
# case the-whole-range: start=-2147483648 stop=2147483647 step=2147483647 out=i32[2]
#   expect out = [3, 2147483646]
# case from-the-smallest: start=-2147483648 stop=-2147483646 step=1 out=i32[2]
#   expect out = [2, -2147483647]
# case past-the-largest-i64: start=9223372036854775800 stop=9223372036854775807 step=5 out=i64[2]
#   expect out = [2, 9223372036854775805]
# case a-long-step-of-i64: start=-9223372036854775000 stop=9223372036854775807 step=9223372036854775000 out=i64[2]
#   expect out = [3, 9223372036854775000]
# case the-whole-range-of-i64: start=-9223372036854775808 stop=9223372036854775807 step=9223372036854775807 out=i64[2]
#   expect out = [3, 9223372036854775806]
# case i64-by-steps: start=-5000000000 stop=5000000000 step=2500000000 out=i64[2]
#   expect out = [4, 2500000000]
# case no-i64: start=5000000000 stop=-5000000000 step=2500000000 out=i64[2]
#   expect out = [0, 5000000000]
# case none: start=5 stop=5 step=7 out=i32[2]
#   expect out = [0, 5]


@triton.jit
def count_down(out, start, stop):
    trips = 0
    last = start
    for i in range(start, stop, -3):
        trips += 1
        last = i
    tl.store(out, trips)
    tl.store(out + 1, last)

# case past-the-smallest: start=-2147483640 stop=-2147483648 out=i32[2]
#   expect out = [3, -2147483646]
# case past-the-smallest-i64: start=-9223372036854775800 stop=-9223372036854775808 out=i64[2]
#   expect out = [3, -9223372036854775806]
# case nothing: start=-2147483648 stop=5 out=i32[2]
#   expect out = [0, -2147483648]


@triton.jit
def sum_tiles(x, out, start, stop, N: tl.constexpr):
    lanes = tl.arange(0, N)
    total = tl.zeros([N], tl.float32)
    for i in range(start, stop, N):
        at = i - start + lanes
        total += tl.load(x + at, mask=at < stop - start, other=0.0)
    tl.store(out, tl.sum(total, 0))

# case last-tile-passes-the-largest: start=2147483638 stop=2147483647 N=4 x=f32[9]:iota out=f32[1]
#   expect out = [36]
