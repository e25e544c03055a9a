import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, n):
    pid = tl.program_id(0)
    offs = tl.arange(0, pid)
    tl.store(x_ptr + offs, 1.0)
