"""tl.program_id and tl.num_programs."""
import triton
import triton.language as tl


@triton.jit
def where_am_i(out):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    linear = x + tl.num_programs(0) * (y + tl.num_programs(1) * z)
    tl.store(out + linear * 3 + 0, x)
    tl.store(out + linear * 3 + 1, y)
    tl.store(out + linear * 3 + 2, z)

# case line: grid=(3,) out=i32[9]
#   expect out = [0, 0, 0, 1, 0, 0, 2, 0, 0]
# case plane: grid=(2, 2) out=i32[12]
#   expect out = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]
# case space: grid=(2, 1, 2) out=i32[12]
#   expect out = [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1]
# case many: grid=(7, 5, 3) out=i32[315]
#   expect same on all devices


@triton.jit
def how_many(out):
    tl.store(out + 0, tl.num_programs(0))
    tl.store(out + 1, tl.num_programs(1))
    tl.store(out + 2, tl.num_programs(axis=2))

# case sizes: grid=(4, 3, 2) out=i32[3]
#   expect out = [4, 3, 2]


@triton.jit
def persistent(out, n, BLOCK: tl.constexpr):
    for block in range(tl.program_id(0), tl.cdiv(n, BLOCK), tl.num_programs(0)):
        i = block * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + i, i * 2, mask=i < n)

# case fewer-programs-than-blocks: n=19 BLOCK=4 grid=(2,) out=i32[19]
#   expect out = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36]
# case more-programs-than-blocks: n=3 BLOCK=4 grid=(5,) out=i32[3]
#   expect out = [0, 2, 4]
