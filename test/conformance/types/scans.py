"""Scans of each element type along every axis, both ways."""
import triton
import triton.language as tl


@triton.jit
def larger(a, b):
    return tl.where(a > b, a, b)


@triton.jit
def last(a, b):
    return b


@triton.jit
def cumsum(x, out, AXIS: tl.constexpr, REVERSE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + at, tl.cumsum(tl.load(x + at), AXIS, reverse=REVERSE))

# case {T}-axis-{AXIS}-{REVERSE}: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:edges out={R}[64]
#   each T R in i8:i32 i16:i32 i32:i32 i64:i64 u8:u32 u16:u32 u32:u32 u64:u64
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(-1, 1) out=f32[64]
#   each T in f32
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices ~ 1e-6
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(-1, 1) out=f64[64]
#   each T in f64
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices ~ 1e-14
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(-1, 1) out=f16[64]
#   each T in f16
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices ~ 4e-3
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(-1, 1) out=f32[64]
#   each T in bf16
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices ~ 1e-5


@triton.jit
def cumprod(x, out, AXIS: tl.constexpr, REVERSE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + at, tl.cumprod(tl.load(x + at), AXIS, reverse=REVERSE))

# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(1, 4) out={T}[64]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(0.5, 1.5) out=f32[64]
#   each T in f32
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices ~ 1e-5
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(0.5, 1.5) out=f64[64]
#   each T in f64
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices ~ 1e-13


@triton.jit
def running_larger(x, out, AXIS: tl.constexpr, REVERSE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + at, tl.associative_scan(tl.load(x + at), AXIS, larger, reverse=REVERSE))

# case {T}-axis-{AXIS}-{REVERSE}: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:edges out={T}[64]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices
# case {T}-axis-{AXIS}-{REVERSE}-random: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:random(-9, 9) out={T}[64]
#   each T in f32 f64
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices


@triton.jit
def running_last(x, out, AXIS: tl.constexpr, REVERSE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + at, tl.associative_scan(tl.load(x + at), AXIS, last, reverse=REVERSE))

# case {T}-axis-{AXIS}-{REVERSE}: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:edges out={T}[64]
#   each T in i32 f32
#   each AXIS REVERSE in 0:False 1:True -1:False
#   expect same on all devices


@triton.jit
def cumsum_along_every_axis(x, out, AXIS: tl.constexpr, REVERSE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + at, tl.cumsum(tl.load(x + at), AXIS, reverse=REVERSE))

# case {T}-axis-{AXIS}-{REVERSE}: A=4 B=8 C=2 AXIS={AXIS} REVERSE={REVERSE} x={T}[64]:edges out=i32[64]
#   each T in i32
#   each AXIS REVERSE in 0:False 0:True 1:False 1:True 2:False 2:True -1:True -2:True -3:False -3:True
#   expect same on all devices
