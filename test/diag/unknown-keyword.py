import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr):
    offs = tl.arange(0, 16)
    x = tl.load(x_ptr + offs, masks=offs < 3)
    tl.store(out_ptr + offs, x)
