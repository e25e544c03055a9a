import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n: tl.int32):
    tl.static_assert(n > 3)
    size: tl.constexpr = n
    x = tl.zeros((size,), tl.float32)
