import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    x = tl.cat(tl.arange(0, 8), tl.arange(0, 16))
    tl.store(out_ptr + tl.arange(0, 32), x)
