import torch
import triton
import triton.language as tl
from report import random, report


@triton.jit
def sum_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0.0)))


@triton.jit
def row_kernel(x, out, columns, MODE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < columns
    values = tl.load(x + row * columns + at, mask=keep, other=float("-inf"))
    if MODE == "max":
        result = tl.max(values)
    elif MODE == "norm":
        values = tl.where(keep, values, 0.0)
        result = tl.sqrt(tl.sum(values * values))
    else:
        largest = tl.max(values)
        result = largest + tl.log(tl.sum(tl.exp(values - largest)))
    tl.store(out + row, result)


n = 1 << 28
x = random(n, seed=3)
total = torch.zeros(1, device="cuda")


def add_up():
    total.zero_()
    sum_kernel[(triton.cdiv(n, 4096),)](x, total, n, BLOCK=4096)


report("sum", "2^28 fp32", add_up, total, bytes=4 * n, peer=lambda: torch.sum(x), tolerance=1e-2)
rows, columns = 16384, 4096
matrix = random(rows, columns, seed=4)
out = torch.empty(rows, device="cuda")
peers = {"max": lambda: torch.max(matrix, 1), "norm": lambda: torch.norm(matrix, dim=1),
         "logsumexp": lambda: torch.logsumexp(matrix, 1)}
for mode in ("max", "norm", "logsumexp"):
    report(f"row {mode}", f"{rows}x{columns} fp32",
           lambda: row_kernel[(rows,)](matrix, out, columns, MODE=mode, BLOCK=4096, num_warps=8), out,
           bytes=4 * rows * columns, peer=peers[mode])
