import triton
import triton.language as tl


@triton.jit
def helper(x):
    if tl.program_id(0) == 0:
        return x
    return x.to(tl.int32)


@triton.jit
def kernel(out_ptr):
    tl.store(out_ptr + tl.arange(0, 16), helper(tl.zeros((16,), dtype=tl.float32)))
