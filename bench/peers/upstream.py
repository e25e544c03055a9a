# Runs a kernel file of this folder under Python, torch and upstream Triton.
import runpy
import sys

import torch

x, y = torch.empty(1 << 28, device="cuda"), torch.empty(1 << 28, device="cuda")
import triton

ms = triton.testing.do_bench(lambda: y.copy_(x), return_mode="median")
print(f"LIMIT|bytes|{8 * x.numel() / ms / 1e6}", flush=True)
del x, y
a = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
ms = triton.testing.do_bench(lambda: torch.matmul(a, a), return_mode="median")
print(f"LIMIT|flops|{2 * 8192**3 / ms / 1e9}", flush=True)
del a
torch.cuda.empty_cache()
try:
    runpy.run_path(sys.argv[1], run_name="__main__")
except Exception as error:
    print(f"FAILED|{sys.argv[1]}|{type(error).__name__}: {error}".replace("\n", " "), flush=True)
