"""Tiles of hundreds of elements a thread: what goes lane by lane, and what needs all of a tile."""
import triton
import triton.language as tl


@triton.jit
def fused(x, y, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    keep = i < n
    a = tl.load(x + i, mask=keep, other=1)
    b = tl.load(y + i, mask=keep)
    tl.store(out + i, a * 2 + b, mask=keep)

# case {T}-{W}-warps: n=8100 N=8192 num_warps={W} x={T}[8192]:random(-9, 9) y={T}[8192]:random(-9, 9) out={T}[8192]
#   each T in i8 i16 i32 i64 f16 f32 f64
#   each W in 1 4
#   expect same on all devices
# case uneven: n=16001 N=16384 num_warps=2 x=f32[16384]:random y=f32[16384]:random out=f32[16384]
#   expect same on all devices


@triton.jit
def softmax(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + i, e / tl.sum(e, 0), mask=i < n)

# case {W}-warps: n=8000 N=8192 num_warps={W} x=f32[8192]:random(-3, 3) out=f32[8192]
#   each W in 1 2
#   expect same on all devices ~ 1e-6


@triton.jit
def normalized(x, weight, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i).to(tl.float32)
    mean = tl.sum(v, 0) / N
    d = v - mean
    scale = 1 / tl.sqrt(tl.sum(d * d, 0) / N + 1e-5)
    tl.store(out + i, (d * scale * tl.load(weight + i)).to(tl.float16))

# case one-warp: N=8192 num_warps=1 x=f16[8192]:random(-3, 3) weight=f32[8192]:random(0, 1) out=f16[8192]
#   expect same on all devices ~ 1e-2


@triton.jit
def rows_and_columns(x, out, AXIS: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    at = i[:, None] * N + j[None, :]
    v = tl.load(x + at)
    total = tl.sum(v, AXIS)
    most = tl.max(v, AXIS)
    tl.store(out + at, v - tl.expand_dims(total, AXIS) * 2 + tl.expand_dims(most, AXIS))

# case {M}-by-{N}-along-{A}-{W}-warps: AXIS={A} M={M} N={N} num_warps={W} x=i32[{S}]:random(-99, 99) out=i32[{S}]
#   each A in 0 1
#   each M N S W in 128:64:8192:1 64:128:8192:1 8:1024:8192:1 1024:8:8192:1 512:64:32768:4 2:16384:32768:4
#   expect same on all devices


@triton.jit
def places(x, least, most, largest, N: tl.constexpr):
    v = tl.load(x + tl.arange(0, N))
    tl.store(least, tl.argmin(v, 0))
    value, at = tl.max(v, 0, return_indices=True)
    tl.store(most, at)
    tl.store(largest, value)

# case ties: N=8192 num_warps=1 x=i32[8192]:random(-50, 50) least=i32[1] most=i32[1] largest=i32[1]
#   expect same on all devices
# case floats: N=16384 num_warps=2 x=f32[16384]:random least=i32[1] most=i32[1] largest=f32[1]
#   expect same on all devices


@triton.jit
def shifted_in_place(x, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(x + i + 1, v + 1)
    w = tl.load(x + i)
    tl.store(x + i, w * 2)

# case one-warp: N=8192 num_warps=1 x=i32[8193]:random(-99, 99)
#   expect same on all devices
# case four-warps: N=32768 num_warps=4 x=i32[32769]:random(-99, 99)
#   expect same on all devices


@triton.jit
def turned(x, out, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    v = tl.load(x + i[:, None] * N + j[None, :]) * 3
    t = tl.trans(v) + 1
    tl.store(out + j[:, None] * M + i[None, :], t + tl.sum(v, 1)[None, :])

# case one-warp: M=64 N=128 num_warps=1 x=i32[8192]:random(-99, 99) out=i32[8192]
#   expect same on all devices
# case square: M=128 N=128 num_warps=2 x=i16[16384]:random(-99, 99) out=i16[16384]
#   expect same on all devices


@triton.jit
def carried(x, out, rounds, N: tl.constexpr):
    i = tl.arange(0, N)
    total = tl.zeros((N,), dtype=tl.int32)
    most = tl.load(x + i)
    for k in range(rounds):
        v = tl.load(x + i * (k + 1) % N)
        total += v
        if k % 2 == 1:
            most = tl.maximum(most, v)
    tl.store(out + i, total * most)

# case {W}-warps: rounds=3 N=8192 num_warps={W} x=i32[8192]:random(-99, 99) out=i32[8192]
#   each W in 1 2
#   expect same on all devices


@triton.jit
def carried_round(x, out, last, limit, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    b = tl.load(x + N + i)
    c = tl.zeros((N,), dtype=tl.int32)
    k = 0
    while k < limit:
        a, b, c = b, a + c, tl.reshape(tl.trans(tl.reshape(a, (32, N // 32))), (N,))
        if k == 1:
            a = a * 2
        else:
            b = b - 1
        k += 1
    for j in range(2):
        for k in range(2):
            a, b = b, a
        a += c + j
    tl.store(out + i, a * 3 + b * 5 + c)
    tl.store(last, tl.sum(a - b, 0))

# case {L}-rounds: limit={L} N=8192 num_warps=1 x=i32[16384]:random(-99, 99) out=i32[8192] last=i32[1]
#   each L in 0 1 5
#   expect same on all devices


@triton.jit
def consumed(x, flags, out, count, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    positive = v > 0
    w = tl.where(positive, v, -v)
    tl.atomic_add(count + (w & 7), 1, mask=positive)
    tl.store(flags + i, positive)
    tl.store(out + i, tl.cumsum(w, 0) + tl.flip(w))

# case one-warp: N=8192 num_warps=1 x=i32[8192]:random(-99, 99) flags=i1[8192] out=i32[8192] count=i32[8]
#   expect same on all devices


@triton.jit
def collatz(n):
    steps = 0
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@triton.jit
def mapped(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.map_elementwise(collatz, tl.load(x + i)))

# case one-warp: N=8192 num_warps=1 x=i32[8192]:random(1, 99) out=i32[8192]
#   expect same on all devices


@triton.jit
def filled(out, N: tl.constexpr):
    tl.store(out + tl.arange(0, N), tl.arange(0, N) * 3)

# case many: N=1048576 num_warps=4 out=i32[1048576]
#   expect same on all devices
