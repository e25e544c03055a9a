"""Row-wise softmax in one pass over memory: each program keeps whole rows on the chip.

Run: nereid run examples/softmax.py [rows] [columns]
"""
import sys

import torch
import triton
import triton.language as tl

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def softmax_kernel(out_ptr, in_ptr, in_row_stride, out_row_stride, n_cols, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < n_cols
    # Lanes past the row take no part: -inf is neutral for max, and its exp is 0.
    x = tl.load(in_ptr + row * in_row_stride + columns, mask=mask, other=-float("inf"))
    x = x - tl.max(x, axis=0)
    numerator = tl.exp(x)
    denominator = tl.sum(numerator, axis=0)
    tl.store(out_ptr + row * out_row_stride + columns, numerator / denominator, mask=mask)


def softmax(x):
    n_rows, n_cols = x.shape
    out = torch.empty_like(x)
    BLOCK_SIZE = triton.next_power_of_2(n_cols)
    softmax_kernel[(n_rows,)](out, x, x.stride(0), out.stride(0), n_cols, BLOCK_SIZE=BLOCK_SIZE)
    return out


def main():
    n_rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1823
    n_cols = int(sys.argv[2]) if len(sys.argv) > 2 else 781
    torch.manual_seed(0)
    x = torch.randn(n_rows, n_cols, device=DEVICE)
    out = softmax(x)
    expected = torch.softmax(x, dim=1)
    torch.testing.assert_close(out, expected)
    print(f"softmax of {n_rows} x {n_cols}: correct")
    print(f"largest difference from torch: {torch.max(torch.abs(out - expected)).item():.2e}")
    ms = triton.testing.do_bench(lambda: softmax(x))
    print(f"{ms:.3f} ms, {2 * x.numel() * x.element_size() / ms * 1e-6:.1f} GB/s")


if __name__ == "__main__":
    main()
