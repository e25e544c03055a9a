import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, n, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=-1.0)
    tl.device_print("x", x)
    tl.device_print("n", n)
    tl.static_print("x is", x)
    tl.device_assert(n < 3, "n must be small")


x = torch.arange(3, dtype=torch.float32)
kernel[(1,)](x, 3, BLOCK=4, debug=True)
