"""Reductions of each element type along the axes of a matrix, at ragged masks."""
import triton
import triton.language as tl


@triton.jit
def sum_rows(x, out, columns, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    tl.store(out + tl.arange(0, M), tl.sum(tl.load(x + i * columns + j, mask=j < columns, other=0), 1))

# case i8: columns=5 M=4 N=8 x=i8[20]:random out=i32[4] seeds=2
#   expect same on all devices
# case u8: columns=5 M=4 N=8 x=u8[20]:random out=u32[4] seeds=2
#   expect same on all devices
# case i16: columns=5 M=4 N=8 x=i16[20]:random out=i32[4]
#   expect same on all devices
# case i64: columns=5 M=4 N=8 x=i64[20]:random out=i64[4]
#   expect same on all devices
# case u64: columns=5 M=4 N=8 x=u64[20]:random out=u64[4]
#   expect same on all devices
# case f16: columns=5 M=4 N=8 x=f16[20]:random out=f16[4] seeds=2
#   expect same on all devices ~ 4e-3
# case bf16: columns=5 M=4 N=8 x=bf16[20]:random out=bf16[4] seeds=2
#   expect same on all devices ~ 3e-2
# case f64: columns=5 M=4 N=8 x=f64[20]:random out=f64[4]
#   expect same on all devices ~ 1e-14


@triton.jit
def extreme_columns(x, least, most, first, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    tile = tl.load(x + i * N + j)
    at = tl.arange(0, N)
    tl.store(least + at, tl.min(tile, 0))
    tl.store(most + at, tl.max(tile, 0))
    tl.store(first + at, tl.argmax(tile, 0))

# case i8: M=8 N=4 x=i8[32]:random least=i32[4] most=i32[4] first=i32[4] seeds=2
#   expect same on all devices
# case u16: M=8 N=4 x=u16[32]:random least=i32[4] most=i32[4] first=i32[4] seeds=2
#   expect same on all devices
# case i64: M=8 N=4 x=i64[32]:random least=i64[4] most=i64[4] first=i32[4] seeds=2
#   expect same on all devices
# case u32: M=8 N=4 x=u32[32]:random least=u32[4] most=u32[4] first=i32[4] seeds=2
#   expect same on all devices
# case f16: M=8 N=4 x=f16[32]:random least=f32[4] most=f32[4] first=i32[4] seeds=2
#   expect same on all devices
# case bf16: M=8 N=4 x=bf16[32]:random least=f32[4] most=f32[4] first=i32[4] seeds=2
#   expect same on all devices
# case f32: M=8 N=4 x=f32[32]:random least=f32[4] most=f32[4] first=i32[4] seeds=2
#   expect same on all devices
# case f64: M=8 N=4 x=f64[32]:random least=f64[4] most=f64[4] first=i32[4] seeds=2
#   expect same on all devices
# case one-row: M=1 N=4 x=f32[3, 1, 4, 2] least=f32[4] most=f32[4] first=i32[4]
#   expect least = [3, 1, 4, 2]
#   expect most = [3, 1, 4, 2]
#   expect first = [0, 0, 0, 0]


@triton.jit
def everything(x, out, M: tl.constexpr, N: tl.constexpr):
    tile = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out + 0, tl.sum(tile))
    tl.store(out + 1, tl.max(tile))
    tl.store(out + 2, tl.min(tile))

# case all-axes: M=2 N=4 x=f32[8]:iota out=f32[3]
#   expect out = [28, 7, 0]
# case integers: M=4 N=4 x=i32[16]:random out=i32[3]
#   expect same on all devices


@triton.jit
def any_and_all(x, out, N: tl.constexpr):
    keep = tl.load(x + tl.arange(0, N)) > 0
    tl.store(out + 0, tl.sum(keep.to(tl.int32)))
    tl.store(out + 1, tl.max(keep.to(tl.int32), 0))
    tl.store(out + 2, tl.reduce_or(keep.to(tl.int32), 0))

# case some: N=4 x=f32[1, -1, 0, 2] out=i32[3]
#   expect out = [2, 1, 1]
# case none: N=4 x=f32[-1, -1, 0, nan] out=i32[3]
#   expect out = [0, 0, 0]


@triton.jit
def sum_in_type(x, out, N: tl.constexpr, T: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, N)), 0, dtype=T))

# case f16-in-f32: N=4 T=f32 x=f16[2048, 1, 1, 1] out=f32[1]
#   expect out = [2051]
# case i32-in-i64: N=2 T=i64 x=i32[2147483647, 1] out=i64[1]
#   expect out = [2147483648]
