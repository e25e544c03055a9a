import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    x = n + 1
    del x
    import math
    try:
        x = 1
    except ValueError:
        x = 2
    with n:
        x = 3
    raise ValueError("no")


@triton.jit
def definitions(out_ptr, n):
    def inner(a):
        return a
    class Point:
        pass
    global total


@triton.jit
def branches(out_ptr, n):
    match n:
        case 1:
            x = 2
    for i in range(n):
        x = i
    else:
        x = 4
