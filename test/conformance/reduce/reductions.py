"""Reductions along every axis, of every type, with indices, with functions of the author's."""
import triton
import triton.language as tl


@triton.jit
def sums(x, out, N: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, N))))

# case f32: N=4 x=f32[1, 2, 3, 4.5] out=f32[1]
#   expect out = [10.5]
# case one-lane: N=1 x=f32[7,] out=f32[1]
#   expect out = [7]
# case i32-wraps: N=2 x=i32[2147483647, 1] out=i32[1]
#   expect out = [-2147483648]
# case i8-widens: N=4 x=i8[127, 127, 127, 127] out=i32[1]
#   expect out = [508]
# case u8-widens: N=4 x=u8[255, 255, 255, 255] out=u32[1]
#   expect out = [1020]
# case i1-counts: N=4 x=i1[1, 1, 0, 1] out=u32[1]
#   expect out = [3]
# case i64: N=2 x=i64[4294967296, 4294967296] out=i64[1]
#   expect out = [8589934592]
# case infinities: N=4 x=f32[1, inf, 2, 3] out=f32[1]
#   expect out = [inf]
# case nan: N=4 x=f32[inf, -inf, 2, 3] out=f32[1]
#   expect out = [nan]
# case many: N=1024 x=f32[1024]:random out=f32[1] seeds=3
#   expect same on all devices ~ 1e-5
# case many-integers: N=4096 x=i32[4096]:random out=i32[1]
#   expect same on all devices
# case f16: N=64 x=f16[64]:random out=f16[1]
#   expect same on all devices ~ 1e-2
# case f64: N=1024 x=f64[1024]:random out=f64[1]
#   expect same on all devices ~ 1e-12


@triton.jit
def sum_axis(x, out, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr):
    tile = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    result = tl.sum(tile, AXIS)
    tl.store(out + tl.arange(0, N if AXIS == 0 else M), result)

# case rows: M=2 N=4 AXIS=1 x=i32[8]:iota out=i32[2]
#   expect out = [6, 22]
# case columns: M=2 N=4 AXIS=0 x=i32[8]:iota out=i32[4]
#   expect out = [4, 6, 8, 10]
# case last-axis-by-minus-one: M=2 N=2 AXIS=1 x=f32[1, 2, 3, 4] out=f32[2]
#   expect out = [3, 7]
# case large-rows: M=32 N=64 AXIS=1 x=f32[2048]:random out=f32[32]
#   expect same on all devices ~ 1e-5
# case large-columns: M=64 N=32 AXIS=0 x=f32[2048]:random out=f32[32]
#   expect same on all devices ~ 1e-5


@triton.jit
def sum_middle(x, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    cube = tl.reshape(tl.load(x + tl.arange(0, A * B * C)), [A, B, C])
    tl.store(out + tl.arange(0, A)[:, None] * C + tl.arange(0, C)[None, :], tl.sum(cube, 1))

# case cube: A=2 B=2 C=2 x=i32[8]:iota out=i32[4]
#   expect out = [2, 4, 10, 12]
# case box: A=4 B=8 C=2 x=i32[64]:random out=i32[8]
#   expect same on all devices


@triton.jit
def keep_dims(x, out, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tile = tl.load(x + i)
    tl.store(out + i, tile - tl.max(tile, 1, keep_dims=True))

# case below-the-largest: M=2 N=4 x=f32[1, 5, 3, 2, 9, 8, 7, 6] out=f32[8]
#   expect out = [-4, 0, -2, -3, 0, -1, -2, -3]


@triton.jit
def extremes(x, least, most, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, N))
    tl.store(least, tl.min(a, 0))
    tl.store(most, tl.max(a, 0))

# case f32: N=4 x=f32[3, -1, inf, 2] least=f32[1] most=f32[1]
#   expect least = [-1]
#   expect most = [inf]
# case nan-loses: N=4 x=f32[nan, 1, nan, 2] least=f32[1] most=f32[1]
#   expect least = [1]
#   expect most = [2]
# case i32: N=4 x=i32[5, -2147483648, 2147483647, 0] least=i32[1] most=i32[1]
#   expect least = [-2147483648]
#   expect most = [2147483647]
# case u32: N=4 x=u32[5, 0xFFFFFFFF, 0x80000000, 1] least=u32[1] most=u32[1]
#   expect least = [1]
#   expect most = [0xFFFFFFFF]
# case f16-widens: N=4 x=f16[1, 2, 3, -4] least=f32[1] most=f32[1]
#   expect least = [-4]
#   expect most = [3]
# case random: N=512 x=f32[512]:random least=f32[1] most=f32[1]
#   expect same on all devices


@triton.jit
def where_extremes(x, first, last, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, N))
    tl.store(first, tl.argmin(a, 0))
    tl.store(last, tl.argmax(a, 0))

# case distinct: N=4 x=f32[3, 1, 4, 2] first=i32[1] last=i32[1]
#   expect first = [1]
#   expect last = [2]
# case ties-go-left: N=8 x=f32[2, 1, 5, 1, 5, 5, 1, 2] first=i32[1] last=i32[1]
#   expect first = [1]
#   expect last = [2]
# case integers: N=4 x=i32[-5, 7, -5, 7] first=i32[1] last=i32[1]
#   expect first = [0]
#   expect last = [1]
# case random: N=256 x=i32[256]:random(0, 20) first=i32[1] last=i32[1] seeds=3
#   expect same on all devices


@triton.jit
def max_with_index(x, value, index, M: tl.constexpr, N: tl.constexpr):
    tile = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    v, i = tl.max(tile, 1, return_indices=True)
    tl.store(value + tl.arange(0, M), v)
    tl.store(index + tl.arange(0, M), i)

# case rows: M=2 N=4 x=f32[1, 9, 9, 2, 5, 4, 3, 2] value=f32[2] index=i32[2]
#   expect value = [9, 5]
#   expect index = [1, 0]


@triton.jit
def bitwise(x, out, N: tl.constexpr):
    tl.store(out, tl.xor_sum(tl.load(x + tl.arange(0, N)), 0))

# case xor: N=4 x=i32[1, 2, 4, 7] out=i32[1]
#   expect out = [0]
# case random: N=64 x=i32[64]:random out=i32[1]
#   expect same on all devices


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def product(x, out, N: tl.constexpr):
    tl.store(out, tl.reduce(tl.load(x + tl.arange(0, N)), 0, multiply))

# case f32: N=4 x=f32[1, 2, 3, 4] out=f32[1]
#   expect out = [24]
# case i64: N=8 x=i64[1, 2, 3, 4, 5, 6, 7, 8] out=i64[1]
#   expect out = [40320]


@triton.jit
def welford(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    delta = mean_b - mean_a
    count = count_a + count_b
    return (mean_a + delta * count_b / count, m2_a + m2_b + delta * delta * count_a * count_b / count,
            count)


@triton.jit
def mean_and_variance(x, mean, variance, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, N))
    m, m2, n = tl.reduce((a, tl.zeros_like(a), tl.full([N], 1.0, tl.float32)), 0, welford)
    tl.store(mean, m)
    tl.store(variance, m2 / n)

# case several-values-at-once: N=4 x=f32[1, 2, 3, 6] mean=f32[1] variance=f32[1]
#   expect mean = [3] ~ 1e-6
#   expect variance = [3.5] ~ 1e-6
# case random: N=256 x=f32[256]:random mean=f32[1] variance=f32[1]
#   expect same on all devices ~ 1e-5


@triton.jit
def larger_by_branch(a, b):
    if a > b:
        result = a
    else:
        result = b
    return result


@triton.jit
def max_by_branch(x, out, N: tl.constexpr):
    tl.store(out, tl.reduce(tl.load(x + tl.arange(0, N)), 0, larger_by_branch))

# case control-flow: N=8 x=i32[3, 1, 4, 1, 5, 9, 2, 6] out=i32[1]
#   expect out = [9]
