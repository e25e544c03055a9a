"""Vector addition, fused multiply-add, ReLU, GELU, SiLU, at sizes that are no multiple of a block."""
import math

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

LENGTHS = (1, 2, 3, 31, 32, 33, 127, 129, 1000, 1023, 1024, 1025, 4097, 0)


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offs = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask)
    y = tl.load(y_ptr + offs, mask=mask)
    tl.store(out_ptr + offs, x + y, mask=mask)


@triton.jit
def fma_kernel(a_ptr, b_ptr, c_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offs = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offs < n
    a = tl.load(a_ptr + offs, mask=mask)
    b = tl.load(b_ptr + offs, mask=mask)
    c = tl.load(c_ptr + offs, mask=mask)
    tl.store(out_ptr + offs, a * b + c, mask=mask)


@triton.jit
def relu_kernel(x_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offs = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    x = tl.load(x_ptr + offs, mask=offs < n)
    tl.store(out_ptr + offs, tl.where(x > 0, x, 0.0), mask=offs < n)


@triton.jit
def gelu_kernel(x_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offs = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    x = tl.load(x_ptr + offs, mask=offs < n).to(tl.float32)
    y = 0.5 * x * (1 + tl.erf(x * 0.7071067811865476))
    tl.store(out_ptr + offs, y, mask=offs < n)


@triton.jit
def silu_kernel(x_ptr, out_ptr, n, BLOCK_SIZE: tl.constexpr):
    offs = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    x = tl.load(x_ptr + offs, mask=offs < n).to(tl.float32)
    tl.store(out_ptr + offs, x * tl.sigmoid(x), mask=offs < n)


def launch(kernel, *tensors, block=128):
    n = tensors[-1].numel()
    kernel[(triton.cdiv(n, block),)](*tensors, n, BLOCK_SIZE=block)


def check_elementwise(name, kernel, reference, dtype, arity, atol, rtol):
    for n in LENGTHS:
        for offset in (0, 1):  # one element past the start: not aligned
            storage = [torch.randn(n + 1, dtype=torch.float32).to(dtype) * 3 for _ in range(arity)]
            inputs = [s[offset : n + offset] for s in storage]
            out = torch.full((n + 1,), float("nan"), dtype=dtype)[offset : n + offset]
            launch(kernel, *inputs, out)
            torch.testing.assert_close(out, reference(*inputs), atol=atol, rtol=rtol)
    print(f"{name} {dtype}: correct")


torch.manual_seed(1)
check_elementwise("add", add_kernel, lambda x, y: x + y, torch.float32, 2, 0, 0)
check_elementwise("add", add_kernel, lambda x, y: x + y, torch.float16, 2, 0, 1e-3)
check_elementwise("fma", fma_kernel, lambda a, b, c: a * b + c, torch.float32, 3, 1e-5, 1e-6)
check_elementwise("relu", relu_kernel, torch.relu, torch.float32, 1, 0, 0)
check_elementwise("relu", relu_kernel, torch.relu, torch.float16, 1, 0, 0)
check_elementwise("gelu", gelu_kernel, F.gelu, torch.float32, 1, 2e-6, 2e-6)
check_elementwise("gelu", gelu_kernel, F.gelu, torch.float16, 1, 5e-5, 2e-3)
check_elementwise("silu", silu_kernel, F.silu, torch.float32, 1, 1e-6, 1e-5)

# int32 wraps around; infinities and the largest numbers stay themselves.
big = torch.tensor([2147483647, -2147483648, 5], dtype=torch.int32)
one = torch.tensor([1, -1, 7], dtype=torch.int32)
out = torch.empty_like(big)
launch(add_kernel, big, one, out)
assert out.tolist() == [-2147483648, 2147483647, 12]
x = torch.tensor([-math.inf, math.inf, -0.0, 1e-38, 3e38, -100.0])
out = torch.empty_like(x)
launch(relu_kernel, x, out)
assert out.tolist() == [0.0, math.inf, 0.0, x[3].item(), x[4].item(), 0.0]
launch(silu_kernel, torch.tensor([-1000.0, -89.0, 89.0, 1000.0, 3e38, 0.0]), out)
torch.testing.assert_close(out, torch.tensor([0.0, 0.0, 89.0, 1000.0, 3e38, 0.0]), atol=1e-30, rtol=1e-6)
print("edges: correct")
