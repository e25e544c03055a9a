# The part of the language that is written in the language.
#
# Every function here is a jit function; the ones without a leading underscore are reachable as
# tl.<name>, the others are what builtins are made of. Names that are not defined here are those of
# triton.language. A mistake inside is reported where the author called, so nothing here may assume
# more about its arguments than their rules allow.


# -- Combine functions of reductions and scans. Sums and products are exempt from overflow checks,
# -- as the order in which lanes are combined is nobody's choice.


def _sum_combine(a, b):
    return add(a, b, sanitize_overflow=False)


def _prod_combine(a, b):
    return mul(a, b, sanitize_overflow=False)


def _elementwise_max(a, b):
    return maximum(a, b)


def _elementwise_min(a, b):
    return minimum(a, b)


def _xor_combine(a, b):
    return a ^ b


def _or_combine(a, b):
    return a | b


# A NaN loses to any number, on either side, so that the order of combining does not matter; among
# NaNs the first wins.


def _argmax_combine_tie_break_fast(a, index_a, b, index_b):
    takes_a = (a > b) | (b != b)
    return where(takes_a, a, b), where(takes_a, index_a, index_b)


def _argmax_combine_tie_break_left(a, index_a, b, index_b):
    takes_a = (a > b) | ((a == b) & (index_a < index_b)) | (b != b)
    return where(takes_a, a, b), where(takes_a, index_a, index_b)


def _argmin_combine_tie_break_fast(a, index_a, b, index_b):
    takes_a = (a < b) | (b != b)
    return where(takes_a, a, b), where(takes_a, index_a, index_b)


def _argmin_combine_tie_break_left(a, index_a, b, index_b):
    takes_a = (a < b) | ((a == b) & (index_a < index_b)) | (b != b)
    return where(takes_a, a, b), where(takes_a, index_a, index_b)


# -- Small functions of tl.


def sigmoid(x):
    return 1 / (1 + exp(-x))


def softmax(x, dim: constexpr = None, keep_dims: constexpr = False,
            ieee_rounding: constexpr = False):
    axis: constexpr = 0 if dim is None else dim
    numerator = exp(x - tl.max(x, axis, keep_dims=True))
    denominator = tl.sum(numerator, axis, keep_dims=True)
    return fdiv(numerator, denominator, ieee_rounding)


# Renumbers a grid of size_i x size_j so that groups of size_g rows are walked column by column.
def swizzle2d(i, j, size_i, size_j, size_g):
    ij = i * size_j + j
    size_gj = size_g * size_j
    group = ij // size_gj
    first = group * size_g
    rows = minimum(size_i - first, size_g)
    within = ij % size_gj
    return first + within % rows, within // rows


# Waits until every element holds what is expected of it, or until the deadline.
def _poll(pointer, expected, sem: constexpr, scope: constexpr, timeout: constexpr):
    found = atomic_load(pointer, sem=sem, scope=scope) == expected
    if timeout is None:
        while not _all(found):
            found = atomic_load(pointer, sem=sem, scope=scope) == expected
    elif timeout > 0:
        deadline = tl.extra.cuda.globaltimer() + timeout
        while not _all(found) and tl.extra.cuda.globaltimer() < deadline:
            found = atomic_load(pointer, sem=sem, scope=scope) == expected
    return found


def _all(found):
    if len(found.shape) == 0:
        return found
    else:
        return tl.min(found.to(int32), axis=None) != 0


# -- Random numbers: Philox-4x with ten rounds, counter (c0, c1, c2, c3), key (k0, k1).


def philox_impl(c0, c1, c2, c3, k0, k1, n_rounds: constexpr = 10):
    is_wide: constexpr = c0.dtype == uint64
    multiplier_a: constexpr = 0xD2E7470EE14C6C93 if is_wide else 0xD2511F53
    multiplier_b: constexpr = 0xCA5A826395121157 if is_wide else 0xCD9E8D57
    step_a: constexpr = 0x9E3779B97F4A7C15 if is_wide else 0x9E3779B9
    step_b: constexpr = 0xBB67AE8584CAA73B if is_wide else 0xBB67AE85
    for _ in static_range(n_rounds):
        was_c0 = c0
        was_c2 = c2
        c0 = umulhi(multiplier_b, was_c2) ^ c1 ^ k0
        c2 = umulhi(multiplier_a, was_c0) ^ c3 ^ k1
        c1 = mul(was_c2, multiplier_b, sanitize_overflow=False)
        c3 = mul(was_c0, multiplier_a, sanitize_overflow=False)
        k0 = add(k0, step_a, sanitize_overflow=False)
        k1 = add(k1, step_b, sanitize_overflow=False)
    return c0, c1, c2, c3


def philox(seed, c0, c1, c2, c3, n_rounds: constexpr = 10):
    seed = to_tensor(seed)
    static_assert(seed.dtype.is_int(), "the seed of random numbers must be an integer")
    c0 = to_tensor(c0)
    seed = seed.to(uint64)
    if c0.dtype.primitive_bitwidth == 32:
        low = seed.to(uint32)
        high = (seed >> 32).to(uint32)
        return philox_impl(c0.to(uint32), cast(c1, uint32), cast(c2, uint32), cast(c3, uint32),
                           low, high, n_rounds)
    else:
        return philox_impl(c0.to(uint64), cast(c1, uint64), cast(c2, uint64), cast(c3, uint64),
                           seed, full((), 0, uint64), n_rounds)


def randint4x(seed, offset, n_rounds: constexpr = 10):
    offset = to_tensor(offset)
    low = offset.to(uint32)
    zero = zeros_like(low)
    if offset.dtype.primitive_bitwidth > 32:
        return philox(seed, low, (offset >> 32).to(uint32), zero, zero, n_rounds)
    else:
        return philox(seed, low, zero, zero, zero, n_rounds)


def randint(seed, offset, n_rounds: constexpr = 10):
    r0, r1, r2, r3 = randint4x(seed, offset, n_rounds)
    return r0


# Uniform in [0, 1): the bits as a signed integer folded to its non-negative half, then scaled.
def uint_to_uniform_float(x):
    if x.dtype.primitive_bitwidth == 32:
        x = x.to(int32, bitcast=True)
        return where(x < 0, ~x, x) * 4.6566127342e-10
    else:
        x = x.to(int64, bitcast=True)
        return where(x < 0, ~x, x) * 1.0842020432385337e-19


def rand(seed, offset, n_rounds: constexpr = 10):
    return uint_to_uniform_float(randint(seed, offset, n_rounds))


def rand4x(seed, offsets, n_rounds: constexpr = 10):
    r0, r1, r2, r3 = randint4x(seed, offsets, n_rounds)
    return (uint_to_uniform_float(r0), uint_to_uniform_float(r1),
            uint_to_uniform_float(r2), uint_to_uniform_float(r3))


# Box-Muller: two uniform numbers to two normal ones.
def pair_uniform_to_normal(u1, u2):
    u1 = maximum(1.0e-7, u1)
    angle = 6.283185307179586 * u2
    radius = sqrt(-2.0 * log(u1))
    return radius * cos(angle), radius * sin(angle)


def randn(seed, offset, n_rounds: constexpr = 10):
    r0, r1, r2, r3 = randint4x(seed, offset, n_rounds)
    first, second = pair_uniform_to_normal(uint_to_uniform_float(r0), uint_to_uniform_float(r1))
    return first


def randn4x(seed, offset, n_rounds: constexpr = 10):
    u0, u1, u2, u3 = rand4x(seed, offset, n_rounds)
    n0, n1 = pair_uniform_to_normal(u0, u1)
    n2, n3 = pair_uniform_to_normal(u2, u3)
    return n0, n1, n2, n3


# -- libdevice functions that are made of others.


def _popc32(x):
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return (mul(x, 0x01010101, sanitize_overflow=False) >> 24).to(int32)


def _popc(x):
    x = to_tensor(x)
    if x.dtype.primitive_bitwidth == 64:
        wide = x.to(uint64)
        return _popc32(wide.to(uint32)) + _popc32((wide >> 32).to(uint32))
    else:
        return _popc32(x.to(uint32))


# Ones below the highest one, counted: what remains is zeros.
def _clz32(x):
    x = x | (x >> 1)
    x = x | (x >> 2)
    x = x | (x >> 4)
    x = x | (x >> 8)
    x = x | (x >> 16)
    return 32 - _popc32(x)


def _clz(x):
    x = to_tensor(x)
    if x.dtype.primitive_bitwidth == 64:
        wide = x.to(uint64)
        high = (wide >> 32).to(uint32)
        return where(high == 0, 32 + _clz32(wide.to(uint32)), _clz32(high))
    else:
        return _clz32(x.to(uint32))


# The place of the lowest one, counted from 1; 0 if there is none.
def _ffs(x):
    x = to_tensor(x)
    lowest = x & add(~x, 1, sanitize_overflow=False)
    return x.dtype.primitive_bitwidth - _clz(lowest)


def _brev32(x):
    x = ((x >> 1) & 0x55555555) | ((x & 0x55555555) << 1)
    x = ((x >> 2) & 0x33333333) | ((x & 0x33333333) << 2)
    x = ((x >> 4) & 0x0F0F0F0F) | ((x & 0x0F0F0F0F) << 4)
    x = ((x >> 8) & 0x00FF00FF) | ((x & 0x00FF00FF) << 8)
    return (x >> 16) | (x << 16)


def _brev(x):
    x = to_tensor(x)
    if x.dtype.primitive_bitwidth == 64:
        wide = x.to(uint64)
        high = _brev32((wide >> 32).to(uint32)).to(uint64)
        low = _brev32(wide.to(uint32)).to(uint64)
        return ((low << 32) | high).to(x.dtype)
    else:
        return _brev32(x.to(uint32)).to(x.dtype)


# Averages without the carry: rounded down, and up.
def _hadd(x, y):
    return (x & y) + ((x ^ y) >> 1)


def _rhadd(x, y):
    return (x | y) - ((x ^ y) >> 1)


def _mul24(x, y):
    x = to_tensor(x)
    y = to_tensor(y)
    return mul((x << 8) >> 8, (y << 8) >> 8, sanitize_overflow=False)


def _sinpi(x):
    return sin(3.141592653589793 * (x - 2 * tl.extra.libdevice.rint(x * 0.5)))


def _cospi(x):
    return cos(3.141592653589793 * (x - 2 * tl.extra.libdevice.rint(x * 0.5)))


def _rcbrt(x):
    return 1 / tl.extra.libdevice.cbrt(x)


def _normcdf(x):
    return 0.5 * tl.extra.libdevice.erfc(x * -0.7071067811865476)


def _rhypot(x, y):
    return 1 / tl.extra.libdevice.hypot(x, y)


def _norm3d(x, y, z):
    return tl.extra.libdevice.hypot(tl.extra.libdevice.hypot(x, y), z)


def _rnorm3d(x, y, z):
    return 1 / _norm3d(x, y, z)


def _norm4d(x, y, z, w):
    return tl.extra.libdevice.hypot(_norm3d(x, y, z), w)


def _rnorm4d(x, y, z, w):
    return 1 / _norm4d(x, y, z, w)


# x * 2^n in steps that do not overflow before the result does; only the last may round.
def _ldexp(x, n):
    if x.dtype == float32:
        power = clamp(n.to(float64), -400.0, 400.0)
        return (x.to(float64) * exp2(power)).to(float32)
    else:
        n = clamp(n.to(float64), -2200.0, 2200.0)
        third = tl.extra.libdevice.trunc(n / 3)
        return x * exp2(third) * exp2(third) * exp2(n - third - third)


# The bytes of x (0 to 3) and y (4 to 7) that the four digits of `selector` name; bit 3 of a digit
# spreads the byte's sign.
def _byte_perm(x, y, selector):
    both = x.to(uint32).to(uint64) | (y.to(uint32).to(uint64) << 32)
    selector = selector.to(uint32)
    result = zeros_like(selector)
    for digit in static_range(4):
        pick = (selector >> (4 * digit)) & 15
        byte = (both >> ((pick & 7) * 8).to(uint64)).to(uint32) & 255
        sign = where((byte & 128) != 0, 255, 0).to(uint32)
        result = result | (where((pick & 8) != 0, sign, byte) << (8 * digit))
    return result.to(int32)


# |x - y| + z
def _sad(x, y, z):
    larger = where(x > y, x, y).to(uint32)
    smaller = where(x > y, y, x).to(uint32)
    return add(tl.sub(larger, smaller, sanitize_overflow=False), z.to(uint32),
               sanitize_overflow=False)


def _hiloint2double(high, low):
    bits = (high.to(uint32).to(uint64) << 32) | low.to(uint32).to(uint64)
    return bits.to(float64, bitcast=True)


def _double2hiint(x):
    return (x.to(uint64, bitcast=True) >> 32).to(uint32).to(int32)


def _double2loint(x):
    return x.to(uint64, bitcast=True).to(uint32).to(int32)


# A reciprocal of which the upper half of the bits is kept, from an argument of which it is.
def _rcp64h(x):
    x = _hiloint2double(_double2hiint(x), 0 * _double2hiint(x))
    r = tl.extra.libdevice.rcp_rn(x)
    return _hiloint2double(_double2hiint(r), 0 * _double2hiint(r))


# -- Directed rounding: the nearest result, and one step on if what it lost points the other way.
# -- What was lost is the residual, the exact result minus the nearest: for fp32 computed in fp64,
# -- where products are exact, for fp64 by the classical transformations (Knuth's sum, Dekker's
# -- product with fma). Rounding down is rounding up of the negative, which gets zeros right too.


def _two_sum(x, y):
    s = x + y
    v = s - x
    return s, (x - (s - v)) + (y - v)


def _is_finite(x):
    return abs(x) < float("inf")


# Where the nearest result is infinite though the exact one is not, all of the difference is lost.
def _lost(residual, r, operands_are_finite):
    return where(operands_are_finite & (abs(r) == float("inf")), -r, residual)


def _step(r, residual, mode: constexpr):
    if mode == "ru":
        return where(residual > 0, tl.extra.libdevice.nextafter(r, float("inf") + zeros_like(r)), r)
    else:
        toward_zero = ((r > 0) & (residual < 0)) | ((r < 0) & (residual > 0))
        return where(toward_zero, tl.extra.libdevice.nextafter(r, zeros_like(r)), r)


# The sign alone matters, and it must survive the way to fp32.
def _sign(x):
    return where(x > 0, 1.0, where(x < 0, -1.0, x * 0)).to(float32)


def _add_directed(x, y, mode: constexpr):
    if mode == "rd":
        return -_add_directed(-x, -y, "ru")
    else:
        r = x + y
        if x.dtype == float32:
            s, e = _two_sum(x.to(float64), y.to(float64))
            return _step(r, _sign((s - r.to(float64)) + e), mode)
        else:
            s, e = _two_sum(x, y)
            return _step(r, _lost(e, r, _is_finite(x) & _is_finite(y)), mode)


def _sub_directed(x, y, mode: constexpr):
    return _add_directed(x, -y, mode)


def _mul_directed(x, y, mode: constexpr):
    if mode == "rd":
        return -_mul_directed(-x, y, "ru")
    else:
        r = x * y
        if x.dtype == float32:
            exact = x.to(float64) * y.to(float64)
            return _step(r, _sign(exact - r.to(float64)), mode)
        else:
            return _step(r, fma(x, y, -r), mode)


def _div_directed(x, y, mode: constexpr):
    if mode == "rd":
        return -_div_directed(-x, y, "ru")
    else:
        r = tl.extra.libdevice.div_rn(x, y)
        e = _sign(fma(-r.to(float64), y.to(float64), x.to(float64)))
        e = where(y < 0, -e, e)
        e = where((y != 0) & _is_finite(x), e, zeros_like(e))
        return _step(r, e, mode)


def _rcp_directed(x, mode: constexpr):
    return _div_directed(full(x.shape, 1.0, x.dtype), x, mode)


def _sqrt_directed(x, mode: constexpr):
    r = tl.extra.libdevice.sqrt_rn(x)
    e = _sign(fma(-r.to(float64), r.to(float64), x.to(float64)))
    e = where(_is_finite(x), e, zeros_like(e))
    if mode == "ru":
        return _step(r, e, "ru")
    else:
        return _step(r, e, "rz")


def _fma_directed(x, y, z, mode: constexpr):
    if mode == "rd":
        return -_fma_directed(-x, y, -z, "ru")
    else:
        r = fma(x, y, z)
        if x.dtype == float32:
            s, e = _two_sum(x.to(float64) * y.to(float64), z.to(float64))
            return _step(r, _sign((s - r.to(float64)) + e), mode)
        else:
            product = x * y
            lost = fma(x, y, -product)
            # As a maximum, so that the sum below is not made one operation with the product.
            product = maximum(product, -float("inf"))
            s, a = _two_sum(product, z)
            h, b = _two_sum(s, -r)
            h, c = _two_sum(h, lost)
            h, d = _two_sum(h, a)
            is_finite = _is_finite(x) & _is_finite(y) & _is_finite(z)
            return _step(r, _lost(h + (d + (c + b)), r, is_finite), mode)


# fp64 to fp32.
def _double2float(x, mode: constexpr):
    if mode == "rd":
        return -_double2float(-x, "ru")
    else:
        r = x.to(float32)
        return _step(r, _sign(x - r.to(float64)), mode)


# An integer is the sum of two halves that fp64 holds; a second rounding in the same direction
# changes nothing.
def _int2double(x, mode: constexpr):
    if x.dtype.primitive_bitwidth == 32:
        return x.to(float64)
    else:
        low = (x & 0xFFFFFFFF).to(float64)
        high = (x >> 32).to(float64) * 4294967296.0
        return _add_directed(high, low, mode)


def _int2float(x, mode: constexpr):
    return _double2float(_int2double(x, mode), mode)


# -- Special functions that libm lacks. They are computed in fp64 for either type.


def _refine_erfcinv(y, x):
    error = tl.extra.libdevice.erfc(y) - x
    slope = -1.1283791670955126 * exp(-y * y)
    step = error / slope
    return y - where(slope == 0, 0.0, step / (1 + y * step))


# The inverse of erfc: a rational guess, then Halley's steps.
def _erfcinv64(x):
    small = where(x > 1, 2 - x, x)
    w = sqrt(-2 * log(small * 0.5))
    guess = w - (2.515517 + w * (0.802853 + w * 0.010328)) / (
        1 + w * (1.432788 + w * (0.189269 + w * 0.001308)))
    y = guess * 0.7071067811865476
    for _ in static_range(4):
        y = _refine_erfcinv(y, small)
    y = where(small == 1, 0.0, y)
    y = where(small == 0, float("inf"), y)
    y = where((x < 0) | (x > 2), float("nan"), y)
    return where(x > 1, -y, y)


def _erfcinv(x):
    return _erfcinv64(x.to(float64)).to(x.dtype)


# Near 0 erfc would lose digits, so there the steps are taken on erf.
def _refine_erfinv(y, x):
    error = tl.erf(y) - x
    slope = 1.1283791670955126 * exp(-y * y)
    step = error / slope
    return y - step / (1 + y * step)


def _erfinv(x):
    wide = x.to(float64)
    near = where(abs(wide) < 0.5, wide, 0.0)
    y = near * 0.886226925452758
    for _ in static_range(4):
        y = _refine_erfinv(y, near)
    y = where(near == 0, near, y)
    far = _erfcinv64(1 - abs(wide))
    far = where(wide < 0, -far, far)
    far = where(abs(wide) > 1, float("nan"), far)
    return where(abs(wide) < 0.5, y, far).to(x.dtype)


def _normcdfinv(x):
    return (_erfcinv64(2 * x.to(float64)) * -1.4142135623730951).to(x.dtype)


# exp(x^2), with what x * x loses.
def _exp_square(x):
    square = x * x
    return exp(square) * (1 + fma(x, x, -square))


# exp(x^2) * erfc(x): as it says for small x, by its continued fraction for large.
def _erfcx(x):
    wide = x.to(float64)
    a = maximum(abs(wide), 3.0)
    fraction = a
    for i in static_range(60, 0, -1):
        fraction = a + (0.5 * i) / fraction
    far = 0.5641895835477563 / fraction
    near_x = minimum(wide, 3.0)
    near = _exp_square(near_x) * tl.extra.libdevice.erfc(near_x)
    result = where(wide > 3, far, near)
    return where(wide == wide, result, wide).to(x.dtype)


# The modified Bessel functions I0 and I1: their series, and from 20 on what they tend to.
def _bessel_i(x, order: constexpr):
    wide = x.to(float64)
    a = abs(wide)
    near = minimum(a, 20.0)
    quarter = near * near * 0.25
    term = full(near.shape, 1.0, float64)
    series = term
    for k in static_range(1, 64):
        term = term * quarter / (k * (k + order))
        series += term
    if order == 1:
        series = series * near * 0.5
    far = maximum(a, 20.0)
    mu: constexpr = 4.0 * order * order
    term = full(far.shape, 1.0, float64)
    tail = term
    for k in static_range(1, 30):
        term = term * ((2 * k - 1) * (2 * k - 1) - mu) / (k * 8 * far)
        tail += term
    # In two steps, since exp(x) alone overflows before the result does.
    half = exp(far * 0.5)
    asymptote = half * (tail / sqrt(6.283185307179586 * far)) * half
    result = where(a > 20, asymptote, series)
    result = where(a == float("inf"), a, result)
    if order == 1:
        result = where(wide < 0, -result, result)
    return where(wide == wide, result, wide).to(x.dtype)


def _cyl_bessel_i0(x):
    return _bessel_i(x, 0)


def _cyl_bessel_i1(x):
    return _bessel_i(x, 1)


# -- dot_scaled: operands in small formats with one scale for every group of 16 or 32 elements along
# -- K. Everything is widened to fp32, in which every product is exact.


def _decode_e2m1(code):
    exponent = (code >> 1) & 3
    mantissa = code & 1
    subnormal = mantissa * 0x3F000000
    normal = ((exponent + 126) << 23) | (mantissa << 22)
    bits = where(exponent == 0, subnormal, normal) | ((code >> 3) << 31)
    return bits.to(float32, bitcast=True)


# Two to a byte, the first in the low half, along the last axis.
def _unpack_e2m1(x):
    return _decode_e2m1(interleave(x & 15, x >> 4).to(int32))


def _widen_operand(x, format: constexpr, packed_last: constexpr):
    if format == "e2m1":
        static_assert(x.dtype == uint8, "an e2m1 operand of dot_scaled is packed in uint8")
        return _unpack_e2m1(x) if packed_last else trans(_unpack_e2m1(trans(x)))
    elif format == "e4m3":
        return x.to(float8e4nv, bitcast=True).to(float32)
    elif format == "e5m2":
        return x.to(float8e5, bitcast=True).to(float32)
    elif format == "bf16":
        return x.to(bfloat16, bitcast=True).to(float32)
    else:
        static_assert(format == "fp16", "a format is e2m1, e4m3, e5m2, bf16 or fp16")
        return x.to(float16, bitcast=True).to(float32)


# e8m0 is the exponent of a power of two; fp8 scales are themselves.
def _widen_scale(scale):
    if scale.dtype.is_floating():
        return scale.to(float32)
    else:
        code = scale.to(int32) & 255
        bits = where(code == 0, 0x00400000, where(code == 255, 0x7FC00000, code << 23))
        return bits.to(float32, bitcast=True)


# One scale for each element of an operand [.., rows, K].
def _spread_scale(scale, k: constexpr):
    group: constexpr = k // scale.shape[-1]
    static_assert(group == 16 or group == 32, "scale factor must be 16 or 32")
    spread = broadcast_to(expand_dims(_widen_scale(scale), -1), scale.shape + (group,))
    return reshape(spread, scale.shape[:-1] + (k,))


def dot_scaled(lhs, lhs_scale, lhs_format: constexpr, rhs, rhs_scale, rhs_format: constexpr,
               acc=None, fast_math: constexpr = False, lhs_k_pack: constexpr = True,
               rhs_k_pack: constexpr = True, out_dtype: constexpr = float32):
    static_assert(out_dtype == float32, "dot_scaled gives float32")
    a = _widen_operand(lhs, lhs_format, lhs_k_pack)
    b = _widen_operand(rhs, rhs_format, not rhs_k_pack)
    k: constexpr = a.shape[-1]
    if lhs_scale is not None:
        a = a * _spread_scale(lhs_scale, k)
    if rhs_scale is not None:
        b = b * trans(_spread_scale(rhs_scale, k))
    return dot(a, b, acc, input_precision="ieee")
