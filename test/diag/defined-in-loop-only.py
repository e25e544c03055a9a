import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    for i in range(0, n):
        last = i * 2
    tl.store(out_ptr, last)
