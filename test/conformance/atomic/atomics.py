"""Atomics: old values, duplicates within a tile, masks, every operation and type."""
import triton
import triton.language as tl


@triton.jit
def add(x, index, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_add(x + tl.load(index + i), tl.full([N], 1, x.dtype.element_ty)))

# case i32: N=4 x=i32[10, 20, 30, 40] index=i32[0, 1, 2, 3] old=i32[4]
#   expect x = [11, 21, 31, 41]
#   expect old = [10, 20, 30, 40]
# case i64: N=2 x=i64[-1, 5] index=i32[0, 1] old=i64[2]
#   expect x = [0, 6]
#   expect old = [-1, 5]
# case f32: N=2 x=f32[0.5, -1] index=i32[1, 0] old=f32[2]
#   expect x = [1.5, 0]
#   expect old = [-1, 0.5]
# case f16: N=2 x=f16[0.5, 2048] index=i32[0, 1] old=f16[2]
#   expect x = [1.5, 2048]
# case bf16: N=2 x=bf16[0.5, 256] index=i32[0, 1] old=bf16[2]
#   expect x = [1.5, 256]
# case f64: N=2 x=f64[0.5, 1] index=i32[0, 1] old=f64[2]
#   expect x = [1.5, 2]


@triton.jit
def count(x, index, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.atomic_add(x + tl.load(index + i), 1)

# case duplicates-all-count: N=8 grid=(2,) x=i32[4] index=i32[0, 1, 1, 3, 3, 3, 0, 0, 2, 2, 2, 2, 1, 0, 3, 3]
#   expect x = [4, 3, 4, 5]
# case many-programs: N=64 grid=(64,) x=i32[16] index=i32[4096]:random(0, 16)
#   expect same on all devices


@triton.jit
def add_masked(x, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.atomic_add(x + i, i.to(tl.float32), mask=i < n)

# case tail: n=3 N=4 x=f32[1, 1, 1, 1]
#   expect x = [1, 2, 3, 1]


@triton.jit
def accumulate(x, y, N: tl.constexpr):
    tl.atomic_add(x, tl.sum(tl.load(y + tl.program_id(0) * N + tl.arange(0, N))))

# case scalar: N=4 grid=(2,) x=f32[1,] y=f32[1, 2, 3, 4, 5, 6, 7, 8]
#   expect x = [37]


@triton.jit
def extremes(most, least, value, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(value + i)
    tl.atomic_max(most + i, v)
    tl.atomic_min(least + i, v)

# case i32: N=4 most=i32[1, -5, 3, -1] least=i32[1, -5, 3, -1] value=i32[2, -6, 3, 1]
#   expect most = [2, -5, 3, 1]
#   expect least = [1, -6, 3, -1]
# case u32: N=2 most=u32[1, 0xFFFFFFFF] least=u32[1, 0xFFFFFFFF] value=u32[0x80000000, 2]
#   expect most = [0x80000000, 0xFFFFFFFF]
#   expect least = [1, 2]
# case f32: N=8 most=f32[1, -1, 2, -3, 0, inf, -inf, 5] least=f32[1, -1, 2, -3, 0, inf, -inf, 5] value=f32[2, -2, -2, -1, 1, 3, -4, 5]
#   expect most = [2, -1, 2, -1, 1, inf, -4, 5]
#   expect least = [1, -2, -2, -3, 0, 3, -inf, 5]
# case f64: N=2 most=f64[1, -1] least=f64[1, -1] value=f64[2, -2]
#   expect most = [2, -1]
#   expect least = [1, -2]


@triton.jit
def bits(both, either, one, swapped, value, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(value + i)
    tl.atomic_and(both + i, v)
    tl.atomic_or(either + i, v)
    tl.atomic_xor(one + i, v)
    tl.atomic_xchg(swapped + i, v)

# case i32: N=2 both=i32[12, -1] either=i32[12, 0] one=i32[12, -1] swapped=i32[1, 2] value=i32[10, 7]
#   expect both = [8, 7]
#   expect either = [14, 7]
#   expect one = [6, -8]
#   expect swapped = [10, 7]


@triton.jit
def exchange(x, value, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_xchg(x + i, tl.load(value + i)))

# case f32: N=2 x=f32[1, 2] value=f32[3, 4] old=f32[2]
#   expect x = [3, 4]
#   expect old = [1, 2]


@triton.jit
def compare_and_swap(x, expected, desired, old, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(old + i, tl.atomic_cas(x + i, tl.load(expected + i), tl.load(desired + i)))

# case i32: N=4 x=i32[1, 2, 3, 4] expected=i32[1, 0, 3, 0] desired=i32[10, 20, 30, 40] old=i32[4]
#   expect x = [10, 2, 30, 4]
#   expect old = [1, 2, 3, 4]


@triton.jit
def locked_sum(lock, total, x):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total) + tl.load(x + tl.program_id(0)))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)

# case every-program-once: grid=(16,) lock=i32[1] total=i32[1] x=i32[16]:iota
#   expect total = [120]
#   expect lock = [0]
