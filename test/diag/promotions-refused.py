import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr: "*fp32", n: tl.int32, u: tl.uint32, small: tl.int8, x: tl.float32):
    a = n / u
    b = u + -1
    c = small + 1000
    d = x & 1
    e = x // 2.0
    f = tl.exp(n)
    g = ~x
    h = out_ptr + x
