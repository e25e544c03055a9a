"""Sorting, the k largest, histograms."""
import triton
import triton.language as tl


@triton.jit
def sorted_row(x, out, N: tl.constexpr, DESCENDING: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.sort(tl.load(x + i), descending=DESCENDING))

# case ascending: N=8 DESCENDING=False x=i32[3, 1, 4, 1, 5, -9, 2, 6] out=i32[8]
#   expect out = [-9, 1, 1, 2, 3, 4, 5, 6]
# case descending: N=8 DESCENDING=True x=f32[3, 1, 4, 1.5, 5, -9, 2, inf] out=f32[8]
#   expect out = [inf, 5, 4, 3, 2, 1.5, 1, -9]
# case unsigned: N=4 DESCENDING=False x=u32[0xFFFFFFFF, 1, 0x80000000, 0] out=u32[4]
#   expect out = [0, 1, 0x80000000, 0xFFFFFFFF]
# case random: N=128 DESCENDING=False x=f32[128]:random out=f32[128] seeds=3
#   expect same on all devices


@triton.jit
def sorted_rows(x, out, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + i, tl.sort(tl.load(x + i)))

# case each-row: M=2 N=4 x=i32[4, 3, 2, 1, 8, 5, 7, 6] out=i32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]


@triton.jit
def largest(x, out, N: tl.constexpr, K: tl.constexpr):
    tl.store(out + tl.arange(0, K), tl.topk(tl.load(x + tl.arange(0, N)), K))

# case two: N=8 K=2 x=f32[3, 1, 4, 1, 5, 9, 2, 6] out=f32[2]
#   expect out = [9, 6]
# case all: N=4 K=4 x=f32[3, 1, 4, 2] out=f32[4]
#   expect out = [4, 3, 2, 1]


@triton.jit
def counted(x, out, N: tl.constexpr, BINS: tl.constexpr):
    tl.store(out + tl.arange(0, BINS), tl.histogram(tl.load(x + tl.arange(0, N)), BINS))

# case small: N=8 BINS=4 x=i32[0, 1, 1, 3, 3, 3, 2, 0] out=i32[4]
#   expect out = [2, 2, 1, 3]
# case outside-counts-nowhere: N=4 BINS=2 x=i32[0, 5, -1, 1] out=i32[2]
#   expect out = [1, 1]
# case random: N=512 BINS=16 x=i32[512]:random(0, 16) out=i32[16]
#   expect same on all devices


@triton.jit
def counted_masked(x, out, n, N: tl.constexpr, BINS: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + tl.arange(0, BINS), tl.histogram(tl.load(x + i), BINS, mask=i < n))

# case half: n=2 N=4 BINS=2 x=i32[0, 1, 1, 1] out=i32[2]
#   expect out = [1, 1]
