import torch
import triton
import triton.language as tl


@triton.jit
def fill(x_ptr, BLOCK: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, BLOCK), 1.0)


x = torch.zeros(4)
grids = [(), (-1,), (1.5,), "12", (1, 1, 1, 1), None, {}, (x,), (2**31,),
         lambda meta: 3, lambda: (1,), lambda meta: (meta["BLOK"],)]
for grid in grids:
    try:
        fill[grid](x, BLOCK=4)
        print("ran")
    except Exception as error:
        print(type(error).__name__, error)
for grid in [(0,), [1, 2], (True,), lambda meta: (meta["BLOCK"], 1)]:
    fill[grid](x, BLOCK=4)
for block in (2**21, 4.0, None, x):
    try:
        fill[(1,)](x, BLOCK=block)
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[-1])
