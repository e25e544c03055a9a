"""Aggregates: values of named parts with functions of their own."""
import triton
import triton.language as tl


@triton.aggregate
class Pair:
    a: tl.tensor
    b: tl.tensor
    n: tl.constexpr

    @triton.constexpr_function
    def __init__(self, a, b, n):
        self.a = a
        self.b = b
        self.n = tl.constexpr(n)

    @triton.jit
    def total(self, scale=1):
        return (self.a + self.b) * self.n * scale

    @triton.constexpr_function
    def doubled(self):
        return self.n * 2

    @triton.jit
    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b, self.n)

    @triton.jit
    def __rmul__(self, other):
        return Pair(self.a * other, self.b * other, self.n)


@triton.jit
def swap(pair):
    return Pair(pair.b, pair.a, pair.n)


@triton.jit
def parts_and_methods(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    pair = Pair(tl.load(x + i), i, 3)
    tl.store(out + i, pair.total(scale=2))
    tl.store(out + N + i, swap(pair).a)
    tl.store(out + 2 * N + tl.arange(0, pair.doubled() + 2), 7)

# case small: N=4 x=i32[10, 20, 30, 40] out=i32[16]
#   expect out = [60, 126, 192, 258, 0, 1, 2, 3, 7, 7, 7, 7, 7, 7, 7, 7]


@triton.jit
def operators(out):
    pair = Pair(1, 2, 10) + Pair(3, 4, 99)
    pair = 2 * pair
    tl.store(out, pair.a)
    tl.store(out + 1, pair.b)
    tl.store(out + 2, pair.n)

# case dispatched: out=i32[3]
#   expect out = [8, 12, 10]


@triton.jit
def carried(out, n, flip):
    pair = Pair(0, 100, 1)
    for i in range(n):
        pair = Pair(pair.a + i, pair.b - 1, 1)
    if flip > 0:
        pair = swap(pair)
    tl.store(out, pair.a)
    tl.store(out + 1, pair.b)

# case kept: n=4 flip=0 out=i32[2]
#   expect out = [6, 96]
# case swapped: n=4 flip=2 out=i32[2]
#   expect out = [96, 6]


@triton.aggregate
class Shape:
    rows: tl.tensor
    columns: tl.constexpr = 4

    @triton.jit
    def size(self):
        return self.rows * self.columns

    @staticmethod
    @triton.jit
    def square(n):
        return Shape(n, 4)


@triton.aggregate
class Box(Shape):
    depth: tl.tensor

    @triton.jit
    def volume(self):
        return self.size() * self.depth


@triton.jit
def fields_in_order(out):
    tl.store(out, Shape(3).size())
    tl.store(out + 1, Shape(rows=3, columns=5).size())
    tl.store(out + 2, Shape.square(6).size())
    box = Box(2, 3, 5)
    tl.store(out + 3, box.volume())
    changed = tl.aggregate_replace(box, depth=7)
    tl.store(out + 4, changed.volume())
    tl.store(out + 5, box.volume())

# case made: out=i32[6]
#   expect out = [12, 15, 24, 30, 42, 30]


@triton.aggregate
class Doubled:
    x: tl.tensor

    @triton.jit
    def __init__(self, y):
        self.x = y * 2


@triton.aggregate
class Nested:
    inner: Doubled
    pair: tl.tuple


@triton.jit
def init_is_kernel_code(out):
    nested = Nested(Doubled(21), (1, 2))
    tl.store(out, nested.inner.x)
    tl.store(out + 1, nested.pair[1])
    tl.static_assert(isinstance(nested.inner, Doubled))
    tl.static_assert(not isinstance(nested.inner, Shape))

# case nested: out=i32[2]
#   expect out = [42, 2]


@triton.jit
def no_such_field(out):
    shape = tl.aggregate_replace(Shape(3), depth=1)

# case refused: out=i32[1]
#   expect NR0202


@triton.jit
def does_not_change(out):
    shape = Shape(3)
    shape.rows = 4

# case refused: out=i32[1]
#   expect NR0205


@triton.must_use_result
@triton.jit
def increased(x):
    return x + 1


@triton.jit
def drops_a_result(out):
    increased(1)

# case refused: out=i32[1]
#   expect NR0210
