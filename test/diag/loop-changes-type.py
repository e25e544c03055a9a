import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n):
    total = 0
    offs = tl.arange(0, 64)
    for start in range(0, n, 64):
        total += tl.load(x_ptr + start + offs, mask=start + offs < n, other=0.0).to(tl.float32)
    tl.store(out_ptr, tl.sum(total))
