"""What kernels in the wild lean on without saying so."""
import triton
import triton.language as tl


@triton.jit
def weighted(values, rows: tl.constexpr, N: tl.constexpr):
    return tl.sum(tl.where(rows < N, values, 0))


@triton.jit
def tile_for_a_constexpr_parameter(x, out, n, SIZE: tl.constexpr):
    rows = tl.arange(0, SIZE)
    tl.store(out, weighted(tl.load(x + rows), rows, 3))
    tl.store(out + 1, weighted(tl.load(x + rows), rows, n))

# case a-helper-s-constexpr-is-no-promise: n=2 SIZE=4 x=i32[1, 10, 100, 1000] out=i32[2]
#   expect out = [111, 11]


@triton.jit
def axes_of_a_scalar(x, out, n, SIZE: tl.constexpr):
    rows = tl.arange(0, SIZE)
    whole = tl.program_id(0) < n
    kept = (rows < 3) & whole[:, None]
    tl.store(out + rows[None, :], tl.load(x + rows, mask=kept, other=-1)[None, :])

# case a-scalar-with-axes-is-one-lane: n=1 SIZE=4 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [1, 2, 3, -1]
# case masked-out-as-a-whole: n=0 SIZE=4 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [-1, -1, -1, -1]


@triton.jit(noinline=True)
def scaled(x, factor, N: tl.constexpr):
    for _ in range(N):
        x = x * factor
    return x, x + 1


@triton.jit(noinline=True)
def put(pointer, value):
    if value > 10:
        tl.store(pointer, value)


@triton.jit
def calls_that_are_not_inlined(x, out, n):
    for i in range(n):
        a, b = scaled(tl.load(x + i), n, 2)
        put(out + 2 * i, a)
        put(out + 2 * i + 1, b)

# case scalars: n=3 x=i32[1, 2, 3] out=i32[6]
#   expect out = [0, 0, 18, 19, 27, 28]


@triton.jit
def names_are_compared_in_normal_form(x, out, ｎ):
    ﬁrst = tl.load(x) + n
    café = first * 2
    tl.store(out, first)
    tl.store(out + 1, café)

# case ligatures-widths-and-accents: n=1 x=i32[4] out=i32[2]
#   expect out = [1, 2]
