// Floats divided by one number, as softmax and norms do: multiplied by its reciprocal in f64.
//
// A 512-bit division of f32 takes longer than an exponential; multiplying in f64, with the
// conversions to it and back, takes a third. The result is the correctly rounded quotient, bit for
// bit what a division gives. With the reciprocal in two parts, high + low = 1 / s to 2^-100,
//
//   q = fma(a, high, a * low)      is within 2^-53 of a / s, and rounding q to f32 rounds a / s:
//
//   - If a / s lies halfway between two f32 (they can only be denormals), f64 holds it exactly, and
//     q is that number: the parts' error is too small to reach a neighbour.
//   - Otherwise it is at least 2^-49 of itself away from every such h: of integers a and s of 24
//   bits
//     and h of 25, a - h * s is not 0, so it is 1 or more.
//   - The parts have one sign, so that an infinite a makes no inf - inf; a zero, infinite or NaN s
//     makes a high that gives what the division would.
#include "backend/cpu/lane_ops.h"

using namespace mlir;

namespace nereid::cpu {

Value divideFloats(Emitter &e, Value a, Value b) {
  Writer &w = e.w;
  auto spread = b.getDefiningOp<vector::BroadcastOp>();
  bool isByOne = spread && !isa<VectorType>(spread.getSource().getType());
  constexpr int64_t kSlowDivision = 512; // bits of a vector
  if (!isByOne || !scalarOf(a.getType()).isF32() || e.machine.vectorBits < kSlowDivision ||
      lanesOf(a.getType()) * 32 < kSlowDivision)
    return w.divF(a, b);

  Type f64 = w.f64Type();
  Value s = w.make<arith::ExtFOp>(f64, spread.getSource());
  Value reciprocal = w.divF(w.floating(f64, 1), s);
  // A little less than the reciprocal: what is missing has its sign.
  Value high = w.mulF(reciprocal, w.floating(f64, 1 - 0x1p-51));
  Value missing = w.fma(w.make<arith::NegFOp>(high), s, w.floating(f64, 1));
  missing = w.fold<arith::MaxNumFOp>(missing, w.floating(f64, 0x1p-300)); // NaN of inf * 0
  Value low = w.mulF(missing, reciprocal);

  int64_t lanes = lanesOf(a.getType());
  Value wide = w.make<arith::ExtFOp>(withScalar(a.getType(), f64), a);
  Value rest = w.mulF(wide, w.broadcast(low, lanes));
  return w.make<arith::TruncFOp>(a.getType(), w.fma(wide, w.broadcast(high, lanes), rest));
}

} // namespace nereid::cpu
