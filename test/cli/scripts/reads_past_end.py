import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs)
    tl.store(out_ptr + offs, x, mask=offs < n)


x = torch.rand(1000)
out = torch.empty_like(x)
copy_kernel[(4,)](x, out, 1000, BLOCK=256)
