"""Moving lanes about, of every element type, along every axis of tiles of rank 1 to 3."""
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
def flipped(x, out, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    tile = tile_of(x, A, B, C, RANK)
    for axis in tl.static_range(-RANK, RANK):
        to = out + (axis + RANK) * SIZE + tl.arange(0, SIZE)
        tl.store(to, tl.reshape(tl.flip(tile, axis), [SIZE]))

# case {T}-{A}x{B}x{C}-rank-{K}: RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:limits out={T}[2*{K}*{A}*{B}*{C}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each K in 1 2 3
#   each A B C in 1:1:1 8:8:16
#   expect same on all devices


@triton.jit
def gathered(x, index, out, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    tile, at = tile_of(x, A, B, C, RANK), tile_of(index, A, B, C, RANK)
    for axis in tl.static_range(-RANK, RANK):
        to = out + (axis + RANK) * SIZE + tl.arange(0, SIZE)
        tl.store(to, tl.reshape(tl.gather(tile, at % tile.shape[axis], axis), [SIZE]))

# case {T}-{A}x{B}x{C}-rank-{K}: RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:limits index=i32[{A}*{B}*{C}]:random(0, 1000) out={T}[2*{K}*{A}*{B}*{C}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each K in 1 2 3
#   each A B C in 1:1:1 8:8:16
#   expect same on all devices


@triton.jit
def put_together(x, y, out, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    one, other = tile_of(x, A, B, C, RANK), tile_of(y, A, B, C, RANK)
    for axis in tl.static_range(-RANK, RANK):
        to = out + (axis + RANK) * 2 * SIZE + tl.arange(0, 2 * SIZE)
        tl.store(to, tl.reshape(tl.cat(one, other, dim=axis), [2 * SIZE]))

# case {T}-{A}x{B}x{C}-rank-{K}: RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:limits y={T}[{A}*{B}*{C}]:random out={T}[4*{K}*{A}*{B}*{C}]
#   each T in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each K in 1 2 3
#   each A B C in 1:1:1 8:8:16
#   expect same on all devices


@triton.jit
def joined_and_split(x, y, out, RANK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    one, other = tile_of(x, A, B, C, RANK), tile_of(y, A, B, C, RANK)
    pairs = tl.join(one, other)
    tl.store(out + tl.arange(0, 2 * SIZE), tl.reshape(pairs, [2 * SIZE]))
    firsts, seconds = tl.split(pairs)
    to = out + 2 * SIZE + tl.arange(0, SIZE)
    tl.store(to, tl.reshape(seconds, [SIZE]))
    tl.store(to + SIZE, tl.reshape(firsts, [SIZE]))
    mixed = tl.interleave(other, one)
    tl.store(out + 4 * SIZE + tl.arange(0, 2 * SIZE), tl.reshape(mixed, [2 * SIZE]))

# case {T}-{A}x{B}x{C}-rank-{K}: RANK={K} A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:limits y={T}[{A}*{B}*{C}]:random out={T}[6*{A}*{B}*{C}]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f8e4nv f8e5 f16 bf16 f32 f64
#   each K in 1 2
#   each A B C in 1:1:1 8:8:16
#   expect same on all devices


@triton.jit
def turned(x, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    SIZE: tl.constexpr = A * B * C
    flat, box = tile_of(x, A, B, C, 2), tile_of(x, A, B, C, 3)
    to = out + tl.arange(0, SIZE)
    tl.store(to, tl.reshape(tl.trans(flat), [SIZE]))
    tl.store(to + SIZE, tl.reshape(tl.permute(box, (0, 2, 1)), [SIZE]))
    tl.store(to + 2 * SIZE, tl.reshape(tl.permute(box, (1, 0, 2)), [SIZE]))
    tl.store(to + 3 * SIZE, tl.reshape(tl.permute(box, (1, 2, 0)), [SIZE]))
    tl.store(to + 4 * SIZE, tl.reshape(tl.permute(box, (2, 0, 1)), [SIZE]))
    tl.store(to + 5 * SIZE, tl.reshape(tl.permute(box, 2, 1, 0), [SIZE]))

# case {T}-{A}x{B}x{C}: A={A} B={B} C={C} x={T}[{A}*{B}*{C}]:limits out={T}[6*{A}*{B}*{C}]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f8e4nv f8e5 f16 bf16 f32 f64
#   each A B C in 1:1:1 2:4:8 4:16:16
#   expect same on all devices


@triton.jit
def stretched(x, out, boxes, N: tl.constexpr, M: tl.constexpr):
    line = tl.load(x + tl.arange(0, N))
    FLAT: tl.constexpr = N * M
    to = out + tl.arange(0, FLAT)
    for axis in tl.static_range(-2, 2):
        stretch = tl.expand_dims(line, axis)
        wide = tl.broadcast_to(stretch, [M, N] if stretch.shape[1] == N else [N, M])
        tl.store(to + (axis + 2) * FLAT, tl.reshape(wide, [FLAT]))
    for axis in tl.static_range(-3, 3):
        same = tl.expand_dims(tl.broadcast_to(line[None, :], [M, N]), axis)
        tl.store(to + (axis + 7) * FLAT, tl.reshape(same, [FLAT]))
    box = boxes + tl.arange(0, FLAT * M)
    tl.store(box, tl.reshape(tl.broadcast_to(line[None, None, :], [M, M, N]), [FLAT * M]))
    tl.store(box + FLAT * M, tl.reshape(tl.broadcast_to(line[None, :, None], [M, N, M]), [FLAT * M]))
    tl.store(box + 2 * FLAT * M, tl.reshape(tl.broadcast_to(line[:, None, None], [N, M, M]), [FLAT * M]))

# case {T}-{N}-by-{M}: N={N} M={M} x={T}[{N}]:limits out={T}[10*{N}*{M}] boxes={T}[3*{N}*{M}*{M}]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f8e4nv f8e5 f16 bf16 f32 f64
#   each N M in 1:1 64:4 1024:1
#   expect same on all devices
