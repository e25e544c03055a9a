import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    x = tl.arange(0, 64)
    tl.store(out_ptr, x[0])
