"""Layer normalization, forward and backward.

The backward pass needs sums over all rows for the weight and the bias. Each program works through
a group of rows and writes one partial row; a second kernel adds the partial rows up.

Run: nereid run examples/layer_norm.py [rows] [columns]
"""
import sys

import torch
import triton
import triton.language as tl

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def forward_kernel(x_ptr, out_ptr, weight_ptr, bias_ptr, mean_ptr, rstd_ptr, stride, N, eps, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < N
    x = tl.load(x_ptr + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / N
    centered = tl.where(mask, x - mean, 0.0)
    variance = tl.sum(centered * centered, axis=0) / N
    rstd = 1 / tl.sqrt(variance + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    weight = tl.load(weight_ptr + columns, mask=mask)
    bias = tl.load(bias_ptr + columns, mask=mask)
    tl.store(out_ptr + row * stride + columns, centered * rstd * weight + bias, mask=mask)


@triton.jit
def backward_kernel(
    dx_ptr, dy_ptr, x_ptr, weight_ptr, mean_ptr, rstd_ptr, dweight_ptr, dbias_ptr,
    stride, M, N, ROWS: tl.constexpr, BLOCK_SIZE: tl.constexpr,
):
    group = tl.program_id(0)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < N
    weight = tl.load(weight_ptr + columns, mask=mask, other=0.0).to(tl.float32)
    dweight = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    dbias = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    for row in range(group * ROWS, min((group + 1) * ROWS, M)):
        x = tl.load(x_ptr + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
        dy = tl.load(dy_ptr + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
        mean = tl.load(mean_ptr + row)
        rstd = tl.load(rstd_ptr + row)
        normalized = tl.where(mask, (x - mean) * rstd, 0.0)
        g = dy * weight
        mean_g = tl.sum(g, axis=0) / N
        mean_gx = tl.sum(g * normalized, axis=0) / N
        tl.store(dx_ptr + row * stride + columns, rstd * (g - mean_g - normalized * mean_gx), mask=mask)
        dweight += dy * normalized
        dbias += dy
    tl.store(dweight_ptr + group * N + columns, dweight, mask=mask)
    tl.store(dbias_ptr + group * N + columns, dbias, mask=mask)


@triton.jit
def sum_rows_kernel(partial_ptr, out_ptr, rows, N, BLOCK_ROWS: tl.constexpr, BLOCK_COLUMNS: tl.constexpr):
    columns = tl.program_id(0) * BLOCK_COLUMNS + tl.arange(0, BLOCK_COLUMNS)
    total = tl.zeros((BLOCK_ROWS, BLOCK_COLUMNS), dtype=tl.float32)
    for start in range(0, rows, BLOCK_ROWS):
        r = start + tl.arange(0, BLOCK_ROWS)
        mask = (r[:, None] < rows) & (columns[None, :] < N)
        total += tl.load(partial_ptr + r[:, None] * N + columns[None, :], mask=mask, other=0.0)
    tl.store(out_ptr + columns, tl.sum(total, axis=0), mask=columns < N)


def forward(x, weight, bias, eps):
    M, N = x.shape
    out = torch.empty_like(x)
    mean = torch.empty(M, device=x.device, dtype=torch.float32)
    rstd = torch.empty(M, device=x.device, dtype=torch.float32)
    BLOCK_SIZE = triton.next_power_of_2(N)
    forward_kernel[(M,)](x, out, weight, bias, mean, rstd, x.stride(0), N, eps, BLOCK_SIZE=BLOCK_SIZE)
    return out, mean, rstd


def backward(dy, x, weight, mean, rstd):
    M, N = x.shape
    rows = 16
    groups = triton.cdiv(M, rows)
    dx = torch.empty_like(x)
    partial_weight = torch.empty((groups, N), device=x.device, dtype=torch.float32)
    partial_bias = torch.empty((groups, N), device=x.device, dtype=torch.float32)
    BLOCK_SIZE = triton.next_power_of_2(N)
    backward_kernel[(groups,)](
        dx, dy, x, weight, mean, rstd, partial_weight, partial_bias, x.stride(0), M, N, ROWS=rows, BLOCK_SIZE=BLOCK_SIZE
    )
    dweight, dbias = torch.empty_like(weight), torch.empty_like(weight)
    grid = (triton.cdiv(N, 128),)
    sum_rows_kernel[grid](partial_weight, dweight, groups, N, BLOCK_ROWS=32, BLOCK_COLUMNS=128)
    sum_rows_kernel[grid](partial_bias, dbias, groups, N, BLOCK_ROWS=32, BLOCK_COLUMNS=128)
    return dx, dweight, dbias


def reference_backward(dy, x, weight, eps):
    x, dy, weight = x.double(), dy.double(), weight.double()
    mean = x.mean(dim=1, keepdim=True)
    rstd = 1 / torch.sqrt(((x - mean) * (x - mean)).mean(dim=1, keepdim=True) + eps)
    normalized = (x - mean) * rstd
    g = dy * weight
    mean_g = g.mean(dim=1, keepdim=True)
    mean_gx = (g * normalized).mean(dim=1, keepdim=True)
    dx = rstd * (g - mean_g - normalized * mean_gx)
    return dx.float(), (dy * normalized).sum(dim=0).float(), dy.sum(dim=0).float()


def main():
    M = int(sys.argv[1]) if len(sys.argv) > 1 else 1151
    N = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    eps = 1e-5
    torch.manual_seed(0)
    x = -2.3 + 0.5 * torch.randn((M, N), device=DEVICE)
    weight = torch.rand(N, device=DEVICE)
    bias = torch.rand(N, device=DEVICE)
    dy = 0.1 * torch.randn((M, N), device=DEVICE)

    out, mean, rstd = forward(x, weight, bias, eps)
    torch.testing.assert_close(out, torch.nn.functional.layer_norm(x, (N,), weight, bias, eps), atol=1e-4, rtol=1e-4)
    print(f"layer norm forward of {M} x {N}: correct")

    gradients = backward(dy, x, weight, mean, rstd)
    for name, actual, expected in zip(("x", "weight", "bias"), gradients, reference_backward(dy, x, weight, eps)):
        torch.testing.assert_close(actual, expected, atol=1e-3, rtol=1e-3)
        print(f"gradient of {name}: correct, largest difference {torch.max(torch.abs(actual - expected)).item():.2e}")


if __name__ == "__main__":
    main()
