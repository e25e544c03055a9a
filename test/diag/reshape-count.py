import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    x = tl.reshape(tl.arange(0, 64), (8, 16))
    tl.store(out_ptr + tl.arange(0, 64), tl.ravel(x))
