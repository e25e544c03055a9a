"""Sorting, the largest, and turning around, of every element type, of rank 1 to 3."""
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
def sorted_both_ways(x, out, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    tile = tile_of(x, A, B, C, RANK)
    to = out + tl.arange(0, SIZE)
    tl.store(to, tl.reshape(tl.sort(tile), [SIZE]))
    tl.store(to + SIZE, tl.reshape(tl.sort(tile, descending=True), [SIZE]))
    tl.store(to + 2 * SIZE, tl.reshape(tl.sort(tile, dim=RANK - 1), [SIZE]))

# case {T}-{A}x{B}x{C}-rank-{K}: RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out={T}[3*{A}*{B}*{C}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 2:4:16:limits 4:16:16:random
#   expect same on all devices
# case {T}-{A}x{B}x{C}-rank-{K}: RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:{H} out={T}[3*{A}*{B}*{C}]
#   each T in f16 bf16 f32 f64
#   each K in 1 2 3
#   each A B C H in 1:1:1:random 4:16:16:random
#   expect same on all devices
# case {T}-limits-rank-{K}: RANK={K} A=2 B=2 C=8 x={T}[32]:numbers out={T}[96]
#   each T in f16 bf16 f32 f64
#   each K in 1 2 3
#   expect same on all devices ~ 1e-320


@triton.jit
def sorted_from_the_end(x, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr, RANK: tl.constexpr):
    tile = tl.sort(tile_of(x, A, B, C, RANK), dim=-1, descending=True)
    tl.store(out + tl.arange(0, A * B * C), tl.reshape(tile, [A * B * C]))

# case {T}-rank-{K}: RANK={K} A=2 B=2 C=4 x={T}[16]:random out={T}[16]
#   each T in i8 u32 f16 f64
#   each K in 1 2 3
#   expect same on all devices


@triton.jit
def largest_few(x, out, K: tl.constexpr, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * K if RANK > 1 else K
    top = tl.topk(tile_of(x, A, B, C, RANK), K)
    tl.store(out + tl.arange(0, SIZE), tl.reshape(top, [SIZE]))

# case {T}-{K}-rank-{D}: K={K} RANK={D} A=2 B=4 C=16 x={T}[128]:random out={T}[8*{K}]
#   each T in i8 i16 i32 i64 u32 u64 f16 bf16 f32 f64
#   each K in 1 4 16
#   each D in 1 2 3
#   expect same on all devices
