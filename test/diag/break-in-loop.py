import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n):
    for i in range(0, n):
        if i > 10:
            break
        tl.store(out_ptr + i, 1.0)
