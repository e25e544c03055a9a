import torch
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, BLOCK: tl.constexpr):
    tl.store(x_ptr, n)


x = torch.rand(1000)
try:
    k[(4,)](x, 1000)
except TypeError as e:
    print("TypeError:", e)
try:
    k[(4,)](x, 1000, BLOCK=4, BLOK=3)
except Exception as e:
    print(type(e).__name__, e)
k[(4,)](x, "hello", BLOCK=4)
