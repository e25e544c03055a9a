import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    x = tl.arange(0, 16)
    if x > 3:
        tl.store(out_ptr, 1.0)
