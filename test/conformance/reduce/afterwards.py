"""What a program reads after a reduction, exponentials whose results are next to nothing, and functions
of the author's that look like a maximum."""
import triton
import triton.language as tl


@triton.jit
def chosen(x, at, out, N: tl.constexpr):
    row = tl.load(x + tl.arange(0, N))
    tl.store(out, tl.sum(row) - tl.load(x + tl.load(at)))

# case read-at-an-address-that-is-read: N=256 x=f32[256]:fill(1) at=i64[3,] out=f32[1]
#   expect out = [255]


@triton.jit
def stored(x, out, N: tl.constexpr):
    total = tl.sum(tl.load(x + tl.arange(0, N)))
    tl.store(x + 5, total)
    tl.debug_barrier()
    tl.store(out, total + tl.load(x + 5))

# case sees-what-was-stored-before: N=256 x=f32[256]:fill(1) out=f32[1]
#   expect out = [512]


@triton.jit
def guarded(x, at, out, N: tl.constexpr):
    total = tl.sum(tl.load(x + tl.arange(0, N)))
    index = tl.load(at)
    if index >= 0:
        total += tl.load(x + index)
    tl.store(out, total)

# case not-where-nothing-is: N=256 x=f32[256]:fill(1) at=i64[-1000000000000,] out=f32[1]
#   expect out = [256]


@triton.jit
def masked(x, at, out, N: tl.constexpr):
    total = tl.sum(tl.load(x + tl.arange(0, N)))
    index = tl.load(at)
    tl.store(out, total + tl.load(x + index, mask=index >= 0, other=2.0))

# case a-mask-that-is-read: N=256 x=f32[256]:fill(1) at=i64[-1000000000000,] out=f32[1]
#   expect out = [258]


@triton.jit
def softmax(x, out, N: tl.constexpr):
    at = tl.arange(0, N)
    values = tl.load(x + at)
    values = tl.exp(values - tl.max(values))
    tl.store(out + at, values / tl.sum(values))

# case far-apart-f32: N=4 x=f32[0, -40, -100, -inf] out=f32[4]
#   expect out = [1, 4.2483543e-18, 3.7835e-44, 0] ~ 1e-5
# case far-apart-f16: N=4 x=f32[0, -5, -90, -inf] out=f16[4]
#   expect out = [0.9933, 0.0066928, 0, 0] ~ 1e-3
# case nothing-is-finite: N=2 x=f32[-inf, -inf] out=f16[2]
#   expect out = [nan, nan]
# case one-is-no-number: N=4 x=f32[0, nan, 1, 2] out=f16[4]
#   expect out = [nan, nan, nan, nan]


@triton.jit
def logsumexp(x, out, N: tl.constexpr):
    values = tl.load(x + tl.arange(0, N))
    largest = tl.max(values)
    tl.store(out, tl.log(tl.sum(tl.exp(values - largest))) + largest)

# case far-apart: N=4 x=f32[-200, -300, -1000, -inf] out=f32[1]
#   expect out = [-200]
# case many: N=1024 x=f32[1024]:random out=f32[1] seeds=3
#   expect same on all devices ~ 1e-5


@triton.jit
def at_least_5(a, b):
    return tl.maximum(a, 5.0)


@triton.jit
def floored(x, y, out, scale, K):
    at, k = tl.arange(0, 64), tl.arange(0, 64)
    total = tl.zeros([64, 64], dtype=tl.float32)
    for start in range(0, K, 64):
        a = tl.load(x + at[:, None] * K + (start + k)[None, :])
        total = tl.dot(a, tl.load(y + at[None, :] * K + (start + k)[:, None]), total)
    rows = tl.reduce(total * scale, 1, at_least_5)
    tl.store(out, tl.min(rows))
    tl.store(out + 1, tl.max(rows))

# case a-bound-is-not-scaled: scale=0.5 K=64 x=f16[4096]:fill(0.125) y=f16[4096]:fill(0.125) out=f32[2]
#   expect out = [5, 5]


@triton.jit
def largest_or_100(a, b):
    return tl.maximum(a, 100.0)


@triton.jit
def below_a_bound(x, out, N: tl.constexpr):
    values = tl.load(x + tl.arange(0, N))
    tl.store(out, tl.sum(tl.exp(values - tl.reduce(values, 0, largest_or_100))))

# case what-is-small-counts: N=4 x=f32[10, 0, -1, -2] out=f32[1]
#   expect out = [8.1945718e-40] ~ 1e-3
