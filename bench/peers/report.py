# What a kernel file of this folder tells the runner: one line a measurement. The same file runs
# under Nereid and under Python with upstream Triton; inputs are drawn on the CPU from one seed, so
# that both have the same, and a line holds samples of the result, which must agree.
import torch
import triton

IS_UPSTREAM = hasattr(torch, "_C")


def random(*shape, dtype=torch.float32, seed=0, scale=1.0):
    """Normal data on the GPU. Large tensors repeat a block of 2^20 random numbers."""
    count = 1
    for size in shape:
        count *= size
    torch.manual_seed(seed)
    block = torch.randn(min(count, 1 << 20)) * scale
    times = (count + block.numel() - 1) // block.numel()
    return block.repeat(times)[:count].view(*shape).to(dtype).cuda()


def samples(out):
    flat = out.flatten()
    step = max(1, flat.numel() // 61)
    return [round(value, 6) for value in flat[::step][:64].float().cpu().tolist()]


def time_of(run):
    # The least of three medians: where the driver puts a call's events makes 0.6 us of difference.
    return min(triton.testing.do_bench(run, warmup=10, rep=40, return_mode="median")
               for _ in range(3))


def report(name, shape, run, out, bytes=0, flops=0, peer=None, tolerance=1e-3):
    """Runs and times `run`, which fills or returns `out`; `peer` is torch's own function for it."""
    result = run()
    result = out if out is not None else result
    torch.cuda.synchronize()
    values = samples(result)
    ms = time_of(run)
    torch_ms = time_of(peer) if peer is not None and IS_UPSTREAM else 0.0
    print(f"ROW|{name}|{shape}|{ms}|{torch_ms}|{bytes}|{flops}|{tolerance}|{values}", flush=True)


def report_seconds(name, shape, seconds, out):
    """A time that cannot be taken twice, such as a first call's."""
    print(f"ROW|{name}|{shape}|{seconds * 1e3}|0|0|0|0.02|{samples(out)}", flush=True)
