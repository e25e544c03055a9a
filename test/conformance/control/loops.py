"""Loops over tiles and pointers, with hints, of unsigned and wide indices, and inside each other."""
import triton
import triton.language as tl


@triton.jit
def hinted(x, out, n, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], tl.float32)
    for start in tl.range(0, n, BLOCK, num_stages=3, loop_unroll_factor=2):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + i, mask=i < n, other=0.0)
    tl.store(out, tl.sum(total, 0))

# case ragged: n=10 BLOCK=4 x=f32[10]:iota out=f32[1]
#   expect out = [45]
# case nothing: n=0 BLOCK=4 x=f32[1] out=f32[1]
#   expect out = [0]


@triton.jit
def wide_index(out, start, n):
    count = 0
    for i in range(start, start + n):
        count += (i & 1).to(tl.int32)
    tl.store(out, count)

# case beyond-32-bits: start=4294967296 n=5 out=i32[1]
#   expect out = [2]


@triton.jit
def tile_and_scalar(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    best = tl.full([N], -float("inf"), tl.float32)
    where = tl.zeros([N], tl.int32)
    for row in range(n):
        v = tl.load(x + row * N + i)
        better = v > best
        best = tl.where(better, v, best)
        where = tl.where(better, row, where)
    tl.store(out + i, where)

# case argmax-of-columns: n=3 N=4 x=f32[1, 5, 2, 0, 3, 4, 2, 9, 2, 6, 1, 9] out=i32[4]
#   expect out = [1, 2, 0, 1]


@triton.jit
def break_by_condition(x, out, n):
    i = 0
    total = 0
    while (i < n) & (total < 10):
        total += tl.load(x + i)
        i += 1
    tl.store(out, total)
    tl.store(out + 1, i)

# case stops-early: n=5 x=i32[4, 4, 4, 4, 4] out=i32[2]
#   expect out = [12, 3]
# case runs-out: n=2 x=i32[4, 4] out=i32[2]
#   expect out = [8, 2]


@triton.jit
def branch_in_loop(x, out, n):
    evens = 0
    odds = 0
    for i in range(n):
        v = tl.load(x + i)
        if v % 2 == 0:
            evens += v
        else:
            odds += v
    tl.store(out, evens)
    tl.store(out + 1, odds)

# case some: n=5 x=i32[1, 2, 3, 4, 5] out=i32[2]
#   expect out = [6, 9]


@triton.jit
def loop_in_branch(x, out, n):
    total = -1
    if n > 2:
        total = 0
        for i in range(n):
            total += tl.load(x + i)
    tl.store(out, total)

# case taken: n=3 x=i32[1, 2, 3] out=i32[1]
#   expect out = [6]
# case not-taken: n=2 x=i32[1, 2, 3] out=i32[1]
#   expect out = [-1]


@triton.jit
def tuples(x, out, N: tl.constexpr):
    pair = (tl.load(x), tl.load(x + 1))
    for i in tl.static_range(N):
        pair = (pair[1], pair[0] + pair[1])
    tl.store(out, pair[0])
    tl.store(out + 1, pair[1])

# case fibonacci: N=5 x=i32[0, 1] out=i32[2]
#   expect out = [5, 8]
