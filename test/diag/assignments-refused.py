import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    i = tl.arange(0, 16)
    i[0] = 3
    i.name = "i"
    first, *others = (i, i, i)
    a, b = (i, i, i)
    text = "a string"
    size = 4
    size: tl.constexpr = 8
