import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr: "*fp32", n: tl.int32):
    for i in range(1.5):
        tl.store(out_ptr, i)
    for i in tl.static_range(n):
        tl.store(out_ptr, i)
    for i in range(0, 4, 0):
        tl.store(out_ptr, i)
    while True:
        tl.store(out_ptr, 1)
    for x in out_ptr:
        tl.store(out_ptr, 2)
