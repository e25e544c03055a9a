"""Addresses as numbers, and as addresses of another type."""
import triton
import triton.language as tl


@triton.jit
def there_and_back(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    address = (x + i).to(tl.int64)
    tl.store(out + i, tl.load(address.to(x.dtype)))

# case {T}-{N}: N={N} x={T}[{N}]:limits out={T}[{N}]
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f8e4nv f8e5 f16 bf16 f32 f64
#   each N in 1 64
#   expect out = x


@triton.jit
def as_bytes(x, out, N: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, N * B)
    tl.store(out + i, tl.load(x.to(tl.pointer_type(tl.uint8)) + i))

# case {T}-{N}: N={N} B={B} x={T}[{N}]:limits out=u8[{N}*{B}]
#   each T B in i1:1 i8:1 i16:2 i32:4 i64:8 u8:1 u16:2 u32:4 u64:8 f8e4nv:1 f8e5:1 f16:2 bf16:2 f32:4 f64:8
#   each N in 1 64
#   expect same on all devices
