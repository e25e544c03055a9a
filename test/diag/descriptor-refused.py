import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr: "*fp32", n: tl.int32, wide: tl.int64):
    a = tl.make_tensor_descriptor(x_ptr, [n, n], [1, n], [4, 4])
    x = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    y = x.load([0])
    z = x.load([wide, 0])
    x.store([0, 0], tl.zeros((4, 4), tl.float32))
    x.gather(tl.arange(0, 8), 0)
    x.load(offset=[0, 0])
