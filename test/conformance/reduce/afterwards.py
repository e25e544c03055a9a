"""What a program reads after a reduction, and exponentials whose results are next to nothing."""
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
