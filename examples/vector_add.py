"""Adds two vectors: the smallest kernel with everything that most kernels have.

Run: nereid run examples/vector_add.py [size]
"""
import sys

import torch
import triton
import triton.language as tl

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


def add(x, y):
    out = torch.empty_like(x)
    n = out.numel()
    grid = lambda meta: (triton.cdiv(n, meta["BLOCK_SIZE"]),)
    add_kernel[grid](x, y, out, n, BLOCK_SIZE=1024)
    return out


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 98432
    torch.manual_seed(0)
    x = torch.rand(size, device=DEVICE)
    y = torch.rand(size, device=DEVICE)
    out = add(x, y)
    expected = x + y
    print(out)
    print(f"largest difference from torch: {torch.max(torch.abs(out - expected)).item()}")
    assert torch.equal(out, expected)
    print(f"vector add of {size} elements: correct")


if __name__ == "__main__":
    main()
