"""Dropout without a stored mask: the same seed gives the same random numbers again.

Run: nereid run examples/dropout.py [size]
"""
import sys

import torch
import triton
import triton.language as tl

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def dropout_kernel(x_ptr, out_ptr, n, p, seed, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    keep = tl.rand(seed, offsets) > p
    tl.store(out_ptr + offsets, tl.where(keep, x / (1 - p), 0.0), mask=mask)


def dropout(x, p, seed):
    out = torch.empty_like(x)
    n = x.numel()
    grid = lambda meta: (triton.cdiv(n, meta["BLOCK_SIZE"]),)
    dropout_kernel[grid](x, out, n, p, seed, BLOCK_SIZE=1024)
    return out


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    p = 0.5
    torch.manual_seed(0)
    x = torch.randn(size, device=DEVICE)
    first, again, other = dropout(x, p, seed=123), dropout(x, p, seed=123), dropout(x, p, seed=512)
    print("input ", [f"{v:.3f}" for v in x[:6].tolist()])
    print("output", [f"{v:.3f}" for v in first[:6].tolist()])
    assert torch.equal(first, again), "the same seed must drop the same elements"
    assert not torch.equal(first, other), "another seed must drop others"
    kept = first != 0
    torch.testing.assert_close(first[kept], x[kept] / (1 - p))
    fraction = kept.float().mean().item()
    assert abs(fraction - (1 - p)) < 5 * (p * (1 - p) / size) ** 0.5
    print(f"dropout of {size} elements: correct, {100 * fraction:.1f}% kept")


if __name__ == "__main__":
    main()
