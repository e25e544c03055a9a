import time

import numpy as np
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + rows, mask=rows < n)
    tl.store(out_ptr + rows, np.sqrt(x) * np.pi, mask=rows < n)


@triton.jit
def other(out_ptr):
    tl.store(out_ptr, torch.matmul(2.0, 3.0))
    tl.store(out_ptr, time.time())
