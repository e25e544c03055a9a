"""Tiles whose lanes all point to one place, read and written under masks that differ by lane."""
import triton
import triton.language as tl


@triton.jit
def read_one(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    place = x + tl.zeros([N], tl.int32)
    tl.store(out + i, tl.load(place, mask=i < n, other=-1))

# case half: N=8 n=3 x=i32[7, 0] out=i32[8]
#   expect out = [7, 7, 7, -1, -1, -1, -1, -1]


@triton.jit
def write_one(out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    place = out + tl.zeros([N], tl.int32)
    tl.store(place, tl.full([N], 5, tl.int32), mask=i >= n)

# case some: N=8 n=3 out=i32[2]
#   expect out = [5, 0]
# case none: N=8 n=8 out=i32[2]
#   expect out = [0, 0]


@triton.jit
def two_halves_of_one(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(out + tl.arange(0, 2 * N), tl.cat(a, a + 1, can_reorder=True))

# case smallest: N=1 x=i8[3, 0] out=i8[2]
#   expect out = [3, 4]
