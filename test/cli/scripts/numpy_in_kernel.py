import time

import torch
import triton
import triton.language as tl

try:
    import numpy as np
except ModuleNotFoundError:
    print("no numpy")
    np = torch


@triton.jit
def root(x_ptr):
    tl.store(x_ptr, np.sqrt(tl.load(x_ptr)))


@triton.jit
def stamp(x_ptr):
    tl.store(x_ptr, time.time())


x = torch.ones(1)
for kernel in (root, stamp):
    try:
        kernel[(1,)](x)
    except Exception as error:
        print(type(error).__name__, error)
