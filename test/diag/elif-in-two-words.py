import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    if n == 0:
        tl.store(out_ptr, 1.0)
    else if n == 1:
        tl.store(out_ptr, 2.0)
