import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    a = tl.zeros((128, 64), dtype=tl.float32)
    b = tl.full((32, 64), 1.0, dtype=tl.float32)
    c = a + b
    tl.store(out_ptr + tl.arange(0, 64), tl.sum(c, axis=0))
