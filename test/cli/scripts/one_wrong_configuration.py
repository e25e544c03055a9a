import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64, "LEFT_OUT": 0}),
                          triton.Config({"BLOCK": 128, "LEFT_OUT": 0}),
                          triton.Config({"BLOCK": 256, "LEFT_OUT": 3})], key=["n"])
@triton.jit
def twice(x, out, n, BLOCK: tl.constexpr, LEFT_OUT: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = at < n - LEFT_OUT
    tl.store(out + at, tl.load(x + at, mask=keep) * 2, mask=keep)


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def increase(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def first_programs(out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.program_id(0) + tl.zeros([BLOCK], tl.int32), mask=at < n)


grid = lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)
x, out = 1 + torch.rand(1000), torch.zeros(1000)
twice[grid](x, out, 1000)
print(torch.equal(out, 2 * x), twice.best_config.kwargs["LEFT_OUT"])
x.zero_()
increase[grid](x, 1000)
print(x.min().item(), x.max().item())
first_programs[grid](torch.zeros(1000, dtype=torch.int32), 1000)
