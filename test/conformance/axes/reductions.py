"""Reductions of every element type along every axis, counted from the front and from the end, of
tiles of one lane, a few and many, and of rank 1 to 3.

A case stores one result after the other, each stretched to the whole tile. Where the order of a
float's sum would show, an axis has two lanes: each program takes the next few numbers.
"""
import triton
import triton.language as tl


@triton.jit
def tile_of(x, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr, RANK: tl.constexpr):
    tile = tl.load(x + tl.arange(0, A * B * C))
    if RANK == 2:
        tile = tl.reshape(tile, [A * B, C])
    if RANK == 3:
        tile = tl.reshape(tile, [A, B, C])
    return tile


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def product(tile, axis: tl.constexpr, keep_dims: tl.constexpr):
    return tl.reduce(tile, axis, multiply, keep_dims=keep_dims)


@triton.jit
def reduced(x, out, F: tl.constexpr, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    tile = tile_of(x + tl.program_id(0) * SIZE, A, B, C, RANK)
    out += tl.program_id(0) * SIZE * 2 * RANK
    for axis in tl.static_range(-RANK, RANK):
        result = tl.broadcast_to(F(tile, axis, keep_dims=True), tile.shape)
        tl.store(out + (axis + RANK) * SIZE + tl.arange(0, SIZE), tl.reshape(result, [SIZE]))

# case sum-{T}-{A}x{B}x{C}-rank-{K}: F=tl.sum RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out={R}[2*{K}*{A}*{B}*{C}]
#   each T R in i1:u32 i8:i32 i16:i32 i32:i32 i64:i64 u8:u32 u16:u32 u32:u32 u64:u64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 4:8:2:limits 8:8:16:random
#   expect same on all devices
# case {F}-{T}-{A}x{B}x{C}-rank-{K}: F={F} RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out={T}[2*{K}*{A}*{B}*{C}]
#   each F in tl.xor_sum tl.reduce_or product
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 4:8:2:limits 8:8:16:random
#   expect same on all devices
# case {F}-{T}-{A}x{B}x{C}-rank-{K}: F=tl.{F} RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out={R}[2*{K}*{A}*{B}*{C}]
#   each F in max min
#   each T R in i8:i32 i16:i32 i32:i32 i64:i64 u8:i32 u16:i32 u32:u32 u64:u64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 4:8:2:limits 8:8:16:random
#   expect same on all devices
# case {F}-{T}-{A}x{B}x{C}-rank-{K}: F=tl.{F} RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out={R}[2*{K}*{A}*{B}*{C}]
#   each F in max min
#   each T R in f16:f32 bf16:f32 f32:f32 f64:f64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 4:8:2:limits 8:8:16:random
#   expect same on all devices ~ 1e-320
# case {F}-{T}-{A}x{B}x{C}-rank-{K}: F=tl.{F} RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out=i32[2*{K}*{A}*{B}*{C}]
#   each F in argmax argmin
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 4:8:2:limits 8:8:16:random
#   expect same on all devices
# case {F}-{T}-two-at-a-time-rank-{K}: F={F} grid=({G},) RANK={K} A={A} B={B} C=2 x={T}[64]:limits out={T}[128*{K}]
#   each F in tl.sum product
#   each T in f16 bf16 f32 f64
#   each K A B G in 1:1:1:32 2:1:2:16 3:2:2:8
#   expect same on all devices
# case {F}-{T}-{A}x{B}x{C}-rank-{K}: F={F} RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:random(0.98, 1.02) out={T}[2*{K}*{A}*{B}*{C}]
#   each F in tl.sum product
#   each K in 1 2 3
#   each A B C in 1:1:1 8:8:16
#   each T E in f16:1e-1 bf16:3e-1 f32:2e-5 f64:1e-12
#   expect same on all devices ~ {E}
