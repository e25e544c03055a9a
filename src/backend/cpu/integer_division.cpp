// Integer division and the upper half of products.
//
// Triton's division by zero gives some value; the machine's traps. So the divisor is made harmless
// first: lanes that nobody looks at divide too. 32-bit vectors divide as f64, whose 53 bits hold
// every quotient exactly enough to be cut off right; a vector of idivs would be 16 scalar ones.
#include "mlir/IR/Matchers.h"

#include "backend/common/safe_divisor.h"
#include "backend/cpu/lane_ops.h"

#include "base/check.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

bool isRemainder(Operation *op) {
  return isa<arith::RemSIOp, arith::RemUIOp>(op);
}
bool isSigned(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp>(op);
}

Value divideAsFloats(Emitter &e, Operation *op, Value a, Value b) {
  Writer &w = e.w;
  Type floats = withScalar(a.getType(), w.f64Type());
  auto toFloat = [&](Value v) -> Value {
    return isSigned(op) ? Value(w.make<arith::SIToFPOp>(floats, v))
                        : Value(w.make<arith::UIToFPOp>(floats, v));
  };
  Value quotient = w.divF(toFloat(a), toFloat(b));
  // Through i64, so that -2^31 / -1 and unsigned quotients fit.
  Type wide = withScalar(a.getType(), w.i64Type());
  Value whole = w.make<arith::FPToSIOp>(wide, quotient);
  return w.resizeS(whole, scalarOf(a.getType()));
}

} // namespace

Value divideIntegers(Emitter &e, Operation *op, Value a, Value b) {
  Writer &w = e.w;
  if (isSafeDivisor(b))
    return rebuild(w, op, {a, b}, scalarOf(a.getType()))[0];

  Type type = a.getType();
  Value one = w.integer(type, 1), zero = w.integer(type, 0);
  Value isZero = w.compareI(arith::CmpIPredicate::eq, b, zero);
  Value divisor = w.select(isZero, one, b);
  bool isVector = isa<VectorType>(type);
  if (isVector && scalarOf(type).getIntOrFloatBitWidth() <= 32) {
    Value quotient = divideAsFloats(e, op, a, divisor);
    return isRemainder(op) ? w.subI(a, w.mulI(quotient, divisor)) : quotient;
  }
  if (!isSigned(op))
    return rebuild(w, op, {a, divisor}, scalarOf(type))[0];
  // The other quotient that traps: the least number by -1.
  Value isMinusOne = w.compareI(arith::CmpIPredicate::eq, divisor, w.integer(type, -1));
  divisor = w.select(isMinusOne, one, divisor);
  Value result = rebuild(w, op, {a, divisor}, scalarOf(type))[0];
  return isRemainder(op) ? result : w.select(isMinusOne, w.subI(zero, a), result);
}

Value multiplyHigh(Emitter &e, Value a, Value b, bool isUnsigned) {
  Writer &w = e.w;
  unsigned bits = scalarOf(a.getType()).getIntOrFloatBitWidth();
  if (bits == 64 && isUnsigned)
    return w.make<arith::MulUIExtendedOp>(a, b).getHigh();
  if (bits == 64)
    return w.make<arith::MulSIExtendedOp>(a, b).getHigh();
  Type wide = w.builder.getIntegerType(2 * bits);
  auto widen = [&](Value v) { return isUnsigned ? w.resizeU(v, wide) : w.resizeS(v, wide); };
  Value product = w.mulI(widen(a), widen(b));
  return w.resizeU(w.shiftRight(product, w.integer(product.getType(), bits)),
                   w.builder.getIntegerType(bits));
}

} // namespace nereid::cpu
