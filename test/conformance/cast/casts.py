"""x.to(dtype): between all pairs of types, rounding, saturation, bitcasts."""
import triton
import triton.language as tl


@triton.jit
def cast(x, out, T: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(T))

# case i8-to-i32-extends-sign: T=i32 N=4 x=i8[-1, 127, -128, 5] out=i32[4]
#   expect out = [-1, 127, -128, 5]
# case u8-to-i32-extends-zero: T=i32 N=4 x=u8[255, 127, 128, 5] out=i32[4]
#   expect out = [255, 127, 128, 5]
# case i32-to-i8-truncates: T=i8 N=4 x=i32[256, 255, -129, 1000] out=i8[4]
#   expect out = [0, -1, 127, -24]
# case i64-to-u16: T=u16 N=2 x=i64[-1, 65537] out=u16[2]
#   expect out = [65535, 1]
# case i32-to-u32: T=u32 N=2 x=i32[-1, 1] out=u32[2]
#   expect out = [0xFFFFFFFF, 1]
# case u32-to-i64: T=i64 N=2 x=u32[0xFFFFFFFF, 1] out=i64[2]
#   expect out = [4294967295, 1]
# case i32-to-i1: T=i1 N=4 x=i32[0, 1, 2, -256] out=i1[4]
#   expect out = [0, 1, 1, 1]
# case f32-to-i1: T=i1 N=4 x=f32[0.0, -0.0, 0.5, nan] out=i1[4]
#   expect out = [0, 0, 1, 1]
# case i1-to-i32: T=i32 N=2 x=i1[0, 1] out=i32[2]
#   expect out = [0, 1]
# case i1-to-f32: T=f32 N=2 x=i1[0, 1] out=f32[2]
#   expect out = [0, 1]
# case i32-to-f32-rounds: T=f32 N=4 x=i32[16777217, 16777219, -2147483648, 2147483647] out=f32[4]
#   expect out = [16777216, 16777220, -2147483648, 2147483648]
# case u32-to-f32: T=f32 N=2 x=u32[0xFFFFFFFF, 0x80000000] out=f32[2]
#   expect out = [4294967296, 2147483648]
# case u64-to-f32-rounds-once: T=f32 N=4 x=u64[0x8000008000000001, 0xFFFFFFFFFFFFFFFF, 0x8000008000000000, 3] out=f32[4]
#   expect out = [0x5f000001, 0x5f800000, 0x5f000000, 3]
# case i64-to-f64: T=f64 N=2 x=i64[9007199254740993, -1] out=f64[2]
#   expect out = [9007199254740992, -1]
# case i32-to-f16: T=f16 N=4 x=i32[2049, 65504, 65520, -3] out=f16[4]
#   expect out = [2048, 65504, inf, -3]
# case i32-to-bf16: T=bf16 N=4 x=i32[257, 259, 1000000, -1] out=bf16[4]
#   expect out = [256, 260, 0x4974, -1]
# case i64-to-bf16-rounds-once: T=bf16 N=4 x=i64[0x20200000000001, 0x20200000000000, -9042383626829824, 0x7fffffffffffffff] out=bf16[4]
#   expect out = [0x5a01, 0x5a00, 0xda00, 0x5f00]
# case u64-to-bf16-rounds-once: T=bf16 N=4 x=u64[0x30200000000001, 0x30200000000000, 0xffffffffffffffff, 0x8080000000000001] out=bf16[4]
#   expect out = [0x5a41, 0x5a40, 0x5f80, 0x5f01]
# case f32-to-i32-toward-zero: T=i32 N=4 x=f32[1.99, -1.99, 0.0, -2147483648] out=i32[4]
#   expect out = [1, -1, 0, -2147483648]
# case f32-to-u8: T=u8 N=2 x=f32[255.9, 0.9] out=u8[2]
#   expect out = [255, 0]
# case f32-to-u32: T=u32 N=2 x=f32[4294967040, 3.7] out=u32[2]
#   expect out = [4294967040, 3]
# case f64-to-i64: T=i64 N=2 x=f64[-1e15, 1.5] out=i64[2]
#   expect out = [-1000000000000000, 1]
# case f16-to-i8: T=i8 N=2 x=f16[-128, 127.5] out=i8[2]
#   expect out = [-128, 127]
# case f32-to-f16: T=f16 N=8 x=f32[1, 65519, 65520, 1e-8, 0x33000000, 0x33000001, -0.0, nan] out=f16[8]
#   expect out = [1, 65504, inf, 0, 0, 0x1, -0.0, nan]
# case f32-to-f16-edges: T=f16 N=32 x=f32[32]:edges out=f16[32]
#   expect same on all devices
# case f32-to-f16-bits: T=f16 N=1024 x=f32[1024]:bits out=f16[1024]
#   expect same on all devices
# case f32-to-f16-random: T=f16 N=1024 x=f32[1024]:random out=f16[1024]
#   expect same on all devices
# case f32-to-bf16: T=bf16 N=4 x=f32[1.00390625, 1.01171875, inf, 3.4e38] out=bf16[4]
#   expect out = [1, 0x3f82, inf, inf]
# case f32-to-bf16-bits: T=bf16 N=1024 x=f32[1024]:bits out=bf16[1024]
#   expect same on all devices
# case f64-to-f32: T=f32 N=4 x=f64[0.1, 1e300, -1e-50, 0x7ff8000000000000] out=f32[4]
#   expect out = [0.1, inf, -0.0, nan]
# case f64-to-f16-rounds-once: T=f16 N=2 x=f64[0x3ff0020000000001, 0x3ff0020000000000] out=f16[2]
#   expect out = [0x3c01, 0x3c00]
# case f16-to-f32: T=f32 N=8 x=f16[1, 0x1, 0x3ff, inf, -inf, nan, -0.0, 65504] out=f32[8]
#   expect out = [1, 0x33800000, 0x387fc000, inf, -inf, nan, -0.0, 65504]
# case f16-to-f32-all: T=f32 N=65536 x=f16[65536]:iota out=f32[65536]
#   expect same on all devices
# case bf16-to-f32: T=f32 N=4 x=bf16[1, 0x1, -inf, 3.140625] out=f32[4]
#   expect out = [1, 0x00010000, -inf, 3.140625]
# case f16-to-bf16: T=bf16 N=4 x=f16[1, 0x3c04, 65504, 0x1] out=bf16[4]
#   expect out = [1, 1, 65536, 0x3380]
# case bf16-to-f16: T=f16 N=4 x=bf16[1, 70000, 0x3380, 0x0001] out=f16[4]
#   expect out = [1, inf, 0x1, 0]
# case f32-to-f64: T=f64 N=2 x=f32[0.1, -0.0] out=f64[2]
#   expect out = [0x3fb99999a0000000, -0.0]
# case same-type: T=f32 N=4 x=f32[1, nan, inf, -0.0] out=f32[4]
#   expect out = x


@triton.jit
def cast_through_bits(x, out, T: tl.constexpr, U: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(T).to(U, bitcast=True))

# case f32-to-f8e4nv: T=f8e4nv U=u8 N=8 x=f32[1, 448, 449, 1000, inf, -inf, nan, 0.001953125] out=u8[8]
#   expect out = [0x38, 0x7e, 0x7e, 0x7e, 0x7e, 0xfe, 0x7f, 0x01]
# case f32-to-f8e5: T=f8e5 U=u8 N=8 x=f32[1, 57344, 61440, 1e6, inf, -inf, 0.25, -0.0] out=u8[8]
#   expect out = [0x3c, 0x7b, 0x7b, 0x7b, 0x7b, 0xfb, 0x34, 0x80]
# case f16-to-f8e4nv: T=f8e4nv U=u8 N=4 x=f16[1.0625, 1.1875, -3, 500] out=u8[4]
#   expect out = [0x38, 0x3a, 0xc4, 0x7e]
# case f32-to-f8e4nv-random: T=f8e4nv U=u8 N=256 x=f32[256]:random out=u8[256]
#   expect same on all devices
# case f32-to-f8e5-random: T=f8e5 U=u8 N=256 x=f32[256]:random out=u8[256]
#   expect same on all devices
# case f32-bits: T=f32 U=i32 N=4 x=f32[1, -0.0, inf, 2] out=i32[4]
#   expect out = [0x3f800000, 0x80000000, 0x7f800000, 0x40000000]
# case i32-to-f32-bits: T=i32 U=f32 N=2 x=i32[0x3f800000, 0x40490fdb] out=f32[2]
#   expect out = [1, 0x40490fdb]
# case f16-to-i16-bits: T=f16 U=i16 N=2 x=f32[1, -2] out=i16[2]
#   expect out = [0x3c00, 0xc000]


@triton.jit
def cast_from_f8(x, out, F: tl.constexpr, T: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(F, bitcast=True).to(T))

# case f8e4nv-to-f32-all: F=f8e4nv T=f32 N=256 x=u8[256]:iota out=f32[256]
#   expect same on all devices
# case f8e5-to-f32-all: F=f8e5 T=f32 N=256 x=u8[256]:iota out=f32[256]
#   expect same on all devices
# case f8e4nv-to-f16: F=f8e4nv T=f16 N=4 x=u8[0x38, 0x7e, 0x01, 0x7f] out=f16[4]
#   expect out = [1, 448, 0.001953125, nan]
# case f8e5-to-bf16: F=f8e5 T=bf16 N=4 x=u8[0x3c, 0x7b, 0x7c, 0x01] out=bf16[4]
#   expect out = [1, 57344, inf, 0x3780]
# case f8e4b15-to-f32: F=f8e4b15 T=f32 N=4 x=u8[0x00, 0x78, 0x7f, 0x81] out=f32[4]
#   expect out = [0, 1, 1.875, -0.0000076293945]


@triton.jit
def cast_toward_zero(x, out, T: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(T, fp_downcast_rounding="rtz"))

# case f32-to-f16: T=f16 N=4 x=f32[1.0009, 65519, 1e9, -1.0009] out=f16[4]
#   expect out = [1, 65504, 65504, -1]
# case f32-to-bf16: T=bf16 N=2 x=f32[1.0078, -3.999] out=bf16[2]
#   expect out = [1, 0xc07f]


@triton.jit
def int_to_pointer(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    address = (x + i).to(tl.int64)
    again = address.to(tl.pointer_type(tl.int32))
    tl.store(out + i, tl.load(again) + ((address - x.to(tl.int64)) // 4).to(tl.int32))

# case round-trip: N=4 x=i32[10, 20, 30, 40] out=i32[4]
#   expect out = [10, 21, 32, 43]
