"""device_print, device_assert, assume, hints, barriers."""
import triton
import triton.language as tl


@triton.jit
def print_lanes(x, N: tl.constexpr):
    tl.device_print("x", tl.load(x + tl.arange(0, N)))

# case integers: N=2 x=i32[7, -8]
#   expect printed "pid (0, 0, 0) idx (0) x: 7\npid (0, 0, 0) idx (1) x: -8\n"
# case floats: N=2 x=f32[0.5, -1.25]
#   expect printed "pid (0, 0, 0) idx (0) x: 0.500000\npid (0, 0, 0) idx (1) x: -1.250000\n"


@triton.jit
def print_nothing():
    tl.device_print("here")

# case each-program: grid=(2,)
#   expect printed "pid (0, 0, 0)here\npid (1, 0, 0)here\n"


@triton.jit
def asserts(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.device_assert(tl.load(x + i) > 0, "x must be positive")

# case holds: debug=True N=2 x=i32[1, 2]
#   expect same on all devices
# case fails: debug=True N=2 x=i32[1, 0]
#   expect NR0503 on interp
#   expect NR0503 on cpu
# case off: N=2 x=i32[1, 0]
#   expect same on all devices


@triton.jit
def promises(x, out, n, N: tl.constexpr):
    tl.assume(n > 0)
    i = tl.max_contiguous(tl.multiple_of(tl.arange(0, N), N), N)
    v = tl.load(x + i, mask=i < n)
    tl.debug_barrier()
    tl.store(out + i, v, mask=i < n)

# case change-nothing: n=3 N=4 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [1, 2, 3, 0]


@triton.jit
def dropped_promises(x, out, n, N: tl.constexpr):
    """What most authors write: the promise is about the pointers, its result is not kept."""
    at = x + tl.arange(0, N)
    total = tl.zeros((N,), x.dtype.element_ty)
    for _ in range(n):
        tl.multiple_of(at, [4])
        tl.max_contiguous(at, [N])
        total += tl.load(at)
        at += N
    tl.store(out + tl.arange(0, N), total)

# case change-nothing: n=2 N=4 x=i32[1, 2, 3, 4, 5, 6, 7, 8] out=i32[4]
#   expect out = [6, 8, 10, 12]
# case no-round: n=0 N=4 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [0, 0, 0, 0]


@triton.jit
def halve_or_triple(x):
    if x % 2 == 0:
        r = x // 2
    else:
        r = x * 3
    return r


@triton.jit
def mapped(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.map_elementwise(halve_or_triple, tl.load(x + i)))

# case branches-by-lane: N=4 x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [3, 1, 9, 2]
