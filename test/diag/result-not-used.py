import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr: "*fp32", n: tl.int32):
    block = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (16,), (0,))
    for _ in range(0, n, 16):
        x = tl.load(block, boundary_check=(0,))
        tl.advance(block, (16,))
