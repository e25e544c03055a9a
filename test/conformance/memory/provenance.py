"""Accesses that leave their tensor: reported on the interpreter though another tensor is there."""
import triton
import triton.language as tl


@triton.jit
def read_at_distance(x, y, out, distance):
    tl.store(out, tl.load(x + tl.load(distance)))

# case inside: x=i32[1, 2, 3, 4] y=i32[5, 6, 7, 8] out=i32[1] distance=i64[3,]
#   expect out = [4]
# case just-past: x=i32[1, 2, 3, 4] y=i32[5, 6, 7, 8] out=i32[1] distance=i64[4,]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds


@triton.jit
def read_the_neighbour(x, y, out):
    gap = (y.to(tl.int64) - x.to(tl.int64)) // 4
    tl.store(out, tl.load(x + gap))

# case another-tensor-is-there: x=i32[1, 2] y=i32[5, 6] out=i32[1]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds


@triton.jit
def write_the_neighbour(x, y):
    gap = (y.to(tl.int64) - x.to(tl.int64)) // 4
    tl.store(x + gap + tl.arange(0, 2), tl.arange(0, 2))

# case another-tensor-is-there: x=i32[1, 2] y=i32[5, 6]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds


@triton.jit
def add_to_the_neighbour(x, y):
    gap = (y.to(tl.int64) - x.to(tl.int64)) // 4
    tl.atomic_add(x + gap, 1)

# case another-tensor-is-there: x=i32[1, 2] y=i32[5, 6]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds


@triton.jit
def through_an_integer(x, y, out):
    gap = y.to(tl.int64) - x.to(tl.int64)
    address = x.to(tl.int64) + gap
    tl.store(out, tl.load(address.to(tl.pointer_type(tl.int32))))

# case an-address-may-be-of-any-tensor: x=i32[1, 2] y=i32[5, 6] out=i32[1]
#   expect out = [5]


@triton.jit
def chosen(x, y, out, n):
    p = x if n > 3 else y
    q = tl.where(tl.arange(0, 2) < 1, x + tl.arange(0, 2), y + tl.arange(0, 2))
    tl.store(out, tl.load(p))
    tl.store(out + 1 + tl.arange(0, 2), tl.load(q))

# case either-tensor: n=5 x=i32[1, 2] y=i32[5, 6] out=i32[3]
#   expect out = [1, 1, 6]
# case the-other: n=2 x=i32[1, 2] y=i32[5, 6] out=i32[3]
#   expect out = [5, 1, 6]


@triton.jit
def swapped_in_a_loop(x, y, out, n):
    p, q = x, y
    for i in range(n):
        tl.store(out + i, tl.load(p + i))
        p, q = q, p

# case both-in-turn: n=3 x=i32[1, 2, 3] y=i32[5, 6, 7] out=i32[3]
#   expect out = [1, 6, 3]


@triton.jit
def stepped_past_the_end(x, y, out, n):
    p = x
    total = 0
    for i in range(n):
        total += tl.load(p)
        p += 1
    tl.store(out, total)

# case within: n=4 x=i32[1, 2, 3, 4] y=i32[4]:fill(100) out=i32[1]
#   expect out = [10]
# case beyond: n=5 x=i32[1, 2, 3, 4] y=i32[4]:fill(100) out=i32[1]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds


@triton.jit
def while_stepping(x, out, n):
    p = x
    left = n
    total = 0
    while left > 0:
        total += tl.load(p)
        p += 1
        left -= 1
    tl.store(out, total)

# case within: n=4 x=i32[1, 2, 3, 4] out=i32[1]
#   expect out = [10]
# case beyond: n=5 x=i32[1, 2, 3, 4] out=i32[1]
#   expect NR0501 on interp
#   skip cpu: compiled code does not check bounds
