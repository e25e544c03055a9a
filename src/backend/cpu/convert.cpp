// Conversions between element types.
//
// bf16 is rounded with integers: `fptrunc` to bf16 flushes denormals where the machine has an
// instruction for it, and calls a library where it has not. f64 reaches f16 and bf16 through an f32
// rounded to odd, which makes the second rounding exact.
#include "backend/cpu/lane_ops.h"

#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {

bool isNarrowFloat(Type element) {
  return element.isF16() || element.isBF16();
}

namespace {

Value roundToBf16(Emitter &e, Value value) {
  Writer &w = e.w;
  Value bits = w.bitcast(value, w.i32Type());
  Type type = bits.getType();
  auto k = [&](int64_t v) { return w.integer(type, v); };
  Value odd = w.andI(w.shiftRight(bits, k(16)), k(1));
  Value rounded = w.addI(bits, w.addI(odd, k(0x7FFF)));
  // A NaN's payload may not carry over into infinity.
  Value isNan = w.compareF(arith::CmpFPredicate::UNO, value, value);
  Value quiet = w.orI(bits, k(0x400000));
  Value kept = w.shiftRight(w.select(isNan, quiet, rounded), k(16));
  return w.bitcast(w.resizeU(kept, w.i16Type()), w.builder.getBF16Type());
}

// A 64-bit integer as one that an f64 holds: of one longer than 53 bits the last eleven are cut
// off, and the next says whether anything was lost (round to odd), so that rounding again is exact.
Value shortenToOdd(Emitter &e, Value value, bool isSigned) {
  Writer &w = e.w;
  auto k = [&](int64_t v) { return w.integer(value.getType(), v); };
  Value magnitude =
      isSigned ? w.xorI(value, w.shiftRightSigned(value, k(63))) : value; // or one less
  Value isLong = w.compareI(arith::CmpIPredicate::ne, w.shiftRight(magnitude, k(53)), k(0));
  Value isExact = w.compareI(arith::CmpIPredicate::eq, w.andI(value, k(0x7FF)), k(0));
  Value cut = w.andI(value, k(~int64_t(0x7FF)));
  Value odd = w.select(isExact, cut, w.orI(cut, k(0x800)));
  return w.select(isLong, odd, value);
}

Value convertToFloat(Emitter &e, Operation *op, Value source, Type element) {
  Writer &w = e.w;
  bool isSigned = isa<arith::SIToFPOp>(op);
  Type wide = isNarrowFloat(element) ? w.f64Type() : element;
  // An i1 is 0 or 1 by either name (signed would give -1).
  if (scalarOf(source.getType()).isInteger(1)) {
    source = w.resizeU(source, w.i32Type());
    isSigned = true;
  }
  if (wide != element && scalarOf(source.getType()).isInteger(64))
    source = shortenToOdd(e, source, isSigned);
  Type type = withScalar(source.getType(), wide);
  Value converted = isSigned ? Value(w.make<arith::SIToFPOp>(type, source))
                             : Value(w.make<arith::UIToFPOp>(type, source));
  return wide == element ? converted : narrowFloat(e, converted, element);
}

// Toward zero; what does not fit becomes the nearest end of the range, and NaN 0, on any machine
// (docs/language/choices.md).
Value convertToInteger(Emitter &e, Value source, Type element, bool isSigned) {
  Writer &w = e.w;
  auto name = w.builder.getStringAttr(isSigned ? "llvm.fptosi.sat" : "llvm.fptoui.sat");
  auto call = w.make<LLVM::CallIntrinsicOp>(withScalar(source.getType(), element), name, source);
  return call.getResults();
}

Value truncateTowardZero(Emitter &e, Value value) {
  Writer &w = e.w;
  Value nearest = w.make<arith::TruncFOp>(withScalar(value.getType(), w.f32Type()), value);
  Value back = w.make<arith::ExtFOp>(value.getType(), nearest);
  Value isTooBig = w.compareF(arith::CmpFPredicate::OGT, w.make<math::AbsFOp>(back),
                              w.make<math::AbsFOp>(value));
  Value bits = w.bitcast(nearest, w.i32Type());
  Value lower = w.subI(bits, w.integer(bits.getType(), 1));
  return w.bitcast(w.select(isTooBig, lower, bits), w.f32Type());
}

// f32 -> f16 or bf16, cutting bits off.
Value narrowTowardZero(Emitter &e, Value value, Type element) {
  Writer &w = e.w;
  Value bits = w.bitcast(value, w.i32Type());
  auto k = [&](int64_t v) { return w.integer(bits.getType(), v); };
  if (element.isBF16()) {
    Value isNan = w.compareF(arith::CmpFPredicate::UNO, value, value);
    Value cut = w.shiftRight(w.select(isNan, w.orI(bits, k(0x400000)), bits), k(16));
    return w.bitcast(w.resizeU(cut, w.i16Type()), element);
  }
  // Round, and step back where that went away from zero.
  Value nearest = narrowFloat(e, value, element);
  Value back = widenFloat(e, nearest);
  Value isTooBig = w.compareF(arith::CmpFPredicate::OGT, w.make<math::AbsFOp>(back),
                              w.make<math::AbsFOp>(value));
  Value half = w.bitcast(nearest, w.i16Type());
  Value lower = w.subI(half, w.integer(half.getType(), 1));
  return w.bitcast(w.select(isTooBig, lower, half), element);
}

Value convertFloat(Emitter &e, tile::FloatToFloatOp op, Value source, Type from, Type to) {
  Writer &w = e.w;
  bool fromSmall = isFloat8(from) || op.getSourceE4b15();
  bool toSmall = isFloat8(to) || op.getResultE4b15();
  if (fromSmall)
    source = decodeFloat8(e, source, from, toSmall ? w.f32Type() : to, op.getSourceE4b15());
  else if (isNarrowFloat(from))
    source = widenFloat(e, source);
  if (toSmall)
    return encodeFloat8(e, source, to, op.getTowardZero(), op.getResultE4b15());
  Type now = scalarOf(source.getType());
  if (now == to)
    return source;
  Type type = withScalar(source.getType(), to);
  if (now.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return w.make<arith::ExtFOp>(type, source);
  if (!op.getTowardZero())
    return isNarrowFloat(to) ? narrowFloat(e, source, to)
                             : Value(w.make<arith::TruncFOp>(type, source));
  if (now.isF64()) // to f32, then perhaps on: the odd last bit keeps the way to zero open
    source = to.isF32() ? truncateTowardZero(e, source) : truncateToOdd(e, source);
  return isNarrowFloat(to) ? narrowTowardZero(e, source, to) : source;
}

} // namespace

bool isFloat8(Type element) {
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
}

// f64 -> f32 with the last bit set where the result is not exact: rounding that to fewer bits gives
// what rounding the f64 would have given.
Value truncateToOdd(Emitter &e, Value value) {
  Writer &w = e.w;
  Type narrow = withScalar(value.getType(), w.f32Type());
  Value nearest = w.make<arith::TruncFOp>(narrow, value);
  Value back = w.make<arith::ExtFOp>(value.getType(), nearest);
  Value bits = w.bitcast(nearest, w.i32Type());
  auto k = [&](int64_t v) { return w.integer(bits.getType(), v); };
  Value isTooBig = w.compareF(arith::CmpFPredicate::OGT, w.make<math::AbsFOp>(back),
                              w.make<math::AbsFOp>(value));
  Value isInexact = w.compareF(arith::CmpFPredicate::ONE, back, value);
  Value toZero = w.select(isTooBig, w.subI(bits, k(1)), bits);
  return w.bitcast(w.select(isInexact, w.orI(toZero, k(1)), bits), w.f32Type());
}

Value widenFloat(Emitter &e, Value value) {
  Writer &w = e.w;
  Type wide = withScalar(value.getType(), w.f32Type());
  if (scalarOf(value.getType()).isF16())
    return w.fold<arith::ExtFOp>(wide, value);
  Value bits = w.resizeU(w.bitcast(value, w.i16Type()), w.i32Type());
  return w.bitcast(w.shiftLeft(bits, w.integer(bits.getType(), 16)), w.f32Type());
}

Value narrowFloat(Emitter &e, Value value, Type element) {
  Writer &w = e.w;
  if (scalarOf(value.getType()).isF64())
    value = truncateToOdd(e, value);
  if (element.isBF16())
    return roundToBf16(e, value);
  return w.fold<arith::TruncFOp>(withScalar(value.getType(), element), value);
}

Values evaluateConversion(Emitter &e, Operation *op, ValueRange operands) {
  Writer &w = e.w;
  Value source = operands[0];
  Type from = scalarOf(source.getType());
  Type element = registerType(w, tile::elementOf(op->getResult(0).getType()));
  Type type = withScalar(source.getType(), element);
  if (isa<arith::BitcastOp>(op))
    return {w.bitcast(source, element)};
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return {convertToFloat(e, op, source, element)};
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
    source = isNarrowFloat(from) ? widenFloat(e, source) : source;
    return {convertToInteger(e, source, element, isa<arith::FPToSIOp>(op))};
  }
  if (isa<arith::ExtFOp>(op)) {
    source = isNarrowFloat(from) ? widenFloat(e, source) : source;
    return {source.getType() == type ? source : w.fold<arith::ExtFOp>(type, source)};
  }
  if (isa<arith::TruncFOp>(op))
    return {isNarrowFloat(element) ? narrowFloat(e, source, element)
                                   : w.fold<arith::TruncFOp>(type, source)};
  auto convert = cast<tile::FloatToFloatOp>(op);
  return {convertFloat(e, convert, source, tile::elementOf(convert.getSource().getType()),
                       tile::elementOf(convert.getResult().getType()))};
}

} // namespace nereid::cpu
