// fp8 and back, with integers: no CPU has instructions for it.
//
// A format has `mantissa` bits and a bias. Decoding places the bits in an f32 whose exponent is off
// by a constant, and multiplies by a power of two, which is exact and gives denormals for free:
//
//   f32 bits of  s eeee mmm  ->  s 0000eeee mmm0...0  times 2^(127 - bias)
//
// Encoding goes the other way: denormals by adding a number so large that f32 rounds at their last
// bit, others by rounding the f32's mantissa with integers.
#include "backend/cpu/lane_ops.h"

#include <cmath>

#include "backend/common/float8_format.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

float powerOfTwo(int exponent) {
  return std::ldexp(1.0f, exponent);
}

Value decode(Emitter &e, Value bits, const Float8Format &format) {
  Writer &w = e.w;
  Value wide = w.resizeU(bits, w.i32Type());
  Type type = wide.getType();
  auto k = [&](int64_t v) { return w.integer(type, v); };
  Value magnitude = w.andI(wide, k(0x7F));
  Value placed = w.bitcast(w.shiftLeft(magnitude, k(23 - format.mantissa)), w.f32Type());
  Value scaled = w.mulF(placed, w.floating(placed.getType(), powerOfTwo(127 - format.bias)));
  auto equals = [&](Value v, int64_t c) { return w.compareI(arith::CmpIPredicate::eq, v, k(c)); };
  if (format.hasInfinity) {
    Value infinity = w.bits(scaled.getType(), 0x7F800000);
    scaled = w.select(equals(magnitude, format.largest + 1), infinity, scaled);
    Value isNan = w.compareI(arith::CmpIPredicate::ugt, magnitude, k(format.largest + 1));
    scaled = w.select(isNan, w.bits(scaled.getType(), 0x7FC00000), scaled);
  } else if (format.nan == 0x7F) {
    scaled = w.select(equals(magnitude, 0x7F), w.bits(scaled.getType(), 0x7FC00000), scaled);
  }
  Value sign = w.shiftLeft(w.andI(wide, k(0x80)), k(24));
  Value value = w.bitcast(w.orI(w.bitcast(scaled, w.i32Type()), sign), w.f32Type());
  if (format.nan == 0x80)
    value = w.select(equals(wide, 0x80), w.bits(value.getType(), 0x7FC00000), value);
  return value;
}

// The magnitude's fp8 bits; too large ones come out above format.largest.
Value encodeMagnitude(Emitter &e, Value magnitude, const Float8Format &format, bool towardZero) {
  Writer &w = e.w;
  Type type = magnitude.getType();
  auto k = [&](int64_t v) { return w.integer(type, v); };
  int dropped = 23 - format.mantissa;
  // Normal: round the mantissa, then move the exponent.
  Value odd = w.andI(w.shiftRight(magnitude, k(dropped)), k(1));
  Value half = w.addI(odd, k((1 << (dropped - 1)) - 1));
  Value rounded = towardZero ? magnitude : w.addI(magnitude, half);
  Value normal =
      w.subI(w.shiftRight(rounded, k(dropped)), k(int64_t(127 - format.bias) << format.mantissa));
  // Denormal: the last bit of the sum with `magic` is worth the format's smallest number.
  int smallest = 1 - format.bias - format.mantissa;
  Value magic = w.floating(withScalar(type, w.f32Type()), powerOfTwo(smallest + 23));
  Value value = w.bitcast(magnitude, w.f32Type());
  Value denormal;
  if (towardZero) {
    Value units = w.mulF(value, w.floating(value.getType(), powerOfTwo(-smallest)));
    Value limit = w.floating(value.getType(), 1 << (format.mantissa + 1));
    Value isSmall = w.compareF(arith::CmpFPredicate::OLT, units, limit);
    units = w.select(isSmall, units, limit);
    denormal = w.make<arith::FPToSIOp>(type, units);
  } else {
    denormal = w.subI(w.bitcast(w.addF(value, magic), w.i32Type()), w.bitcast(magic, w.i32Type()));
  }
  Value isDenormal =
      w.compareI(arith::CmpIPredicate::ult, magnitude, k(int64_t(128 - format.bias) << 23));
  return w.select(isDenormal, denormal, normal);
}

Value encode(Emitter &e, Value value, const Float8Format &format, bool towardZero) {
  Writer &w = e.w;
  Value bits = w.bitcast(value, w.i32Type());
  Type type = bits.getType();
  auto k = [&](int64_t v) { return w.integer(type, v); };
  Value magnitude = w.andI(bits, k(0x7FFFFFFF));
  Value sign = w.andI(w.shiftRight(bits, k(24)), k(0x80));
  Value code = encodeMagnitude(e, magnitude, format, towardZero);
  // Infinity and what is too large saturate.
  Value isLarge = w.orI(w.compareI(arith::CmpIPredicate::sgt, code, k(format.largest)),
                        w.compareI(arith::CmpIPredicate::uge, magnitude, k(0x7F800000)));
  code = w.select(isLarge, k(format.largest), code);
  Value signedCode = w.orI(code, sign);
  if (!format.hasNegativeZero)
    signedCode = w.select(w.compareI(arith::CmpIPredicate::eq, code, k(0)), k(0), signedCode);
  Value isNan = w.compareI(arith::CmpIPredicate::ugt, magnitude, k(0x7F800000));
  Value nan = format.nan == 0      ? w.orI(k(format.largest), sign)
              : format.nan == 0x80 ? k(0x80)
                                   : w.orI(k(format.nan), sign);
  return w.resizeU(w.select(isNan, nan, signedCode), w.i8Type());
}

} // namespace

Value decodeFloat8(Emitter &e, Value bits, Type element, Type to, bool isE4B15) {
  Writer &w = e.w;
  Value value = decode(e, bits, float8FormatOf(element, isE4B15));
  if (isNarrowFloat(to))
    return narrowFloat(e, value, to);
  return to.isF64() ? w.make<arith::ExtFOp>(withScalar(value.getType(), to), value) : value;
}

Value encodeFloat8(Emitter &e, Value value, Type element, bool towardZero, bool isE4B15) {
  if (isNarrowFloat(scalarOf(value.getType())))
    value = widenFloat(e, value);
  if (scalarOf(value.getType()).isF64())
    value = truncateToOdd(e, value);
  return encode(e, value, float8FormatOf(element, isE4B15), towardZero);
}

} // namespace nereid::cpu
