"""Several GPUs and several streams in one script; on a machine without them, all is on the CPU.

Run on GPUs: nereid run --device=cuda test/gpu/several.py
"""
import torch
import triton
import triton.language as tl


@triton.jit
def accumulate(x, out, n, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n
    total = tl.load(out + at, mask=keep)
    for _ in range(ROUNDS):
        total += tl.load(x + at, mask=keep)
    tl.store(out + at, total, mask=keep)


def run(x, out, rounds=4):
    n = x.numel()
    accumulate[(triton.cdiv(n, 256),)](x, out, n, ROUNDS=rounds, BLOCK=256)


def each_gpu():
    count = max(1, torch.cuda.device_count())
    torch.manual_seed(1)
    host = torch.randn(10007)
    results = []
    for gpu in range(count):
        x = host.to(f"cuda:{gpu}")
        with torch.cuda.device(gpu):
            out = torch.zeros(10007, device="cuda")
        assert out.device == x.device, (out.device, x.device)
        run(x, out)
        results.append(out)
    for out in results:
        assert torch.allclose(out.cpu(), 4 * host), out.device
    # From one to another and back, by way of a copy.
    moved = results[0].to(f"cuda:{count - 1}", copy=True)
    run(host.to(moved.device), moved)
    assert torch.allclose(moved.cpu(), 8 * host)
    assert torch.allclose(results[0].cpu(), 4 * host)
    print(f"{count} devices agree")


def streams_in_order():
    torch.manual_seed(2)
    x = torch.randn(1 << 20).cuda()
    first, second = torch.cuda.Stream(), torch.cuda.Stream()
    out = torch.zeros(1 << 20, device="cuda")
    for _ in range(10):  # each waits for the other: the sums would go wrong if it did not
        first.wait_stream(second)
        with torch.cuda.stream(first):
            run(x, out, rounds=16)
            done = first.record_event()
        second.wait_event(done)
        with torch.cuda.stream(second):
            run(x, out, rounds=16)
    torch.cuda.current_stream().wait_stream(second)
    assert torch.allclose(out.cpu(), 320 * x.cpu(), rtol=1e-4), "streams"
    # What a stream works on may be released and taken again by another.
    for i in range(20):
        with torch.cuda.stream(first if i % 2 else second):
            scratch = torch.full((1 << 20,), float(i), device="cuda")
            result = torch.zeros(1 << 20, device="cuda")
            run(scratch, result)
        del scratch
        assert (result.cpu() == 4 * i).all(), i
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    run(x, out, rounds=64)
    end.record()
    end.synchronize()
    assert end.query() and start.elapsed_time(end) > 0
    print("streams keep their order")


each_gpu()
streams_in_order()
