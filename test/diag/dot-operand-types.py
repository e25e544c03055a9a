import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr):
    a = tl.zeros((32, 32), dtype=tl.float16)
    b = tl.zeros((32, 32), dtype=tl.float32)
    c = tl.dot(a, b)
    tl.store(out_ptr + tl.arange(0, 32), tl.sum(c, axis=1))
