"""Arithmetic and conversions with a direction of rounding, and what libm does not have."""
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def sums(x, y, down, up, zero, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(down + i, libdevice.add_rd(a, b))
    tl.store(up + i, libdevice.add_ru(a, b))
    tl.store(zero + i, libdevice.add_rz(a, b))

# case one-and-little: N=8 x=f32[1, -1, 1, 1, 3e38, -3e38, inf, nan] y=f32[1e-10, -1e-10, -1, 2, 3e38, -3e38, 1, 1] down=f32[8] up=f32[8] zero=f32[8]
#   expect down = [1, -1.00000012, -0.0, 3, 3.4028234663852886e38, -inf, inf, nan]
#   expect up = [1.00000012, -1, 0, 3, inf, -3.4028234663852886e38, inf, nan]
#   expect zero = [1, -1, 0, 3, 3.4028234663852886e38, -3.4028234663852886e38, inf, nan]
# case doubles: N=4 x=f64[1, -1, 1, 1] y=f64[1e-20, -1e-20, -1, 2] down=f64[4] up=f64[4] zero=f64[4]
#   expect down = [1, -1.0000000000000002, -0.0, 3]
#   expect up = [1.0000000000000002, -1, 0, 3]
#   expect zero = [1, -1, 0, 3]


@triton.jit
def quotients(x, y, down, up, product, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(down + i, libdevice.div_rd(a, b))
    tl.store(up + i, libdevice.div_ru(a, b))
    tl.store(product + i, libdevice.mul_ru(a, b))

# case thirds: N=4 x=f32[1, -1, 6, 1] y=f32[3, 3, 3, 0] down=f32[4] up=f32[4] product=f32[4]
#   expect down = [0.333333313, -0.333333343, 2, inf]
#   expect up = [0.333333343, -0.333333313, 2, inf]
#   expect product = [3, -3, 18, 0]


@triton.jit
def roots(x, down, up, fused, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(down + i, libdevice.sqrt_rd(a))
    tl.store(up + i, libdevice.sqrt_ru(a))
    tl.store(fused + i, libdevice.fma_ru(a, a, a))

# case two-and-four: N=2 x=f32[2, 4] down=f32[2] up=f32[2] fused=f32[2]
#   expect down = [1.41421354, 2]
#   expect up = [1.41421366, 2]
#   expect fused = [6, 20]


@triton.jit
def conversions(x, n, out, whole):
    tl.store(out, libdevice.double2float_rd(tl.load(x)))
    tl.store(out + 1, libdevice.double2float_ru(tl.load(x)))
    tl.store(out + 2, libdevice.ll2float_rd(tl.load(n)))
    tl.store(out + 3, libdevice.ll2float_ru(tl.load(n)))
    tl.store(whole, libdevice.double2int_rd(tl.load(x + 1)))
    tl.store(whole + 1, libdevice.double2int_ru(tl.load(x + 1)))
    tl.store(whole + 2, libdevice.double2int_rn(tl.load(x + 1)))
    tl.store(whole + 3, libdevice.double2int_rz(tl.load(x + 1)))

# case bracket: x=f64[0.1, -2.5] n=i64[16777217,] out=f32[4] whole=i32[4]
#   expect out = [0.0999999940395355, 0.100000001490116, 16777216, 16777218]
#   expect whole = [-3, -2, -2, -2]


@triton.jit
def inverses(x, erf_back, erfc_back, normal, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(erf_back + i, tl.erf(libdevice.erfinv(a)))
    tl.store(erfc_back + i, libdevice.erfc(libdevice.erfcinv(a)))
    tl.store(normal + i, libdevice.normcdf(libdevice.normcdfinv(a)))

# case there-and-back: N=8 x=f64[0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999999] erf_back=f64[8] erfc_back=f64[8] normal=f64[8]
#   expect erf_back = x ~ 1e-14
#   expect erfc_back = x ~ 1e-14
#   expect normal = x ~ 1e-14


@triton.jit
def special(x, scaled, i0, i1, j2, y2, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    tl.store(scaled + i, libdevice.erfcx(a))
    tl.store(i0 + i, libdevice.cyl_bessel_i0(a))
    tl.store(i1 + i, libdevice.cyl_bessel_i1(a))
    tl.store(j2 + i, libdevice.jn(2, a))
    tl.store(y2 + i, libdevice.yn(2, a))

# case values: N=4 x=f64[0.5, 1, 2.5, 10] scaled=f64[4] i0=f64[4] i1=f64[4] j2=f64[4] y2=f64[4]
#   expect scaled = [0.6156903441929258, 0.427583576155807, 0.210806364061143, 0.0561409927438226] ~ 1e-13
#   expect i0 = [1.0634833707413236, 1.2660658777520084, 3.2898391440501231, 2815.7166284662544] ~ 1e-13
#   expect i1 = [0.25789430539089632, 0.56515910399248503, 2.5167162452886984, 2670.9883037012546] ~ 1e-13
#   expect j2 = [0.030604023458682638, 0.11490348493190047, 0.44605905843961724, 0.25463031368512062] ~ 1e-13
#   expect y2 = [-5.4413708371742657, -1.6506826068162543, -0.38133584924180314, -0.0058680824422086150] ~ 1e-12


@triton.jit
def bits(x, out):
    a = tl.load(x)
    b = tl.load(x + 1)
    tl.store(out, libdevice.byte_perm(a, b, 0x7610))
    tl.store(out + 1, libdevice.sad(a, b, tl.full((), 5, tl.uint32)).to(tl.int32))
    tl.store(out + 2, libdevice.double2hiint(libdevice.hiloint2double(a, b)))
    tl.store(out + 3, libdevice.double2loint(libdevice.hiloint2double(a, b)))

# case bytes: x=i32[287454020, 1432778632] out=i32[4]
#   expect out = [1432761156, 1145324617, 287454020, 1432778632]


@triton.jit
def powers_of_two(x, n, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, libdevice.ldexp(tl.load(x + i), tl.load(n + i)))

# case far: N=4 x=f32[1, 1.5e-30, -3, 1] n=i32[3, 200, -1, 500] out=f32[4]
#   expect out = [8, 2.4104070740320715e30, -1.5, inf]
