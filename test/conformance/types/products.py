"""Products of tiles of each element type, at the smallest and at larger sizes."""
import triton
import triton.language as tl


@triton.jit
def dot(x, y, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, j, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(x + i[:, None] * K + k[None, :])
    b = tl.load(y + k[:, None] * N + j[None, :])
    tl.store(out + i[:, None] * N + j[None, :], tl.dot(a, b, input_precision="ieee"))

# case {T}-{M}-{N}-{K}: M={M} N={N} K={K} x={T}[{M}*{K}]:random(-4, 4) y={T}[{K}*{N}]:random(-4, 4) out={R}[{M}*{N}]
#   each T R in f16:f32 bf16:f32 f32:f32 f64:f64 i8:i32 f8e4nv:f32 f8e5:f32
#   each M N K in 1:1:32 16:16:32 32:16:64 16:64:128
#   expect same on all devices ~ 2e-5


@triton.jit
def dot_batched(x, y, out, B: tl.constexpr, N: tl.constexpr):
    at = (tl.arange(0, B)[:, None, None] * N + tl.arange(0, N)[None, :, None]) * N + tl.arange(0, N)[None, None, :]
    tl.store(out + at, tl.dot(tl.load(x + at), tl.load(y + at), input_precision="ieee"))

# case {T}: B=2 N=32 x={T}[2048]:random y={T}[2048]:random out={R}[2048]
#   each T R in f16:f32 bf16:f32 f32:f32 i8:i32
#   expect same on all devices ~ 2e-5
