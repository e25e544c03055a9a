import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    rows = tl.arange(0, 2048)
    columns = tl.arange(0, 2048)
    tl.store(x_ptr + rows[:, None] * 2048 + columns[None, :], 1.0)
