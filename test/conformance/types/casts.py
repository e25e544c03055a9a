"""x.to(T) at every edge, between all pairs of types. Every bit pattern is test/exhaustive's."""
import triton
import triton.language as tl


@triton.jit
def cast(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty))

# case {S}-to-{T}: N=32 x={S}[32]:edges out={T}[32]
#   each S in i1 i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   each T in i1 i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
#   expect same on all devices
# case {S}-to-{T}: N=32 x={S}[32]:edges out={T}[32]
#   each S in f16 bf16 f32 f64
#   each T in f8e4nv f8e5
#   expect same on all devices
# case {S}-to-{T}: N=256 x={S}[256]:patterns out={T}[256]
#   each S in f8e4nv f8e5
#   each T in f16 bf16 f32 f64
#   expect same on all devices


@triton.jit
def bitcast(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty, bitcast=True))

# case {S}-as-{T}: N=32 x={S}[32]:edges out={T}[32]
#   each S T in i8:u8 u8:i8 u8:f8e4nv u8:f8e5 f8e4nv:i8 f8e5:u8 i16:u16 i16:f16 f16:i16 u16:bf16 bf16:u16 f16:bf16 i16:bf16 bf16:i16 u16:f16 f16:u16 bf16:f16 i32:u32 i32:f32 f32:i32 u32:f32 f32:u32 i64:u64 i64:f64 f64:i64 f64:u64
#   expect same on all devices


@triton.jit
def promote(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, (tl.load(x + i) + tl.load(y + i)).to(tl.float64))

# case {S}-and-{T}: N=32 x={S}[32]:edges y={T}[32]:random out=f64[32]
#   each S T in i1:i32 i1:i1 i8:i16 i8:u8 u8:i16 i32:u32 u32:i32 i64:u32 u64:i64 i32:f16 i64:f32 i8:bf16 u8:f16 f16:bf16 f16:f32 bf16:f32 bf16:bf16 f32:f64 i1:f16 i32:f64
#   expect same on all devices
