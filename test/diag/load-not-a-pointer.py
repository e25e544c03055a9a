import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    offs = tl.arange(0, 64)
    x = tl.load(offs)
    tl.store(out_ptr + offs, x)
