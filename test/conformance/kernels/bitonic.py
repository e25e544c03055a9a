"""Sorts as kernels write them by hand: every stage reads the one before through several views."""
import triton
import triton.language as tl


@triton.jit
def by_gather(x, out, N: tl.constexpr, LOG: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    for stage in tl.static_range(1, LOG + 1):
        for step in tl.static_range(stage):
            bit: tl.constexpr = 1 << (stage - 1 - step)
            other = tl.gather(v, i ^ bit, 0)
            up = (i & (1 << stage)) == 0
            first = (i & bit) == 0
            v = tl.where(up == first, tl.minimum(v, other), tl.maximum(v, other))
    tl.store(out + i, v)

# case sorts-256: N=256 LOG=8 x=i32[256]:random(-1000, 1000) out=i32[256]
#   expect same on all devices
# case sorts-1024: N=1024 LOG=10 x=f32[1024]:random out=f32[1024]
#   expect same on all devices
# case small: N=8 LOG=3 x=i32[5, 1, 8, 3, 2, 7, 6, 4] out=i32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]


@triton.jit
def by_flip(x, out, N: tl.constexpr, LOG: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    for stage in tl.static_range(1, LOG + 1):
        for step in tl.static_range(stage):
            bit: tl.constexpr = 1 << (stage - 1 - step)
            pairs = v.reshape(N // (2 * bit), 2, bit)
            other = tl.flip(pairs, 1).reshape(N)
            up = (i & (1 << stage)) == 0
            first = (i & bit) == 0
            v = tl.where(up == first, tl.minimum(v, other), tl.maximum(v, other))
    tl.store(out + i, v)

# case sorts-256: N=256 LOG=8 x=i32[256]:random(-1000, 1000) out=i32[256]
#   expect same on all devices
# case small: N=8 LOG=3 x=f32[5, 1, 8, 3, 2, 7, 6, 4] out=f32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]


@triton.jit
def by_split_and_join(x, out, N: tl.constexpr, LOG: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    for stage in tl.static_range(1, LOG + 1):
        for step in tl.static_range(stage):
            bit: tl.constexpr = 1 << (stage - 1 - step)
            a, b = tl.split(v.reshape(N // (2 * bit), 2, bit).permute(0, 2, 1))
            rows = tl.arange(0, N // (2 * bit))[:, None] * 2 * bit
            up = (rows & (1 << stage)) == 0
            low, high = tl.minimum(a, b), tl.maximum(a, b)
            both = tl.join(tl.where(up, low, high), tl.where(up, high, low))
            v = both.permute(0, 2, 1).reshape(N)
    tl.store(out + i, v)

# case sorts-256: N=256 LOG=8 x=i32[256]:random(-1000, 1000) out=i32[256]
#   expect same on all devices
# case sorts-1024: N=1024 LOG=10 x=f32[1024]:random out=f32[1024]
#   expect same on all devices
# case small: N=8 LOG=3 x=f32[5, 1, 8, 3, 2, 7, 6, 4] out=f32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]


@triton.jit
def by_sums(x, out, N: tl.constexpr, LOG: tl.constexpr):
    i = tl.arange(0, N)
    side = tl.arange(0, 2)[None, :, None]
    v = tl.load(x + i)
    for stage in tl.static_range(1, LOG + 1):
        for step in tl.static_range(stage):
            bit: tl.constexpr = 1 << (stage - 1 - step)
            shape: tl.constexpr = [N // (2 * bit), 2, bit]
            pairs = v.reshape(shape)
            left = tl.broadcast_to(tl.sum(pairs * (1 - side), 1)[:, None, :], shape).reshape(N)
            right = tl.broadcast_to(tl.sum(pairs * side, 1)[:, None, :], shape).reshape(N)
            down = (i & (1 << stage)) != 0
            swap = (left > right) != down
            v = v ^ tl.where(swap, left ^ right, 0)
    tl.store(out + i, v)

# case sorts-256: N=256 LOG=8 x=i32[256]:random(-1000, 1000) out=i32[256]
#   expect same on all devices
# case small: N=8 LOG=3 x=i32[5, 1, 8, 3, 2, 7, 6, 4] out=i32[8]
#   expect out = [1, 2, 3, 4, 5, 6, 7, 8]


@triton.jit
def butterflies(x, out, N: tl.constexpr, LOG: tl.constexpr):
    """A Walsh-Hadamard transform."""
    i = tl.arange(0, N)
    v = tl.load(x + i)
    for step in tl.static_range(LOG):
        other = tl.gather(v, i ^ (1 << step), 0)
        v = tl.where((i & (1 << step)) == 0, v + other, other - v)
    tl.store(out + i, v)

# case sums: N=8 LOG=3 x=i32[1, 0, 0, 0, 0, 0, 0, 0] out=i32[8]
#   expect out = [1, 1, 1, 1, 1, 1, 1, 1]
# case twelve-steps: N=4096 LOG=12 x=i32[4096]:random(-100, 100) out=i32[4096]
#   expect same on all devices
