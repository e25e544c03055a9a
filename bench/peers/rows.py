import torch
import triton
import triton.language as tl
from report import random, report


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < columns
    values = tl.load(x + row * columns + at, mask=keep, other=float("-inf")).to(tl.float32)
    values = tl.exp(values - tl.max(values))
    tl.store(out + row * columns + at, values / tl.sum(values), mask=keep)


@triton.jit
def layer_norm_kernel(x, weight, bias, out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < columns
    values = tl.load(x + row * columns + at, mask=keep, other=0.0).to(tl.float32)
    mean = tl.sum(values) / columns
    centred = tl.where(keep, values - mean, 0.0)
    scale = 1.0 / tl.sqrt(tl.sum(centred * centred) / columns + eps)
    w = tl.load(weight + at, mask=keep).to(tl.float32)
    b = tl.load(bias + at, mask=keep).to(tl.float32)
    tl.store(out + row * columns + at, centred * scale * w + b, mask=keep)


@triton.jit
def rms_norm_kernel(x, weight, out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < columns
    values = tl.load(x + row * columns + at, mask=keep, other=0.0).to(tl.float32)
    scale = 1.0 / tl.sqrt(tl.sum(values * values) / columns + eps)
    w = tl.load(weight + at, mask=keep).to(tl.float32)
    tl.store(out + row * columns + at, values * scale * w, mask=keep)


@triton.jit
def cross_entropy_kernel(x, target, loss, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < columns
    values = tl.load(x + row * columns + at, mask=keep, other=float("-inf")).to(tl.float32)
    largest = tl.max(values)
    total = tl.log(tl.sum(tl.exp(values - largest))) + largest
    chosen = tl.load(x + row * columns + tl.load(target + row)).to(tl.float32)
    tl.store(loss + row, total - chosen)


F = torch.nn.functional
SHAPES = [(16384, 4096, torch.float32, "fp32", 16), (16384, 8192, torch.bfloat16, "bf16", 8),
          (65536, 1000, torch.float32, "fp32", 4), (4096, 16384, torch.float16, "fp16", 16)]
for rows, columns, dtype, word, warps in SHAPES:
    shape = f"{rows}x{columns} {word}"
    x = random(rows, columns, dtype=dtype, seed=5)
    w, b = random(columns, dtype=dtype, seed=6), random(columns, dtype=dtype, seed=7)
    out = torch.empty(rows, columns, dtype=dtype, device="cuda")
    block = triton.next_power_of_2(columns)
    moved = 2 * rows * columns * x.element_size()
    report("softmax", shape,
           lambda: softmax_kernel[(rows,)](x, out, columns, BLOCK=block, num_warps=warps), out,
           bytes=moved, peer=lambda: torch.softmax(x, 1), tolerance=1e-2)
    report("layer norm", shape,
           lambda: layer_norm_kernel[(rows,)](x, w, b, out, columns, 1e-5, BLOCK=block,
                                              num_warps=warps), out, bytes=moved,
           peer=lambda: F.layer_norm(x, (columns,), w, b), tolerance=2e-2)
    report("rms norm", shape,
           lambda: rms_norm_kernel[(rows,)](x, w, out, columns, 1e-5, BLOCK=block,
                                            num_warps=warps), out, bytes=moved, tolerance=2e-2)

rows, columns = 8192, 32000
x = random(rows, columns, dtype=torch.bfloat16, seed=8)
torch.manual_seed(9)
target = torch.randint(0, columns, (rows,)).cuda()
loss = torch.empty(rows, device="cuda")
report("cross entropy", f"{rows}x{columns} bf16",
       lambda: cross_entropy_kernel[(rows,)](x, target, loss, columns, BLOCK=32768, num_warps=16),
       loss, bytes=2 * rows * columns,
       peer=lambda: F.cross_entropy(x, target, reduction="none"), tolerance=1e-2)
