import torch
import triton
import triton.language as tl


@triton.jit
def divide(x_ptr, n):
    i = tl.arange(0, 4)
    tl.store(x_ptr + i, 12 // (tl.load(x_ptr + i) - n))


x = torch.arange(4, dtype=torch.int32)
divide[(1,)](x, 2)
print("natively it is no fault:", x[0].item(), x[3].item())
print(12 // 0)
