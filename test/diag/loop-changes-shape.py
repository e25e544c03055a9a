import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    total = 0.0
    for i in range(0, 10):
        total = total + tl.zeros((16,), dtype=tl.float32)
    tl.store(out_ptr, tl.sum(total))
