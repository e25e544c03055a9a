import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    x = tl.load(out_ptr + (n * 2
    tl.store(out_ptr, x)
