"""Integer arithmetic: wrapping, division toward zero, shifts, bits, comparison."""
import triton
import triton.language as tl


@triton.jit
def arithmetic(x, y, plus, minus, times, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(plus + i, a + b)
    tl.store(minus + i, a - b)
    tl.store(times + i, a * b)

# case i32-wraps: N=4 x=i32[2147483647, -2147483648, 65536, 3] y=i32[1, 1, 65536, -4] plus=i32[4] minus=i32[4] times=i32[4]
#   expect plus = [-2147483648, -2147483647, 131072, -1]
#   expect minus = [2147483646, 2147483647, 0, 7]
#   expect times = [2147483647, -2147483648, 0, -12]
# case i8-wraps: N=4 x=i8[127, -128, 16, 100] y=i8[1, -1, 16, 3] plus=i8[4] minus=i8[4] times=i8[4]
#   expect plus = [-128, 127, 32, 103]
#   expect minus = [126, -127, 0, 97]
#   expect times = [127, -128, 0, 44]
# case u16-wraps: N=2 x=u16[65535, 40000] y=u16[65535, 40000] plus=u16[2] minus=u16[2] times=u16[2]
#   expect plus = [65534, 14464]
#   expect minus = [0, 0]
#   expect times = [1, 4096]
# case i64-wraps: N=2 x=i64[0x7FFFFFFFFFFFFFFF, -3] y=i64[1, 5] plus=i64[2] minus=i64[2] times=i64[2]
#   expect plus = [0x8000000000000000, 2]
#   expect minus = [0x7FFFFFFFFFFFFFFE, -8]
#   expect times = [0x7FFFFFFFFFFFFFFF, -15]
# case i8: N=16 x=i8[16]:edges y=i8[16]:random plus=i8[16] minus=i8[16] times=i8[16] seeds=3
#   expect same on all devices
# case i16: N=64 x=i16[64]:random y=i16[64]:random plus=i16[64] minus=i16[64] times=i16[64]
#   expect same on all devices
# case i32: N=64 x=i32[64]:random y=i32[64]:edges plus=i32[64] minus=i32[64] times=i32[64]
#   expect same on all devices
# case i64: N=64 x=i64[64]:random y=i64[64]:edges plus=i64[64] minus=i64[64] times=i64[64]
#   expect same on all devices
# case u64: N=64 x=u64[64]:random y=u64[64]:edges plus=u64[64] minus=u64[64] times=u64[64]
#   expect same on all devices


@triton.jit
def divide(x, y, quotient, remainder, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(quotient + i, a // b)
    tl.store(remainder + i, a % b)

# case toward-zero: N=8 x=i32[7, -7, 7, -7, 1, -1, 0, 6] y=i32[2, 2, -2, -2, 3, 3, 5, -3] quotient=i32[8] remainder=i32[8]
#   expect quotient = [3, -3, -3, 3, 0, 0, 0, -2]
#   expect remainder = [1, -1, 1, -1, 1, -1, 0, 0]
# case unsigned: N=4 x=u32[0xFFFFFFFF, 7, 0x80000000, 3] y=u32[2, 0xFFFFFFFF, 3, 7] quotient=u32[4] remainder=u32[4]
#   expect quotient = [0x7FFFFFFF, 0, 715827882, 0]
#   expect remainder = [1, 7, 2, 3]
# case i8: N=4 x=i8[-128, 127, -100, 5] y=i8[3, -4, 7, 9] quotient=i8[4] remainder=i8[4]
#   expect quotient = [-42, -31, -14, 0]
#   expect remainder = [-2, 3, -2, 5]
# case i64: N=2 x=i64[-9000000000, 9000000000] y=i64[7, -7] quotient=i64[2] remainder=i64[2]
#   expect quotient = [-1285714285, -1285714285]
#   expect remainder = [-5, 5]
# case random: N=64 x=i32[64]:random y=i32[64]:random(1, 1000) quotient=i32[64] remainder=i32[64] seeds=3
#   expect same on all devices
# case by-zero: N=2 x=i32[1, 2] y=i32[1, 0] quotient=i32[2] remainder=i32[2]
#   expect NR0504 on interp
#   skip cpu: the quotient by zero is undefined


@triton.jit
def divide_masked(x, y, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i, mask=i < n), tl.load(y + i, mask=i < n)
    tl.store(out + i, a // b, mask=i < n)

# case lanes-masked-off-may-divide-by-zero: N=4 n=2 x=i32[7, 9] y=i32[2, 3] out=i32[2]
#   expect out = [3, 3]


@triton.jit
def shift(x, by, left, right, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(by + i)
    tl.store(left + i, a << b)
    tl.store(right + i, a >> b)

# case signed: N=4 x=i32[1, -1, -8, 2147483647] by=i32[31, 4, 1, 1] left=i32[4] right=i32[4]
#   expect left = [-2147483648, -16, -16, -2]
#   expect right = [0, -1, -4, 1073741823]
# case unsigned: N=4 x=u32[1, 0xFFFFFFFF, 8, 0x80000000] by=u32[31, 4, 0, 31] left=u32[4] right=u32[4]
#   expect left = [0x80000000, 0xFFFFFFF0, 8, 0]
#   expect right = [0, 0x0FFFFFFF, 8, 1]
# case i8: N=4 x=i8[-128, 64, -1, 3] by=i8[1, 1, 7, 2] left=i8[4] right=i8[4]
#   expect left = [0, -128, -128, 12]
#   expect right = [-64, 32, -1, 0]
# case i64: N=2 x=i64[1, -1] by=i64[63, 32] left=i64[2] right=i64[2]
#   expect left = [0x8000000000000000, 0xFFFFFFFF00000000]
#   expect right = [0, -1]


@triton.jit
def bits(x, y, both, either, one, none, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(both + i, a & b)
    tl.store(either + i, a | b)
    tl.store(one + i, a ^ b)
    tl.store(none + i, ~a)

# case i32: N=2 x=i32[12, -1] y=i32[10, 7] both=i32[2] either=i32[2] one=i32[2] none=i32[2]
#   expect both = [8, 7]
#   expect either = [14, -1]
#   expect one = [6, -8]
#   expect none = [-13, 0]
# case u8: N=2 x=u8[0xF0, 0xFF] y=u8[0x3C, 0] both=u8[2] either=u8[2] one=u8[2] none=u8[2]
#   expect both = [0x30, 0]
#   expect either = [0xFC, 0xFF]
#   expect one = [0xCC, 0xFF]
#   expect none = [0x0F, 0]
# case i1: N=4 x=i1[0, 0, 1, 1] y=i1[0, 1, 0, 1] both=i1[4] either=i1[4] one=i1[4] none=i1[4]
#   expect both = [0, 0, 0, 1]
#   expect either = [0, 1, 1, 1]
#   expect one = [0, 1, 1, 0]
#   expect none = [1, 1, 0, 0]


@triton.jit
def compare(x, y, lt, le, gt, ge, eq, ne, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(lt + i, a < b)
    tl.store(le + i, a <= b)
    tl.store(gt + i, a > b)
    tl.store(ge + i, a >= b)
    tl.store(eq + i, a == b)
    tl.store(ne + i, a != b)

# case signed: N=4 x=i32[-1, 1, 5, -2147483648] y=i32[1, -1, 5, 2147483647] lt=i1[4] le=i1[4] gt=i1[4] ge=i1[4] eq=i1[4] ne=i1[4]
#   expect lt = [1, 0, 0, 1]
#   expect le = [1, 0, 1, 1]
#   expect gt = [0, 1, 0, 0]
#   expect ge = [0, 1, 1, 0]
#   expect eq = [0, 0, 1, 0]
#   expect ne = [1, 1, 0, 1]
# case unsigned: N=4 x=u32[0xFFFFFFFF, 1, 5, 0] y=u32[1, 0xFFFFFFFF, 5, 0x80000000] lt=i1[4] le=i1[4] gt=i1[4] ge=i1[4] eq=i1[4] ne=i1[4]
#   expect lt = [0, 1, 0, 1]
#   expect le = [0, 1, 1, 1]
#   expect gt = [1, 0, 0, 0]
#   expect ge = [1, 0, 1, 0]
#   expect eq = [0, 0, 1, 0]
#   expect ne = [1, 1, 0, 1]
# case i8: N=16 x=i8[16]:edges y=i8[16]:random lt=i1[16] le=i1[16] gt=i1[16] ge=i1[16] eq=i1[16] ne=i1[16] seeds=3
#   expect same on all devices


@triton.jit
def extremes(x, y, least, most, magnitude, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(least + i, tl.minimum(a, b))
    tl.store(most + i, tl.maximum(a, b))
    tl.store(magnitude + i, tl.abs(a))

# case signed: N=4 x=i32[-1, 1, -2147483648, 7] y=i32[1, -1, 0, 7] least=i32[4] most=i32[4] magnitude=i32[4]
#   expect least = [-1, -1, -2147483648, 7]
#   expect most = [1, 1, 0, 7]
#   expect magnitude = [1, 1, -2147483648, 7]
# case unsigned: N=2 x=u32[0xFFFFFFFF, 1] y=u32[1, 2] least=u32[2] most=u32[2] magnitude=u32[2]
#   expect least = [1, 1]
#   expect most = [0xFFFFFFFF, 2]
#   expect magnitude = [0xFFFFFFFF, 1]


@triton.jit
def high_half(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.umulhi(tl.load(x + i), tl.load(y + i)))

# case u32: N=4 x=u32[0xFFFFFFFF, 0x80000000, 3, 0x10000] y=u32[0xFFFFFFFF, 2, 5, 0x10000] out=u32[4]
#   expect out = [0xFFFFFFFE, 1, 0, 1]
# case i32-as-unsigned: N=2 x=i32[-1, 2] y=i32[-1, -1] out=i32[2]
#   expect out = [-2, 1]
# case u64: N=16 x=u64[16]:random y=u64[16]:random out=u64[16] seeds=3
#   expect same on all devices


@triton.jit
def negate(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, -tl.load(x + i))

# case i32: N=4 x=i32[1, -1, 0, -2147483648] out=i32[4]
#   expect out = [-1, 1, 0, -2147483648]
# case i64: N=2 x=i64[5, -6] out=i64[2]
#   expect out = [-5, 6]
