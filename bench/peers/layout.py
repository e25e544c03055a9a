import torch
import triton
import triton.language as tl
from report import random, report


@triton.jit
def transpose_kernel(x, out, rows, columns, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    keep = (r[:, None] < rows) & (c[None, :] < columns)
    values = tl.load(x + r[:, None] * columns + c[None, :], mask=keep)
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(values), mask=tl.trans(keep))


@triton.jit
def gemv_kernel(a, x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        keep = at < columns
        total += (tl.load(a + row * columns + at, mask=keep, other=0.0).to(tl.float32) *
                  tl.load(x + at, mask=keep, other=0.0).to(tl.float32))
    tl.store(out + row, tl.sum(total))


@triton.jit
def rope_kernel(x, cos, sin, out, heads, HALF: tl.constexpr):
    token = tl.program_id(0)
    head = tl.program_id(1)
    at = tl.arange(0, HALF)
    base = (token * heads + head) * (2 * HALF)
    first = tl.load(x + base + at).to(tl.float32)
    second = tl.load(x + base + HALF + at).to(tl.float32)
    c = tl.load(cos + token * HALF + at)
    s = tl.load(sin + token * HALF + at)
    tl.store(out + base + at, first * c - second * s)
    tl.store(out + base + HALF + at, second * c + first * s)


rows = columns = 8192
x = random(rows, columns, seed=10)
out = torch.empty(columns, rows, device="cuda")
report("transpose", "8192x8192 fp32",
       lambda: transpose_kernel[(rows // 64, columns // 64)](x, out, rows, columns, BLOCK=64), out,
       bytes=8 * rows * columns, peer=lambda: x.t().contiguous())

a = random(rows, columns, dtype=torch.bfloat16, seed=11)
v = random(columns, dtype=torch.bfloat16, seed=12)
result = torch.empty(rows, device="cuda")
report("matrix times vector", "8192x8192 bf16",
       lambda: gemv_kernel[(rows,)](a, v, result, columns, BLOCK=2048), result,
       bytes=2 * rows * columns, peer=lambda: torch.mv(a, v), tolerance=1e-2)

tokens, heads, half = 16384, 32, 64
q = random(tokens, heads, 2 * half, dtype=torch.bfloat16, seed=13)
angles = random(tokens, half, seed=14)
turned = torch.empty(tokens, heads, 2 * half, dtype=torch.bfloat16, device="cuda")
cos, sin = torch.cos(angles), torch.sin(angles)
report("rope", "16384x32x128 bf16",
       lambda: rope_kernel[(tokens, heads)](q, cos, sin, turned, heads, HALF=half, num_warps=1),
       turned, bytes=4 * q.numel(), tolerance=2e-2)
