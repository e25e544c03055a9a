"""tl.load and tl.store: masks, other, scalars, every element type."""
import triton
import triton.language as tl


@triton.jit
def add_vectors(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)

# case whole-blocks: BLOCK=4 n=8 grid=(2,) x=f32[1, 2, 3, 4, 5, 6, 7, 8] y=f32[8]:fill(10) out=f32[8]
#   expect out = [11, 12, 13, 14, 15, 16, 17, 18]
# case tail: BLOCK=4 n=5 grid=(2,) x=f32[1, 2, 3, 4, 5] y=f32[5]:fill(10) out=f32[5]
#   expect out = [11, 12, 13, 14, 15]
# case one-lane: BLOCK=1 n=3 grid=(3,) x=i32[1, 2, 3] y=i32[10, 20, 30] out=i32[3]
#   expect out = [11, 22, 33]
# case nothing: BLOCK=8 n=0 grid=(1,) x=f32[2]:fill(1) y=f32[2]:fill(1) out=f32[2]
#   expect out = [0, 0]
# case no-programs: BLOCK=8 n=8 grid=(0,) x=f32[8]:fill(1) y=f32[8]:fill(1) out=f32[8]
#   expect out = [0, 0, 0, 0, 0, 0, 0, 0]
# case large: BLOCK=1024 n=5000 grid=(5,) x=f32[5000]:random y=f32[5000]:random out=f32[5000]
#   expect same on all devices
# case halves: BLOCK=16 n=13 grid=(1,) x=f16[13]:random y=f16[13]:random out=f16[13]
#   expect same on all devices
# case past-the-end: BLOCK=8 n=8 grid=(1,) x=f32[5]:fill(1) y=f32[8]:fill(1) out=f32[8]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds
# case bits-pass: BLOCK=32 n=32 grid=(1,) x=f32[32]:edges y=f32[32]:fill(0) out=f32[32]
#   expect same on all devices


@triton.jit
def copy(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i))

# case i1: BLOCK=4 x=i1[True, False, True, True] out=i1[4]
#   expect out = x
# case i8: BLOCK=16 x=i8[16]:edges out=i8[16]
#   expect out = x
# case u8: BLOCK=16 x=u8[16]:edges out=u8[16]
#   expect out = x
# case i16: BLOCK=16 x=i16[16]:edges out=i16[16]
#   expect out = x
# case i32: BLOCK=16 x=i32[16]:edges out=i32[16]
#   expect out = x
# case u32: BLOCK=16 x=u32[16]:edges out=u32[16]
#   expect out = x
# case i64: BLOCK=16 x=i64[16]:edges out=i64[16]
#   expect out = x
# case u64: BLOCK=64 x=u64[64]:bits out=u64[64]
#   expect out = x
# case f16: BLOCK=32 x=f16[32]:edges out=f16[32]
#   expect out = x
# case bf16: BLOCK=32 x=bf16[32]:edges out=bf16[32]
#   expect out = x
# case f32: BLOCK=32 x=f32[32]:edges out=f32[32]
#   expect out = x
# case f64: BLOCK=32 x=f64[32]:edges out=f64[32]
#   expect out = x
# case f8e4nv: BLOCK=256 x=f8e4nv[256]:iota out=f8e4nv[256]
#   expect out = x
# case f8e5: BLOCK=64 x=f8e5[64]:bits out=f8e5[64]
#   expect out = x


@triton.jit
def copy_masked(x, out, n, other, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n, other=other))

# case other: BLOCK=4 n=2 other=-7.5 x=f32[1, 2] out=f32[4]
#   expect out = [1, 2, -7.5, -7.5]
# case other-to-integer: BLOCK=4 n=3 other=9 x=i16[1, 2, 3] out=i16[4]
#   expect out = [1, 2, 3, 9]
# case other-infinite: BLOCK=4 n=1 other=-inf x=f16[3,] out=f16[4]
#   expect out = [3, -inf, -inf, -inf]
# case all: BLOCK=4 n=4 other=0 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = x


@triton.jit
def copy_zero_filled(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n))

# case masked-lanes-hold-zero: BLOCK=4 n=2 x=f32[1, 2] out=f32[4]
#   expect out = [1, 2, 0, 0]


@triton.jit
def scalar_copy(x, out):
    tl.store(out + 1, tl.load(x + 2))

# case scalar: x=f32[1, 2, 3] out=f32[3]
#   expect out = [0, 3, 0]
# case scalar-i64: x=i64[1, 2, -3] out=i64[3]
#   expect out = [0, -3, 0]


@triton.jit
def scalar_masked(x, out, keep: tl.int1):
    tl.store(out, tl.load(x, mask=keep, other=5.0), mask=True)
    tl.store(out + 1, 9.0, mask=keep)

# case kept: keep=True x=f32[2,] out=f32[2]
#   expect out = [2, 9]
# case not-kept: keep=False x=f32[2,] out=f32[2]
#   expect out = [5, 0]


@triton.jit
def copy_strided(x, out, rows, columns, stride, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None]
    j = tl.arange(0, N)[None, :]
    mask = (i < rows) & (j < columns)
    tl.store(out + i * N + j, tl.load(x + i * stride + j, mask=mask, other=-1), mask=mask)

# case matrix: M=2 N=4 rows=2 columns=3 stride=3 x=i32[1, 2, 3, 4, 5, 6] out=i32[8]
#   expect out = [1, 2, 3, 0, 4, 5, 6, 0]
# case one-row: M=2 N=4 rows=1 columns=4 stride=4 x=i32[1, 2, 3, 4] out=i32[8]
#   expect out = [1, 2, 3, 4, 0, 0, 0, 0]


@triton.jit
def transpose_copy(x, out, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None]
    j = tl.arange(0, N)[None, :]
    tl.store(out + j * M + i, tl.load(x + i * N + j))

# case small: M=2 N=4 x=f32[8]:iota out=f32[8]
#   expect out = [0, 4, 1, 5, 2, 6, 3, 7]
# case larger: M=32 N=64 x=f32[2048]:random out=f32[2048]
#   expect same on all devices


@triton.jit
def gather_by_pointer(x, index, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + tl.load(index + i)))

# case any-order: N=8 x=f32[8]:iota index=i32[7, 0, 3, 3, 1, 6, 2, 5] out=f32[8]
#   expect out = [7, 0, 3, 3, 1, 6, 2, 5]
# case wide-index: N=4 x=f32[8]:iota index=i64[7, 0, 3, 3] out=f32[4]
#   expect out = [7, 0, 3, 3]
# case random: N=128 x=f32[1000]:random index=i32[128]:random(0, 1000) out=f32[128] seeds=3
#   expect same on all devices
# case before-the-start: N=2 x=f32[8]:iota index=i32[0, -1] out=f32[2]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds


@triton.jit
def store_value_cast(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i))

# case f32-to-f16: N=4 x=f32[1, 0.1, 65520, -1e-8] out=f16[4]
#   expect out = [1, 0.1, inf, -0.0]
# case i32-to-f32: N=4 x=i32[1, -2, 16777217, 2147483647] out=f32[4]
#   expect out = [1, -2, 16777216, 2147483648]
# case f32-to-i32: N=4 x=f32[1.9, -1.9, 0.5, -0.5] out=i32[4]
#   expect out = [1, -1, 0, 0]
