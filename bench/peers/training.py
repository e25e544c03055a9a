# Of a model's step, what is not a plain row kernel: LayerNorm's gradient, and a cache of keys.
import torch
import triton
import triton.language as tl
from report import random, report


@triton.jit
def gradient_kernel(x, dy, weight, mean, scale, dx, dw, db, columns, rows_each, BLOCK: tl.constexpr):
    """Of some rows: their dx, and the sums of their parts of dw and db."""
    program = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    keep = at < columns
    w = tl.load(weight + at, mask=keep, other=0.0)
    dw_sum = tl.zeros([BLOCK], dtype=tl.float32)
    db_sum = tl.zeros([BLOCK], dtype=tl.float32)
    for row in range(program * rows_each, (program + 1) * rows_each):
        values = tl.load(x + row * columns + at, mask=keep, other=0.0).to(tl.float32)
        slope = tl.load(dy + row * columns + at, mask=keep, other=0.0).to(tl.float32)
        factor = tl.load(scale + row)
        hat = tl.where(keep, (values - tl.load(mean + row)) * factor, 0.0)
        weighted = w * slope
        along = tl.sum(hat * weighted) / columns
        level = tl.sum(weighted) / columns
        tl.store(dx + row * columns + at, (weighted - (hat * along + level)) * factor, mask=keep)
        dw_sum += slope * hat
        db_sum += slope
    tl.store(dw + program * columns + at, dw_sum, mask=keep)
    tl.store(db + program * columns + at, db_sum, mask=keep)


@triton.jit
def append_kernel(k, v, keys, values, lengths, capacity, HEADS: tl.constexpr, D: tl.constexpr):
    """One new token of each sequence goes behind those that its cache has."""
    sequence = tl.program_id(0)
    length = tl.load(lengths + sequence)
    heads, depth = tl.arange(0, HEADS), tl.arange(0, D)
    source = sequence * HEADS * D + heads[:, None] * D + depth[None, :]
    target = ((sequence * HEADS + heads[:, None]) * capacity + length) * D + depth[None, :]
    tl.store(keys + target, tl.load(k + source))
    tl.store(values + target, tl.load(v + source))


def measure_gradient(rows, columns):
    x, dy = random(rows, columns, seed=50), random(rows, columns, seed=51)
    w, mean = random(columns, seed=52), random(rows, seed=53)
    scale = torch.abs(random(rows, seed=54)) + 0.5
    programs = 1024
    dx = torch.empty(rows, columns, device="cuda")
    dw, db = [torch.empty(programs, columns, device="cuda") for _ in range(2)]
    report("layer norm gradient", f"{rows}x{columns} fp32",
           lambda: gradient_kernel[(programs,)](x, dy, w, mean, scale, dx, dw, db, columns,
                                                rows // programs,
                                                BLOCK=triton.next_power_of_2(columns), num_warps=8),
           dx, bytes=12 * rows * columns)


def measure_append(sequences, heads, D, capacity):
    k, v = [random(sequences, heads, D, dtype=torch.bfloat16, seed=s) for s in (55, 56)]
    keys, values = [torch.zeros(sequences, heads, capacity, D, dtype=torch.bfloat16, device="cuda")
                    for _ in range(2)]
    lengths = (torch.arange(sequences, dtype=torch.int32) % capacity).cuda()
    report("KV append", f"{sequences}x{heads}x{D} bf16",
           lambda: append_kernel[(sequences,)](k, v, keys, values, lengths, capacity, HEADS=heads, D=D),
           keys, bytes=8 * k.numel())


def main():
    measure_gradient(16384, 4096)
    measure_append(8192, 8, 128, 64)


if __name__ == "__main__":
    main()
