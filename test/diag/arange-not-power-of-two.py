import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    offs = tl.arange(0, 1000)
    tl.store(x_ptr + offs, 1.0)
