import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    x = tl.concat(tl.arange(0, 8), tl.arange(0, 8))
    tl.store(out_ptr + tl.arange(0, 16), x)
