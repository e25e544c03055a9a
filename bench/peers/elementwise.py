import torch
import triton
import triton.language as tl
from report import random, report


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n
    tl.store(out + at, tl.load(x + at, mask=keep) + tl.load(y + at, mask=keep), mask=keep)


@triton.jit
def relu_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n
    tl.store(out + at, tl.maximum(tl.load(x + at, mask=keep), 0.0), mask=keep)


@triton.jit
def gelu_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n
    value = tl.load(x + at, mask=keep)
    tl.store(out + at, 0.5 * value * (1.0 + tl.erf(value * 0.7071067811865476)), mask=keep)


@triton.jit
def silu_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n
    value = tl.load(x + at, mask=keep)
    tl.store(out + at, value * tl.sigmoid(value), mask=keep)


@triton.jit
def dropout_kernel(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n
    value = tl.load(x + at, mask=keep)
    kept = tl.rand(seed, at) > p
    tl.store(out + at, tl.where(kept, value / (1.0 - p), 0.0), mask=keep)


def main():
    n = 1 << 28
    BLOCK = 1024
    grid = (triton.cdiv(n, BLOCK),)
    x, y = random(n, seed=1), random(n, seed=2)
    out = torch.empty(n, device="cuda")
    gelu, silu = torch.nn.functional.gelu, torch.nn.functional.silu
    report("vector add", "2^28 fp32", lambda: add_kernel[grid](x, y, out, n, BLOCK=BLOCK), out,
           bytes=12 * n, peer=lambda: torch.add(x, y, out=out))
    report("relu", "2^28 fp32", lambda: relu_kernel[grid](x, out, n, BLOCK=BLOCK), out, bytes=8 * n,
           peer=lambda: torch.relu(x))
    report("gelu", "2^28 fp32", lambda: gelu_kernel[grid](x, out, n, BLOCK=BLOCK), out, bytes=8 * n,
           peer=lambda: gelu(x))
    report("silu", "2^28 fp32", lambda: silu_kernel[grid](x, out, n, BLOCK=BLOCK), out, bytes=8 * n,
           peer=lambda: silu(x))
    report("dropout", "2^28 fp32", lambda: dropout_kernel[grid](x, out, n, 0.3, 7, BLOCK=BLOCK),
           out, bytes=8 * n, peer=lambda: torch.nn.functional.dropout(x, 0.3))


if __name__ == "__main__":
    main()
