import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    square = lambda x: x * x
    table = {"a": 1}
    some = {1, 2}
    generated = (x for x in (1, 2))
    tl.store(out_ptr, n)


@triton.jit
def operators(out_ptr):
    i = tl.arange(0, 16)
    a = tl.zeros((16, 16), tl.float32)
    product = a @ a
    cube = a**3
    joined = "x" + 1
    flag = not i
