"""Loads, masks and control flow, as people reported them."""
import triton
import triton.language as tl


@triton.jit
def sum_masked(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out, tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))

# case other-is-no-lane's-value: N=256 n=16 x=f32[16]:iota out=f32[1]
#   expect out = [120]
# case none: N=256 n=0 x=f32[1]:fill(5) out=f32[1]
#   expect out = [0]


@triton.jit
def padded(x, out, n, N: tl.constexpr, PADDING: tl.constexpr):
    block = tl.make_block_ptr(x, shape=(n,), strides=(1,), offsets=(0,), block_shape=(N,), order=(0,))
    tl.store(out + tl.arange(0, N), tl.load(block, boundary_check=(0,), padding_option=PADDING))

# case zeros: N=8 n=4 PADDING="zero" x=f32[1, 2, 3, 4, 5, 6, 7, 8] out=f32[8]
#   expect out = [1, 2, 3, 4, 0, 0, 0, 0]
# case nans: N=8 n=4 PADDING="nan" x=f32[1, 2, 3, 4, 5, 6, 7, 8] out=f32[8]
#   expect out = [1, 2, 3, 4, nan, nan, nan, nan]
# case half-nans: N=8 n=5 PADDING="nan" x=f16[8]:iota out=f16[8]
#   expect out = [0, 1, 2, 3, 4, nan, nan, nan]


@triton.jit
def column_sums(x, out, rows, M: tl.constexpr, N: tl.constexpr):
    block = tl.make_block_ptr(x, shape=(rows, N), strides=(N, 1), offsets=(0, 0), block_shape=(M, N), order=(1, 0))
    total = tl.zeros([N], tl.float32)
    for start in range(0, rows, M):
        total += tl.sum(tl.load(block, boundary_check=(0,), padding_option="zero"), 0)
        block = tl.advance(block, (M, 0))
    tl.store(out + tl.arange(0, N), total)

# case ragged-rows: rows=5 M=4 N=2 x=f32[10]:iota out=f32[2]
#   expect out = [20, 25]


@triton.jit
def choose_by_program(out):
    pid = tl.program_id(0)
    tl.store(out + pid, 7 if pid % 2 else 9)

# case else-then-if: grid=(2,) out=i32[2]
#   expect out = [9, 7]


@triton.jit
def constant_and(out, C1: tl.constexpr, C2: tl.constexpr):
    if C1 and C2:
        tl.store(out, 1)
    if C1 or C2:
        tl.store(out + 1, 1)

# case false-false: C1=False C2=False out=i32[2]
#   expect out = [0, 0]
# case true-false: C1=True C2=False out=i32[2]
#   expect out = [0, 1]
# case false-true: C1=False C2=True out=i32[2]
#   expect out = [0, 1]
# case true-true: C1=True C2=True out=i32[2]
#   expect out = [1, 1]


@triton.jit
def loaded_or(x, out):
    a, b, c = tl.load(x), tl.load(x + 1), tl.load(x + 2)
    if a or b or c:
        tl.store(out, 1)
    if a and b and c:
        tl.store(out + 1, 1)

# case {A}{B}{C}: x=i1[{A}, {B}, {C}] out=i32[2]
#   each A B C OR AND in 0:0:0:0:0 0:0:1:1:0 0:1:0:1:0 0:1:1:1:0 1:0:0:1:0 1:0:1:1:0 1:1:0:1:0 1:1:1:1:1
#   expect out = [{OR}, {AND}]


@triton.jit
def halve_until_one(out, N: tl.constexpr):
    r = N + 1
    trips = 0
    while r > 1:
        r = (r + 1) // 2
        trips += 1
    tl.store(out, trips)

# case a-name-of-a-constant-is-a-variable: N=8 out=i32[1]
#   expect out = [4]


@triton.jit
def always(keep, value):
    return tl.where(keep | True, value, 0.0)


@triton.jit
def product_of_ones(unrelated, out, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    keep = (i < N) & (j < N)
    a = always(keep, tl.full([N, N], 1.0, tl.float32))
    b = always(keep, tl.full([N, N], 1.0, tl.float32))
    tl.store(unrelated + i * N + j, a + b)
    c = tl.dot(a, b, input_precision="ieee")
    tl.store(out + i * N + j, always(keep, c))

# case four: N=4 unrelated=f32[16] out=f32[16]
#   expect unrelated = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
#   expect out = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]
