import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    value = 1.0
    if tl.program_id(0) == 0:
        value = tl.arange(0, 16)
    tl.store(out_ptr, value)
