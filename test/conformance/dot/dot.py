"""tl.dot: matrix products in every pair of types, with accumulators and batches."""
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(c + m[:, None] * N + n[None, :], tl.dot(x, y, input_precision="ieee"))

# case f32-identity: M=2 N=2 K=2 a=f32[1, 2, 3, 4] b=f32[1, 0, 0, 1] c=f32[4]
#   expect c = a
# case f32-small: M=2 N=2 K=2 a=f32[1, 2, 3, 4] b=f32[5, 6, 7, 8] c=f32[4]
#   expect c = [19, 22, 43, 50]
# case i8-in-i32: M=2 N=2 K=2 a=i8[127, 127, -128, 1] b=i8[127, 1, 127, -1] c=i32[4]
#   expect c = [32258, 0, -16129, -129]
# case f32: M=16 N=32 K=64 a=f32[1024]:random b=f32[2048]:random c=f32[512] seeds=2
#   expect same on all devices ~ 1e-5
# case f16: M=16 N=16 K=32 a=f16[512]:random b=f16[512]:random c=f32[256]
#   expect same on all devices ~ 1e-5
# case bf16: M=16 N=16 K=32 a=bf16[512]:random b=bf16[512]:random c=f32[256]
#   expect same on all devices ~ 1e-5
# case f64: M=8 N=8 K=16 a=f64[128]:random b=f64[128]:random c=f64[64]
#   expect same on all devices ~ 1e-13
# case i8: M=16 N=16 K=32 a=i8[512]:random b=i8[512]:random c=i32[256]
#   expect same on all devices
# case f8e4nv: M=16 N=16 K=32 a=f8e4nv[512]:random b=f8e4nv[512]:random c=f32[256]
#   expect same on all devices ~ 1e-5
# case infinity: M=2 N=2 K=2 a=f32[inf, 1, 0, 1] b=f32[1, 0, 1, 2] c=f32[4]
#   expect c = [inf, nan, 1, 2]
# case odd-shape: M=1 N=4 K=16 a=f32[16]:random b=f32[64]:random c=f32[4]
#   expect same on all devices ~ 1e-5


@triton.jit
def accumulate(a, b, c, N: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at), acc=tl.load(c + at),
                            input_precision="ieee"))

# case adds: N=2 a=f32[1, 2, 3, 4] b=f32[5, 6, 7, 8] c=f32[100, 200, 300, 400]
#   expect c = [119, 222, 343, 450]


@triton.jit
def batched(a, b, c, B: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    at = tl.arange(0, B)[:, None, None] * (N * N) + i[None, :, None] * N + i[None, None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at), input_precision="ieee"))

# case two: B=2 N=2 a=f32[1, 2, 3, 4, 1, 0, 0, 1] b=f32[5, 6, 7, 8, 9, 10, 11, 12] c=f32[8]
#   expect c = [19, 22, 43, 50, 9, 10, 11, 12]
# case random: B=4 N=16 a=f16[1024]:random b=f16[1024]:random c=f32[1024]
#   expect same on all devices ~ 1e-5


@triton.jit
def tiled_matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    acc = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        at = start + depth
        x = tl.load(a + rows[:, None] * k + at[None, :], mask=(rows[:, None] < m) & (at[None, :] < k),
                    other=0.0)
        y = tl.load(b + at[:, None] * n + columns[None, :],
                    mask=(at[:, None] < k) & (columns[None, :] < n), other=0.0)
        acc = tl.dot(x, y, acc, input_precision="ieee")
    tl.store(c + rows[:, None] * n + columns[None, :], acc,
             mask=(rows[:, None] < m) & (columns[None, :] < n))

# case ragged: m=37 n=29 k=51 BM=16 BN=16 BK=16 grid=(3, 2) a=f32[1887]:random b=f32[1479]:random c=f32[1073]
#   expect same on all devices ~ 1e-5
# case halves: m=32 n=32 k=64 BM=16 BN=32 BK=32 grid=(2, 1) a=f16[2048]:random b=f16[2048]:random c=f32[1024]
#   expect same on all devices ~ 1e-5
