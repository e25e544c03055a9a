import torch
import triton
import triton.language as tl


@triton.jit
def wild_kernel(x_ptr, n):
    tl.store(x_ptr + tl.program_id(0).to(tl.int64) * 1000000000, 1.0)


x = torch.rand(1000)
wild_kernel[(4,)](x, 1000)
