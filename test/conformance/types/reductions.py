"""Reductions of each element type along every axis, from the front and from the end."""
import triton
import triton.language as tl


@triton.jit
def multiply(a, b):
    return a * b




@triton.jit
def sum(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.sum(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={R}[{SIZE}]
#   each T R in i8:i32 i16:i32 i32:i32 i64:i64 u8:u32 u16:u32 u32:u32 u64:u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out=u32[{SIZE}]
#   each T in i1
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(-1, 1) out=f32[{SIZE}]
#   each T in f32
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 1e-6
# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(-1, 1) out=f64[{SIZE}]
#   each T in f64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 1e-14
# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(-1, 1) out=f16[{SIZE}]
#   each T in f16
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 4e-3
# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(-1, 1) out=bf16[{SIZE}]
#   each T in bf16
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 4e-2


@triton.jit
def max(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.max(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={R}[{SIZE}]
#   each T R in i8:i32 i16:i32 i32:i32 i64:i64 u8:i32 u16:i32 u32:u32 u64:u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={R}[{SIZE}]
#   each T R in f16:f32 bf16:f32 f32:f32 f64:f64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 1e-300


@triton.jit
def min(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.min(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={R}[{SIZE}]
#   each T R in i8:i32 i16:i32 i32:i32 i64:i64 u8:i32 u16:i32 u32:u32 u64:u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={R}[{SIZE}]
#   each T R in f16:f32 bf16:f32 f32:f32 f64:f64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 1e-300


@triton.jit
def argmax(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.argmax(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out=i32[{SIZE}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out=i32[{SIZE}]
#   each T in f16 bf16 f32 f64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices


@triton.jit
def argmin(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.argmin(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out=i32[{SIZE}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out=i32[{SIZE}]
#   each T in f16 bf16 f32 f64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices


@triton.jit
def xor_sum(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.xor_sum(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={T}[{SIZE}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices


@triton.jit
def reduce_or(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.reduce_or(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out={T}[{SIZE}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices


@triton.jit
def product(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.reduce(tl.load(x + at), AXIS, multiply)))

# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(1, 4) out={T}[{SIZE}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices
# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(0.5, 1.5) out={T}[{SIZE}]
#   each T in f32
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 1e-5
# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(0.5, 1.5) out={T}[{SIZE}]
#   each T in f64
#   each AXIS SIZE in 0:16 1:8 -1:32
#   expect same on all devices ~ 1e-13


@triton.jit
def sum_along_every_axis(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.sum(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}-random: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:random(-9, 9) out={R}[{SIZE}]
#   each T R in i32:i32 f64:f64
#   each AXIS SIZE in 0:16 1:8 2:32 -1:32 -2:8 -3:16
#   expect same on all devices ~ 1e-14


@triton.jit
def argmax_along_every_axis(x, out, AXIS: tl.constexpr, SIZE: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(out + tl.arange(0, SIZE), tl.ravel(tl.argmax(tl.load(x + at), AXIS)))

# case {T}-axis-{AXIS}: A=4 B=8 C=2 AXIS={AXIS} SIZE={SIZE} x={T}[64]:edges out=i32[{SIZE}]
#   each T in i32 f32
#   each AXIS SIZE in 0:16 1:8 2:32 -1:32 -2:8 -3:16
#   expect same on all devices
