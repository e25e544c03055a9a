import triton
import triton.language as tl


def python_function(x):
    return x


@triton.jit
def endless(x):
    return endless(x)


@triton.jit
def two_types(x, flag):
    if flag > 0:
        return x
    return tl.arange(0, 4)


@triton.jit
def kernel(out_ptr, n: tl.int32):
    a = python_function(n)
    b = endless(n)
    c = two_types(n, n)
    n()
