"""tl.map_elementwise: scalar functions with control flow, several results, packs of lanes."""
import triton
import triton.language as tl


@triton.jit
def collatz_steps(x):
    steps = 0
    while x != 1:
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        steps += 1
    return steps


@triton.jit
def loops_by_lane(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.map_elementwise(collatz_steps, tl.load(x + i)))

# case some: N=4 x=i32[1, 2, 7, 27] out=i32[4]
#   expect out = [0, 1, 16, 111]


@triton.jit
def sum_and_difference(a, b):
    return a + b, a - b


@triton.jit
def two_results(x, y, sums, differences, N: tl.constexpr):
    i = tl.arange(0, N)
    s, d = tl.map_elementwise(sum_and_difference, tl.load(x + i), tl.load(y + i))
    tl.store(sums + i, s)
    tl.store(differences + i, d)

# case some: N=4 x=f32[1, 2, 3, 4] y=f32[10, 20, 30, 40] sums=f32[4] differences=f32[4]
#   expect sums = [11, 22, 33, 44]
#   expect differences = [-9, -18, -27, -36]


@triton.jit
def swap(a, b):
    return b, a


@triton.jit
def packs(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.map_elementwise(swap, tl.load(x + i), pack=2))

# case neighbours-swap: N=4 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [2, 1, 4, 3]
