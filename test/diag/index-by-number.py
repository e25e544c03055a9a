import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr):
    x = tl.load(x_ptr + tl.arange(0, 64))
    tl.store(out_ptr, x[0])
