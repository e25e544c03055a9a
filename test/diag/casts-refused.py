import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, n: tl.int32, x: tl.float32):
    a = x.to(tl.int16, bitcast=True)
    b = x.to(tl.float8e5).to(tl.int32)
    c = x.to(tl.float64, fp_downcast_rounding="rtz")
    d = x.to(tl.float16, fp_downcast_rounding="up")
