# What the host costs: a first call (compile and load, on a ready context), tuning, and a launch.
import time

import torch
import triton
from attention import attention_kernel
from elementwise import add_kernel
from matmul import configs, matmul_kernel
from report import random, report_seconds

torch.empty(1, device="cuda").zero_()
torch.cuda.synchronize()


def first_call(name, launch, out):
    start = time.perf_counter()
    launch()
    torch.cuda.synchronize()
    report_seconds(name, "first call", time.perf_counter() - start, out)


n = 1 << 20
x, y = random(n, seed=60), random(n, seed=61)
total = torch.empty(n, device="cuda")
first_call("vector add", lambda: add_kernel[(n // 1024,)](x, y, total, n, BLOCK=1024), total)

size = 1024
a, b = [random(size, size, dtype=torch.bfloat16, seed=s) for s in (62, 63)]
c = torch.empty(size, size, dtype=torch.bfloat16, device="cuda")
first_call("matmul", lambda: matmul_kernel.fn[(size // 128 * (size // 256),)](
    a, b, c, size, size, size, size, 1, size, 1, size, 1, BM=128, BN=256, BK=64, GROUP=8,
    num_stages=3, num_warps=8), c)

length, D = 1024, 128
q, k, v = [random(4, length, D, dtype=torch.float16, seed=s) for s in (64, 65, 66)]
out = torch.empty(4, length, D, dtype=torch.float16, device="cuda")
first_call("attention", lambda: attention_kernel.fn[(length // 128, 4)](
    q, k, v, out, D**-0.5, length, D=D, CAUSAL=False, BM=128, BN=128, num_stages=3,
    num_warps=8), out)

size = 2048
a, b = [random(size, size, dtype=torch.bfloat16, seed=s) for s in (67, 68)]
c = torch.empty(size, size, dtype=torch.bfloat16, device="cuda")
grid = lambda meta: (triton.cdiv(size, meta["BM"]) * triton.cdiv(size, meta["BN"]),)
start = time.perf_counter()
matmul_kernel[grid](a, b, c, size, size, size, size, 1, size, 1, size, 1)
torch.cuda.synchronize()
report_seconds("matmul", f"tuning {len(configs())} configurations", time.perf_counter() - start, c)

few = torch.empty(1024, device="cuda")
launch = lambda: add_kernel[(1,)](x, y, few, 1024, BLOCK=1024)
times = []
for _ in range(5):
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(500):
        launch()
    times.append((time.perf_counter() - start) / 500)
report_seconds("vector add", "host time of a launch", sorted(times)[2], few)
