"""Branches and loops."""
import triton
import triton.language as tl


@triton.jit
def branch(x, out):
    v = tl.load(x + tl.program_id(0))
    if v > 0:
        r = v * 2
    elif v == 0:
        r = 100
    else:
        r = -v
    tl.store(out + tl.program_id(0), r)

# case three-ways: grid=(3,) x=i32[5, 0, -7] out=i32[3]
#   expect out = [10, 100, 7]


@triton.jit
def branch_without_else(x, out):
    r = 1
    if tl.load(x) > 0:
        r = 2
        tl.store(out + 1, 9)
    tl.store(out, r)

# case taken: x=i32[5,] out=i32[2]
#   expect out = [2, 9]
# case not-taken: x=i32[-5,] out=i32[2]
#   expect out = [1, 0]


@triton.jit
def branches_in_a_row(x, out, N: tl.constexpr):
    total = 0
    for i in tl.static_range(N):
        if tl.load(x + i) > 0:
            total += i
    tl.store(out, total)

# case many: N=48 x=i32[48]:random(1, 9) out=i32[1]
#   expect out = [1128,]


@triton.jit
def loop(out, start, stop, STEP: tl.constexpr):
    total = 0
    times = 0
    for i in range(start, stop, STEP):
        total += i
        times += 1
    tl.store(out, total)
    tl.store(out + 1, times)

# case some: start=0 stop=10 STEP=3 out=i32[2]
#   expect out = [18, 4]
# case none: start=5 stop=5 STEP=2 out=i32[2]
#   expect out = [0, 0]
# case backwards-bounds: start=6 stop=2 STEP=2 out=i32[2]
#   expect out = [0, 0]
# case negative-step: start=6 stop=2 STEP=-2 out=i32[2]
#   expect out = [10, 2]
# case near-the-largest: start=2147483640 stop=2147483647 STEP=5 out=i32[2]
#   expect out = [-11, 2]


@triton.jit
def fibonacci(out, n):
    a, b = 0, 1
    for i in range(n):
        a, b = b, a + b
    tl.store(out, a)
    tl.store(out + 1, b)

# case values-swap: n=10 out=i32[2]
#   expect out = [55, 89]
# case no-turn: n=0 out=i32[2]
#   expect out = [0, 1]


@triton.jit
def carried_tile(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    acc = tl.zeros([N], tl.float32)
    pointer = x + i
    for _ in range(n):
        acc += tl.load(pointer)
        pointer += N
    tl.store(out + i, acc)

# case sums-rows: n=3 N=2 x=f32[1, 2, 3, 4, 5, 6] out=f32[2]
#   expect out = [9, 12]


@triton.jit
def nested(out, n, m):
    total = 0
    for i in range(n):
        for j in range(m):
            if (i + j) % 2 == 0:
                total += i * 10 + j
    tl.store(out, total)

# case small: n=3 m=3 out=i32[1]
#   expect out = [55]


@triton.jit
def collatz(x, out):
    v = tl.load(x + tl.program_id(0))
    steps = 0
    while v != 1:
        if v % 2 == 0:
            v = v // 2
        else:
            v = 3 * v + 1
        steps += 1
    tl.store(out + tl.program_id(0), steps)

# case some: grid=(4,) x=i32[1, 2, 7, 27] out=i32[4]
#   expect out = [0, 1, 16, 111]


@triton.jit
def unrolled(x, out, N: tl.constexpr):
    total = 0.0
    for i in tl.static_range(N):
        total += tl.load(x + i) * (i + 1)
    tl.store(out, total)

# case four: N=4 x=f32[1, 1, 1, 1] out=f32[1]
#   expect out = [10]


@triton.jit
def early_return(x, out):
    if tl.load(x) < 0:
        return
    tl.store(out, 1)

# case returns: x=i32[-1,] out=i32[1]
#   expect out = [0]
# case goes-on: x=i32[1,] out=i32[1]
#   expect out = [1]


@triton.jit
def square_plus(x, y):
    return x * x + y


@triton.jit
def calls(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(out + i, square_plus(v, y=square_plus(1, 1)))

# case nested: N=2 x=i32[3, 4] out=i32[2]
#   expect out = [11, 18]
