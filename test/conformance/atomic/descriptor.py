"""Atomics through tensor descriptors, and the order of atomics on one address."""
import triton
import triton.language as tl


@triton.jit
def add_block(x, out, n, N: tl.constexpr):
    target = tl.make_tensor_descriptor(out, [n], [1], [N])
    target.atomic_add([0], tl.load(x + tl.arange(0, N)))

# case tail-is-dropped: n=3 N=4 grid=(2,) x=i32[1, 2, 3, 4] out=i32[4]
#   expect out = [2, 4, 6, 0]


@triton.jit
def tickets(counter, out):
    tl.store(out + tl.atomic_add(counter, 1), 1)

# case each-once: grid=(16,) counter=i32[1] out=i32[16]
#   expect counter = [16]
#   expect out = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


@triton.jit
def masked_exchange(x, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.atomic_xchg(x + i, i + 100, mask=i < n)

# case tail: n=2 N=4 x=i32[1, 2, 3, 4]
#   expect x = [100, 101, 3, 4]


@triton.jit
def relaxed(x, N: tl.constexpr):
    tl.atomic_max(x, tl.max(tl.arange(0, N), 0), sem="relaxed", scope="cta")

# case order-changes-nothing: N=8 x=i32[3,]
#   expect x = [7]
