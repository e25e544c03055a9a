"""Atomics of more programs than a GPU runs at once, on words that all of them change."""
import triton
import triton.language as tl


@triton.jit
def place():
    return tl.program_id(1) * tl.num_programs(0) + tl.program_id(0)


@triton.jit
def total(x, out, n, N: tl.constexpr):
    i = place() * N + tl.arange(0, N)
    tl.atomic_add(out + 1, tl.sum(tl.load(x + i, mask=i < n, other=0)))

# case {T}: N=8 n=39197 grid=(70, 70) x={T}[39200]:fill(1) out={T}[0, 3, 5]
#   each T in i32 u32 i64 u64 f32 f64
#   expect out = [0, 39200, 5]
# case {T}-random: N=8 n=39197 grid=(4900,) x={T}[39200]:random out={T}[3]
#   each T E in i32:0 i64:0 f32:1e-4 f64:1e-12
#   expect same on all devices ~ {E}
# case few-programs: N=64 n=200 grid=(3,) x=f32[200]:iota out=f32[2]
#   expect out = [0, 18336]
# case one-program: N=1 n=1 x=f32[-0.0,] out=f32[-0.0, -0.0]
#   expect out = [-0.0, -0.0]


@triton.jit
def sparse_total(x, out, N: tl.constexpr):
    i = place() * N + tl.arange(0, N)
    value = tl.where(place() % 64 == 0, tl.load(x + i), 0)
    tl.atomic_add(out, tl.sum(value))

# case {T}: N=8 grid=(70, 70) x={T}[39200]:fill({X}) out={T}[1]
#   each T X S in f16:2:1232 bf16:0.25:154
#   expect out = [{S}]


@triton.jit
def opposites(x, out, N: tl.constexpr):
    i = place() * N + tl.arange(0, N)
    tl.atomic_add(out, tl.sum(tl.load(x + i % N)))

# case parts-need-not-fit: N=2 grid=(4900,) x=f16[60000, -60000] out=f16[7,]
#   expect out = [7]


@triton.jit
def scaled_total(x, out, N: tl.constexpr):
    i = place() * N + tl.arange(0, N)
    tl.atomic_add(out, tl.sum(tl.load(x + i)) * 2 + tl.program_id(1))

# case {T}: N=8 grid=(70, 70) x={T}[39200]:fill(1) out={T}[1]
#   each T in i32 i64 f32
#   expect out = [247450]


@triton.jit
def extremes(x, out, N: tl.constexpr):
    v = tl.load(x + place() * N + tl.arange(0, N))
    tl.atomic_max(out, tl.max(v))
    tl.atomic_min(out + 1, tl.min(v))

# case {T}: N=8 grid=(70, 70) x={T}[39200]:random out={T}[2]:fill(1)
#   each T in i32 u32 i64 u64 f32 f64
#   expect same on all devices
# case {T}-of-its-limits: N=4 grid=(4900,) x={T}[19600]:numbers out={T}[2]
#   each T in i32 u32 f32
#   expect same on all devices


@triton.jit
def bits(x, both, either, one, odd):
    v = tl.load(x + place())
    tl.atomic_and(both, v)
    tl.atomic_or(either, v)
    tl.atomic_xor(one, v)
    tl.atomic_xor(odd, tl.xor_sum(v + tl.arange(0, 16), 0))

# case {T}: grid=(70, 70) x={T}[4900]:random both={T}[1]:fill(0x7FFFFFF1) either={T}[1] one={T}[1]:fill(5) odd={T}[1]:fill(6)
#   each T in i32 u32
#   expect same on all devices


@triton.jit
def several(x, out, N: tl.constexpr):
    v = tl.load(x + place() * N + tl.arange(0, N))
    tl.atomic_add(out, 1)
    tl.atomic_add(out + 1, tl.sum(v), sem="relaxed")
    tl.atomic_add(out + 2, tl.sum(v * v), sem="release")
    tl.atomic_max(out + 2, 7)
    tl.atomic_max(out + 3, tl.sum(v))

# case counts-and-sums: N=8 grid=(70, 70) x=i32[39200]:fill(3) out=i32[4]
#   expect out = [4900, 117600, 352800, 24]


@triton.jit
def fetched(counter, out, sums):
    tl.atomic_add(sums, 1)
    tl.store(out + tl.atomic_add(counter, 1), 1)

# case each-old-value-once: grid=(70, 70) counter=i32[1] out=i32[4900] sums=i32[1]
#   expect counter = [4900]
#   expect sums = [4900]
#   expect same on all devices


@triton.jit
def masked(x, out, never, limit):
    v = tl.load(x + place())
    tl.atomic_add(out, v, mask=v < limit)
    tl.atomic_and(never, v, mask=v < 0)

# case some-programs: limit=100 grid=(70, 70) x=i32[4900]:iota out=i32[2,] never=i32[5,]
#   expect out = [4952]
#   expect never = [5]
# case no-program: limit=0 grid=(4900,) x=i32[4900]:iota out=i32[2,] never=i32[5,]
#   expect out = [2]
#   expect never = [5]


@triton.jit
def by_program(x, out, N: tl.constexpr):
    i = place() * N + tl.arange(0, N)
    tl.atomic_add(out + place() % 7, tl.sum(tl.load(x + i)))

# case seven-words: N=8 grid=(70, 70) x=i32[39200]:fill(1) out=i32[7]
#   expect out = [5600, 5600, 5600, 5600, 5600, 5600, 5600]


@triton.jit
def by_table(table, x, out):
    tl.atomic_add(out + tl.load(table), tl.load(x + place()))

# case word-that-is-read: grid=(4900,) table=i32[1,] x=i32[4900]:fill(1) out=i32[2]
#   expect out = [0, 4900]


@triton.jit
def sizes(out):
    tl.atomic_max(out, tl.num_programs(0) * 1000 + tl.num_programs(1) * 10 + tl.num_programs(2))
    tl.atomic_add(out + 1, tl.program_id(0))
    tl.atomic_add(out + 2, tl.program_id(1))
    tl.atomic_add(out + 3, tl.program_id(2))

# case three-axes: grid=(20, 41, 6) out=i32[4]
#   expect out = [20416, 46740, 98400, 12300]


@triton.jit
def rows_then_total(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + (place() % 8) * N * N + i[:, None] * N + i[None, :])
    largest = tl.max(v, 1)
    tl.atomic_add(out, tl.sum(v - largest[:, None]))
    tl.atomic_add(out + 1, tl.sum(largest))

# case two-reductions: N=16 grid=(70, 70) x=i32[2048]:random(0, 50) out=i32[2]
#   expect same on all devices
