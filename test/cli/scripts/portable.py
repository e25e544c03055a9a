import triton
import triton.language as tl


@triton.jit
def find(x_ptr, n):
    for i in range(n):
        if tl.load(x_ptr + i) < 0:
            return i
    return n


@triton.jit(noinline=True)
def scaled(x):
    return x * 2


@triton.jit
def kernel(x_ptr, out_ptr, n):
    a = b = 0
    for i in range(n):
        x = tl.load(x_ptr + i)
        if x == 0:
            continue
        if x < 0:
            break
        a += 1
    while 0 < b < n:
        b += 1
    for part in (a, b):
        tl.store(out_ptr, part)
    small = tl.dot(tl.zeros((2, 2), tl.float16), tl.zeros((2, 2), tl.float16))
    tl.store(out_ptr, tl.sum(scaled(tl.arange(0, 4))) + scaled(n))
