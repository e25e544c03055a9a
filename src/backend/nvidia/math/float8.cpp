// fp8 and back, with integers, as the CPU does it (backend/cpu/float8.cpp tells how): chips from
// sm_89 on convert the two common formats in one instruction.
#include <cmath>

#include "backend/common/float8_format.h"
#include "backend/nvidia/lane_ops.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

double powerOfTwo(int exponent) {
  return std::ldexp(1.0, exponent);
}

// The magnitude's fp8 bits; too large ones come out above format.largest.
Reg encodeMagnitude(Writer &w, Reg magnitude, const Float8Format &format, bool towardZero) {
  int dropped = 23 - format.mantissa;
  Reg odd = w.b.CreateAnd(w.b.CreateLShr(magnitude, w.k(dropped)), w.k(1));
  Reg half = w.b.CreateAdd(odd, w.k((1 << (dropped - 1)) - 1));
  Reg rounded = towardZero ? magnitude : w.b.CreateAdd(magnitude, half);
  Reg normal = w.b.CreateSub(w.b.CreateLShr(rounded, w.k(dropped)),
                             w.k((127 - format.bias) << format.mantissa));
  // Denormal: the last bit of the sum with `magic` is worth the format's smallest number.
  int smallest = 1 - format.bias - format.mantissa;
  Reg value = w.fromBits(magnitude, w.f32()), denormal;
  if (towardZero) {
    Reg units = w.b.CreateFMul(value, w.number(w.f32(), powerOfTwo(-smallest)));
    Reg limit = w.number(w.f32(), 1 << (format.mantissa + 1));
    units = w.b.CreateSelect(w.b.CreateFCmpOLT(units, limit), units, limit);
    denormal = w.b.CreateFPToSI(units, w.i32());
  } else {
    Reg magic = w.number(w.f32(), powerOfTwo(smallest + 23));
    denormal = w.b.CreateSub(w.toBits(w.b.CreateFAdd(value, magic)), w.toBits(magic));
  }
  Reg isDenormal = w.b.CreateICmpULT(magnitude, w.k((128 - format.bias) << 23));
  return w.b.CreateSelect(isDenormal, denormal, normal);
}

} // namespace

bool isFloat8(Type element) {
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
}

Reg decodeFloat8(Emitter &e, Reg bits, Type element, bool isE4b15) {
  Writer &w = e.w;
  Float8Format format = float8FormatOf(element, isE4b15);
  Reg wide = w.b.CreateZExt(bits, w.i32());
  Reg magnitude = w.b.CreateAnd(wide, w.k(0x7F));
  Reg placed = w.fromBits(w.b.CreateShl(magnitude, w.k(23 - format.mantissa)), w.f32());
  Reg scaled = w.b.CreateFMul(placed, w.number(w.f32(), powerOfTwo(127 - format.bias)));
  Reg nan = w.bits(w.f32(), 0x7FC00000);
  auto equals = [&](Reg v, uint32_t c) { return w.b.CreateICmpEQ(v, w.k(c)); };
  if (format.hasInfinity) {
    Reg infinity = w.bits(w.f32(), 0x7F800000);
    scaled = w.b.CreateSelect(equals(magnitude, format.largest + 1), infinity, scaled);
    scaled = w.b.CreateSelect(w.b.CreateICmpUGT(magnitude, w.k(format.largest + 1)), nan, scaled);
  } else if (format.nan == 0x7F) {
    scaled = w.b.CreateSelect(equals(magnitude, 0x7F), nan, scaled);
  }
  Reg sign = w.b.CreateShl(w.b.CreateAnd(wide, w.k(0x80)), w.k(24));
  Reg value = w.fromBits(w.b.CreateOr(w.toBits(scaled), sign), w.f32());
  return format.nan == 0x80 ? w.b.CreateSelect(equals(wide, 0x80), nan, value) : value;
}

Reg encodeFloat8(Emitter &e, Reg value, Type element, bool towardZero, bool isE4b15) {
  Writer &w = e.w;
  if (value->getType()->isDoubleTy())
    value = truncatedToOdd(w, value);
  Float8Format format = float8FormatOf(element, isE4b15);
  Reg bits = w.toBits(value);
  Reg magnitude = w.b.CreateAnd(bits, w.k(0x7FFFFFFF));
  Reg sign = w.b.CreateAnd(w.b.CreateLShr(bits, w.k(24)), w.k(0x80));
  Reg code = encodeMagnitude(w, magnitude, format, towardZero);
  // Infinity and what is too large saturate.
  Reg isLarge = w.b.CreateOr(w.b.CreateICmpSGT(code, w.k(format.largest)),
                             w.b.CreateICmpUGE(magnitude, w.k(0x7F800000)));
  code = w.b.CreateSelect(isLarge, w.k(format.largest), code);
  Reg whole = w.b.CreateOr(code, sign);
  if (!format.hasNegativeZero)
    whole = w.b.CreateSelect(w.b.CreateICmpEQ(code, w.k(0)), w.k(0), whole);
  Reg nan = format.nan == 0      ? w.b.CreateOr(w.k(format.largest), sign)
            : format.nan == 0x80 ? w.k(0x80)
                                 : w.b.CreateOr(w.k(format.nan), sign);
  Reg isNan = w.b.CreateICmpUGT(magnitude, w.k(0x7F800000));
  return w.b.CreateTrunc(w.b.CreateSelect(isNan, nan, whole), w.i8());
}

} // namespace nereid::nvidia
