import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, BIG: tl.constexpr):
    a = tl.full((16,), 300, tl.int8)
    b = tl.full((16,), -1, tl.uint8)
    c = tl.full((16,), -2, tl.uint8)
    d = tl.cast(70000, tl.int16)
    e = tl.full((16,), 2.5, tl.int32)
    f = tl.full((16,), 1e6, tl.float16)
    g = tl.full((16,), 65504.0, tl.float16)
    h = tl.full((16,), 1e-30, tl.float16)
    k = tl.full((16,), float("inf"), tl.float16)
    m = tl.full((16,), 1e300, tl.float32)
    n = tl.int8(255)
    o = tl.full((16,), 1 << 63, tl.int64)
    p = tl.full((16,), 0.1, tl.bfloat16)
    q = tl.full((16,), 3, tl.int1)
