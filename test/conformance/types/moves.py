"""Operations that only move lanes, on each element type."""
import triton
import triton.language as tl


@triton.jit
def copy_masked(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i, mask=i < n), mask=i < n)

# case {T}-{n}-of-{N}: N={N} n={n} x={T}[{N}]:edges out={T}[{N}]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f8e4nv f8e5 f16 bf16 f32 f64
#   each N n in 1:1 32:31 1024:1000
#   expect same on all devices


@triton.jit
def transpose(x, out, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    ti, tj = tl.arange(0, N)[:, None], tl.arange(0, M)[None, :]
    tl.store(out + ti * M + tj, tl.trans(tl.load(x + i * N + j)))

# case {T}-{M}-by-{N}: M={M} N={N} x={T}[{M}*{N}]:edges out={T}[{M}*{N}]
#   each T in i1 i8 u16 i32 u64 f8e5 bf16 f32
#   each M N in 1:8 8:1 16:16
#   expect same on all devices


@triton.jit
def flip(x, out, AXIS: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.flip(tl.load(x + at), AXIS))

# case {T}-axis-{AXIS}: M=4 N=8 AXIS={AXIS} x={T}[32]:edges out={T}[32]
#   each T in i8 i16 i32 i64 f16 bf16 f32 f64
#   each AXIS in 0 -1
#   expect same on all devices


@triton.jit
def gather(x, index, out, AXIS: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.gather(tl.load(x + at), tl.load(index + at), AXIS))

# case {T}-axis-{AXIS}: M=4 N=4 AXIS={AXIS} x={T}[16]:edges index=i32[16]:random(0, 4) out={T}[16]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each AXIS in 0 -1
#   expect same on all devices


@triton.jit
def join_and_split(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    pair = tl.join(tl.load(x + i), tl.load(y + i))
    a, b = tl.split(pair)
    tl.store(out + tl.arange(0, 2 * N), tl.interleave(a, b))
    tl.store(out + 2 * N + tl.arange(0, 2 * N), tl.cat(a, b, can_reorder=True))

# case {T}-{N}: N={N} x={T}[{N}]:edges y={T}[{N}]:random out={T}[4*{N}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each N in 1 16
#   expect same on all devices


@triton.jit
def broadcast_and_reshape(x, out, M: tl.constexpr, N: tl.constexpr):
    row = tl.load(x + tl.arange(0, N))
    tile = tl.broadcast_to(row[None, :], [M, N])
    tl.store(out + tl.arange(0, M * N), tl.reshape(tile, [M * N]))

# case {T}: M=4 N=8 x={T}[8]:edges out={T}[32]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   expect same on all devices


@triton.jit
def fill(out, N: tl.constexpr):
    tl.store(out + tl.arange(0, N), tl.full([N], 3, out.dtype.element_ty))
    tl.store(out + N + tl.arange(0, N), tl.zeros([N], out.dtype.element_ty))

# case {T}-{N}: N={N} out={T}[2*{N}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each N in 1 64
#   expect same on all devices
