"""Sum, maximum, norm, mean and variance, softmax, log-sum-exp: masked lanes must not take part."""
import math

import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
    tl.atomic_add(out_ptr, tl.sum(x))


@triton.jit
def max_kernel(x_ptr, partial_ptr, n, lowest, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=lowest)
    tl.store(partial_ptr + pid, tl.max(x, axis=0))


@triton.jit
def norm_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        offs = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
        total += x * x
    tl.store(out_ptr, tl.sqrt(tl.sum(total)))


@triton.jit
def merge(count_a, mean_a, m2_a, count_b, mean_b, m2_b):
    count = count_a + count_b
    delta = mean_b - mean_a
    share = tl.where(count > 0, count_b / tl.maximum(count, 1.0), 0.0)
    return count, mean_a + delta * share, m2_a + m2_b + delta * delta * count_a * share


@triton.jit
def mean_variance_kernel(x_ptr, mean_ptr, var_ptr, n, BLOCK: tl.constexpr):
    count = tl.zeros((BLOCK,), dtype=tl.float32)
    mean = tl.zeros((BLOCK,), dtype=tl.float32)
    m2 = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        offs = start + tl.arange(0, BLOCK)
        mask = offs < n
        x = tl.load(x_ptr + offs, mask=mask, other=0.0)
        new_count = count + mask.to(tl.float32)
        delta = x - mean
        new_mean = tl.where(mask, mean + delta / tl.maximum(new_count, 1.0), mean)
        m2 = tl.where(mask, m2 + delta * (x - new_mean), m2)
        mean = new_mean
        count = new_count
    total, mean_all, m2_all = tl.reduce((count, mean, m2), 0, merge)
    tl.store(mean_ptr, mean_all)
    tl.store(var_ptr, m2_all / total)


@triton.jit
def softmax_kernel(x_ptr, out_ptr, stride_x, stride_out, column_stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride_x + columns * column_stride, mask=columns < n, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * stride_out + columns, e / tl.sum(e, axis=0), mask=columns < n)


@triton.jit
def logsumexp_kernel(x_ptr, out_ptr, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + columns, mask=columns < n, other=-float("inf"))
    largest = tl.max(x, axis=0)
    shift = tl.where(largest == -float("inf"), 0.0, largest)
    tl.store(out_ptr + row, shift + tl.log(tl.sum(tl.exp(x - shift), axis=0)))


@triton.jit
def online_softmax_kernel(x_ptr, out_ptr, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    m = -float("inf")
    l = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * stride + columns, mask=columns < n, other=-float("inf"))
        new_m = tl.maximum(m, tl.max(x, axis=0))
        shift = tl.where(new_m == -float("inf"), 0.0, new_m)
        l = l * tl.exp(m - shift) + tl.sum(tl.exp(x - shift), axis=0)
        m = new_m
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * stride + columns, mask=columns < n, other=-float("inf"))
        tl.store(out_ptr + row * stride + columns, tl.exp(x - m) / l, mask=columns < n)


torch.manual_seed(2)
for n in (1, 2, 31, 33, 1000, 1025, 4097):
    for dtype in (torch.float32, torch.float16):
        x = torch.randn(n).to(dtype)
        out = torch.zeros(1)
        sum_kernel[(triton.cdiv(n, 256),)](x, out, n, BLOCK=256)
        reference = x.double().sum().item()
        assert abs(out.item() - reference) <= 1e-5 * x.double().abs().sum().item() + 1e-30, (n, dtype)
        norm_kernel[(1,)](x, out, n, BLOCK=128)
        torch.testing.assert_close(out.double(), torch.sqrt((x.double() * x.double()).sum()).reshape(1), rtol=1e-5, atol=0)
for x, lowest in (
    (-torch.rand(1000) - 1, -math.inf),
    (torch.full((77,), -math.inf), -math.inf),
    (torch.arange(513, dtype=torch.int32) - 900, -2147483648),
    (torch.randn(300).half(), -math.inf),
):
    blocks = triton.cdiv(x.numel(), 64)
    partial = torch.empty(blocks, dtype=x.dtype)
    max_kernel[(blocks,)](x, partial, x.numel(), lowest, BLOCK=64)
    out = torch.empty(1, dtype=x.dtype)
    max_kernel[(1,)](partial, out, blocks, lowest, BLOCK=triton.next_power_of_2(blocks))
    assert out.item() == x.max().item()
print("sum, norm, max: correct")

for n in (1, 2, 100, 1025, 5000):
    for mean_value in (0.0, 100.0, 1000.0):
        x = torch.randn(n) + mean_value
        mean, var = torch.empty(1), torch.empty(1)
        mean_variance_kernel[(1,)](x, mean, var, n, BLOCK=256)
        torch.testing.assert_close(mean.double(), x.double().mean().reshape(1), rtol=1e-6, atol=1e-5)
        torch.testing.assert_close(var.double(), torch.var(x.double(), correction=0).reshape(1), rtol=5e-4, atol=1e-6)
print("mean and variance in one pass: correct")


def softmax(x):
    rows, columns = x.shape
    out = torch.full((rows, columns), math.nan)
    softmax_kernel[(rows,)](x, out, x.stride(0), out.stride(0), x.stride(1), columns, BLOCK=triton.next_power_of_2(columns))
    return out


for rows, columns in ((1, 1), (1, 2), (3, 1), (5, 31), (7, 33), (3, 1000), (2, 1025), (129, 64)):
    x = torch.randn(rows, columns) * 10
    for layout in (x, torch.randn(rows, columns + 7)[:, :columns], torch.randn(columns, rows).t()):
        torch.testing.assert_close(softmax(layout), torch.softmax(layout, dim=-1), rtol=1e-4, atol=1e-7)
    out = torch.empty(rows)
    logsumexp_kernel[(rows,)](x, out, x.stride(0), columns, BLOCK=triton.next_power_of_2(columns))
    torch.testing.assert_close(out, torch.logsumexp(x, dim=-1), rtol=2e-6, atol=2e-5)
extreme = torch.tensor([[1000.0, 999.0, -1000.0], [-300.0, -301.0, -302.0], [-math.inf, 0.0, 1.0]])
torch.testing.assert_close(softmax(extreme), torch.softmax(extreme, dim=-1), rtol=1e-4, atol=1e-7)
nothing = torch.full((1, 5), -math.inf)
assert all(math.isnan(v) for v in softmax(nothing)[0].tolist())
out = torch.empty(1)
logsumexp_kernel[(1,)](nothing, out, 5, 5, BLOCK=8)
assert out.item() == -math.inf
print("softmax, logsumexp: correct")

stairs = torch.arange(2000, dtype=torch.float32).reshape(1, 2000) / 10
late = torch.cat([torch.full((1, 256), -math.inf), torch.randn(1, 300)], dim=1)
for x in (stairs, late, torch.randn(2, 5000), torch.full((3, 100), -1000.0)):
    out = torch.empty_like(x)
    online_softmax_kernel[(x.shape[0],)](x, out, x.stride(0), x.shape[1], BLOCK=256)
    torch.testing.assert_close(out, torch.softmax(x, dim=-1), rtol=1e-4, atol=1e-7)
print("online softmax: correct")
