"""Sorting, counting and atomics on each element type."""
import triton
import triton.language as tl


@triton.jit
def sort(x, out, DESCENDING: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.sort(tl.load(x + at), descending=DESCENDING))

# case {T}-{DESCENDING}: M=4 N=16 DESCENDING={DESCENDING} x={T}[64]:random out={T}[64]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each DESCENDING in False True
#   expect same on all devices
# case {T}-one: M=1 N=1 DESCENDING=False x={T}[1]:fill(5) out={T}[1]
#   each T in i32 f32
#   expect out = x


@triton.jit
def topk(x, out, K: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    to = tl.arange(0, M)[:, None] * K + tl.arange(0, K)[None, :]
    tl.store(out + to, tl.topk(tl.load(x + at), K))

# case {T}-{K}: M=4 N=16 K={K} x={T}[64]:random out={R}[4*{K}]
#   each T R in i8:i32 i16:i32 i32:i32 i64:i64 u32:u32 u64:u64 f16:f32 f32:f32 f64:f64
#   each K in 1 2 8
#   expect same on all devices


@triton.jit
def histogram(x, out, n, N: tl.constexpr, BINS: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + tl.arange(0, BINS), tl.histogram(tl.load(x + i), BINS, mask=i < n))

# case {T}-{BINS}-of-{n}: N=64 n={n} BINS={BINS} x={T}[64]:random(0, 16) out=i32[{BINS}]
#   each T in i32 u32
#   each BINS n in 16:64 16:40 1:64 32:64 8:64
#   expect same on all devices


@triton.jit
def atomic_add(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_add(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random(0, 9) place={T}[16]:random(0, 9) old={T}[16]
#   each T in i32 i64 u32 u64 f32 f64
#   expect same on all devices


@triton.jit
def atomic_max(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_max(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random(0, 9) place={T}[16]:random(0, 9) old={T}[16]
#   each T in i32 i64 u32 u64 f32 f64
#   expect same on all devices


@triton.jit
def atomic_min(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_min(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random(0, 9) place={T}[16]:random(0, 9) old={T}[16]
#   each T in i32 i64 u32 u64 f32 f64
#   expect same on all devices


@triton.jit
def atomic_and(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_and(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random place={T}[16]:random old={T}[16]
#   each T in i32 i64 u32 u64
#   expect same on all devices


@triton.jit
def atomic_or(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_or(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random place={T}[16]:random old={T}[16]
#   each T in i32 i64 u32 u64
#   expect same on all devices


@triton.jit
def atomic_xor(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_xor(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random place={T}[16]:random old={T}[16]
#   each T in i32 i64 u32 u64
#   expect same on all devices


@triton.jit
def atomic_xchg(x, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_xchg(place + i, tl.load(x + i)))

# case {T}: N=16 x={T}[16]:random place={T}[16]:random old={T}[16]
#   each T in i32 i64 u32 u64 f32 f64
#   expect same on all devices


@triton.jit
def atomic_cas(x, expected, place, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_cas(place + i, tl.load(expected + i), tl.load(x + i)))

# case {T}: N=4 x={T}[10, 20, 30, 40] expected={T}[1, 0, 3, 0] place={T}[1, 2, 3, 4] old={T}[4]
#   each T in i16 u16 i32 i64 u32 u64
#   expect place = [10, 2, 30, 4]
#   expect old = [1, 2, 3, 4]
