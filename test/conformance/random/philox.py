"""Random numbers: the same bits everywhere, those of reference Philox-4x32-10."""
import triton
import triton.language as tl


@triton.jit
def integers(out, seed, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.randint(seed, i))

# Random123's known answers: key 0, counter 0 gives 6627e8d5.
# case known-answer: seed=0 N=1 out=u32[1]
#   expect out = [0x6627e8d5]
# case seeded: seed=42 N=64 out=u32[64]
#   expect same on all devices
# case wide-seed: seed=81985529216486895 N=64 out=u32[64]
#   expect same on all devices


@triton.jit
def all_four(out, seed, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b, c, d = tl.randint4x(seed, i)
    tl.store(out + i, a)
    tl.store(out + N + i, b)
    tl.store(out + 2 * N + i, c)
    tl.store(out + 3 * N + i, d)

# case known-answer: seed=0 N=1 out=u32[4]
#   expect out = [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]


@triton.jit
def uniform(out, seed, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.rand(seed, i))

# case same-bits: seed=7 N=256 out=f32[256]
#   expect same on all devices


@triton.jit
def normal(out, seed, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.randn(seed, i))

# case nearly-same: seed=7 N=256 out=f32[256]
#   expect same on all devices ~ 2e-6


@triton.jit
def dropout(x, out, seed, p, N: tl.constexpr):
    i = tl.arange(0, N)
    keep = tl.rand(seed, i) > p
    tl.store(out + i, tl.where(keep, tl.load(x + i) / (1 - p), 0.0))

# case half: seed=123 p=0.5 N=128 x=f32[128]:random out=f32[128]
#   expect same on all devices ~ 1e-6
