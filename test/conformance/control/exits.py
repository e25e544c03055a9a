"""Loops that are left early: break, continue, and return."""
import triton
import triton.language as tl


@triton.jit
def sum_until_negative(x, out, n):
    total = 0
    seen = 0
    for i in range(n):
        value = tl.load(x + i)
        if value < 0:
            break
        total += value
        seen += 1
    tl.store(out, total)
    tl.store(out + 1, seen)

# case in-the-middle: n=5 x=i32[1, 2, -1, 4, 8] out=i32[2]
#   expect out = [3, 2]
# case at-the-start: n=3 x=i32[-1, 2, 3] out=i32[2]
#   expect out = [0, 0]
# case never: n=3 x=i32[1, 2, 4] out=i32[2]
#   expect out = [7, 3]
# case no-round: n=0 x=i32[1,] out=i32[2]
#   expect out = [0, 0]


@triton.jit
def sum_of_positives(x, out, n):
    total = 0
    skipped = 0
    for i in range(n):
        value = tl.load(x + i)
        if value < 0:
            skipped += 1
            continue
        if value == 0:
            continue
        total += value
    tl.store(out, total)
    tl.store(out + 1, skipped)

# case mixed: n=6 x=i32[1, -2, 0, 4, -5, 8] out=i32[2]
#   expect out = [13, 2]


@triton.jit
def nested_conditions(x, out, n):
    total = 0
    for i in range(n):
        value = tl.load(x + i)
        if value > 0:
            if value > 100:
                break
            weight = 2
        else:
            if value == 0:
                continue
            weight = 3
        total += value * weight
    tl.store(out, total)

# case all-paths: n=6 x=i32[1, -2, 0, 4, 101, 8] out=i32[1]
#   expect out = [4,]


@triton.jit
def leaves_the_inner_loop_only(out, n):
    total = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            total += 1
        total += 100
    tl.store(out, total)

# case triangle: n=4 out=i32[1]
#   expect out = [410,]


@triton.jit
def without_end(out, limit):
    a, b = 0, 1
    while True:
        a, b = b, a + b
        if a > limit:
            break
    tl.store(out, a)

# case fibonacci: limit=50 out=i32[1]
#   expect out = [55,]


@triton.jit
def condition_not_seen_after_break(x, out):
    i = 0
    while tl.load(x + i) != 0:
        if tl.load(x + i) == 7:
            i = 100
            break
        i += 1
    tl.store(out, i)

# case zero-ends: x=i32[1, 2, 0, 7] out=i32[1]
#   expect out = [2,]
# case seven-ends: x=i32[1, 7, 0, 7] out=i32[1]
#   expect out = [100,]


@triton.jit
def while_continue(out, n):
    i = 0
    odd = 0
    while i < n:
        i += 1
        if i % 2 == 0:
            continue
        odd += i
    tl.store(out, odd)

# case odd-numbers: n=7 out=i32[1]
#   expect out = [16,]


@triton.jit
def unrolled(x, out):
    total = 0
    for i in tl.static_range(4):
        value = tl.load(x + i)
        if value < 0:
            break
        if value == 0:
            continue
        total += value
    tl.store(out, total)

# case all: x=i32[1, 2, 3, 4] out=i32[1]
#   expect out = [10,]
# case stopped: x=i32[1, 0, -3, 4] out=i32[1]
#   expect out = [1,]


@triton.jit
def unrolled_known(out):
    total = 0
    for i in tl.static_range(8):
        if i == 1:
            continue
        if i == 4:
            break
        total += i
    tl.store(out, total)

# case known: out=i32[1]
#   expect out = [5,]


@triton.jit
def find(x, wanted, n):
    for i in range(n):
        if tl.load(x + i) == wanted:
            return i
    return -1


@triton.jit
def returns_from_a_loop(x, out, wanted, n):
    tl.store(out, find(x, wanted, n))

# case found: wanted=3 n=4 x=i32[1, 2, 3, 3] out=i32[1]
#   expect out = [2,]
# case not-found: wanted=9 n=4 x=i32[1, 2, 3, 3] out=i32[1]
#   expect out = [-1,]


@triton.jit
def find_pair(x, wanted, n):
    tries = 0
    for i in range(n):
        for j in range(n):
            tries += 1
            if tl.load(x + i) + tl.load(x + j) == wanted:
                return i * 10 + j
        tries += 100
    return -tries


@triton.jit
def returns_from_two_loops(x, out, wanted, n):
    tl.store(out, find_pair(x, wanted, n))

# case found: wanted=9 n=3 x=i32[1, 4, 5] out=i32[1]
#   expect out = [12,]
# case not-found: wanted=99 n=3 x=i32[1, 4, 5] out=i32[1]
#   expect out = [-309,]


@triton.jit
def first_of(tile, n):
    for i in tl.static_range(3):
        if n == i:
            return tile * (i + 2)
    return tile


@triton.jit
def returns_from_an_unrolled_loop(out, n):
    i = tl.arange(0, 4)
    tl.store(out + i, first_of(i, n))

# case second: n=1 out=i32[4]
#   expect out = [0, 3, 6, 9]
# case none: n=5 out=i32[4]
#   expect out = [0, 1, 2, 3]


@triton.jit
def kernel_returns(x, out, n):
    for i in range(n):
        if tl.load(x + i) < 0:
            tl.store(out, i)
            return
        tl.store(out + 1, i)
    tl.store(out, 99)

# case early: n=3 x=i32[5, -1, 6] out=i32[2]
#   expect out = [1, 0]
# case whole: n=3 x=i32[5, 1, 6] out=i32[2]
#   expect out = [99, 2]


@triton.jit
def tiles_are_carried(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    total = tl.zeros([N], tl.float32)
    for k in range(n):
        row = tl.load(x + k * N + i)
        if tl.sum(row) < 0:
            break
        if tl.max(row) > 100:
            continue
        total += row
    tl.store(out + i, total)

# case rows: n=4 N=2 x=f32[1, 2, 200, 1, 3, 4, -9, 1] out=f32[2]
#   expect out = [4, 6]


@triton.jit
def downward(out, n):
    last = -1
    for i in range(n, 0, -1):
        if i * i < 10:
            last = i
            break
    tl.store(out, last)

# case counts-down: n=9 out=i32[1]
#   expect out = [3,]


@triton.jit
def near_the_largest(out, start, stop):
    times = 0
    for i in range(start, stop, 5):
        times += 1
        if times > 10:
            break
    tl.store(out, times)

# case does-not-wrap: start=2147483640 stop=2147483647 out=i32[1]
#   expect out = [2,]


@triton.jit
def index_outlives_the_loop(out, n):
    i = 0
    for a in range(n):
        for i in range(3):
            tl.store(out + i, a)
    tl.store(out + 3, i)

# case last-index: n=2 out=i32[4]
#   expect out = [1, 1, 1, 2]
# case untouched: n=0 out=i32[4]
#   expect out = [0, 0, 0, 0]


@triton.jit
def never_returns(n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        else:
            total += i
            continue
        if i == 4:
            return 100
    return total


@triton.jit
def return_out_of_reach(out, n):
    tl.store(out, never_returns(n))

# case to-the-end: n=6 out=i32[1]
#   expect out = [12,]
