"""How arguments meet parameters."""
import triton
import triton.language as tl


@triton.jit
def combine(a, b=10, *, c=100):
    return a + b * 2 + c * 3


@triton.jit
def forward(a, **others):
    return combine(a, **others)


@triton.jit
def sum_of(first, *rest):
    total = first
    for i in tl.static_range(len(rest)):
        total += rest[i]
    return total


@triton.jit
def ways_to_call(out):
    tl.store(out, combine(1))
    tl.store(out + 1, combine(1, c=2, b=3))
    tl.store(out + 2, forward(1, b=4))
    tl.store(out + 3, forward(1))
    tl.store(out + 4, sum_of(1))
    tl.store(out + 5, sum_of(1, 2, *(3, 4)))

# case all: out=i32[6]
#   expect out = [321, 13, 309, 321, 1, 10]


@triton.jit
def tensor_methods_by_keyword(x, out):
    source = tl.make_tensor_descriptor(x, shape=[4, 4], strides=[4, 1], block_shape=[2, 4])
    target = tl.make_tensor_descriptor(out, shape=[4, 4], strides=[4, 1], block_shape=[2, 4])
    target.store(offsets=[2, 0], value=source.load(offsets=[0, 0]))
    target.atomic_add(offsets=[2, 0], value=source.load(offsets=[2, 0]))

# case moved: x=i32[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] out=i32[16]
#   expect out = [0, 0, 0, 0, 0, 0, 0, 0, 8, 10, 12, 14, 16, 18, 20, 22]


@triton.jit
def stepped(out, start, end, step):
    count = 0
    for i in range(start, end, step=step):
        count += i
    tl.store(out, count)

# case step-by-name: start=1 end=10 step=4 out=i32[1]
#   expect out = [15]


@triton.jit
def declared_constant(x, out, N: tl.constexpr):
    one: tl.constexpr = tl.cast(0x3F800000, tl.float32, bitcast=True)
    i = tl.arange(0, N)
    first: tl.constexpr = tl.load(x)
    tl.store(out + i, tl.load(x + i) * one + first)

# case a-value-of-run-time: N=4 x=f32[1, 2, 3, 4] out=f32[4]
#   expect out = [2, 3, 4, 5]
