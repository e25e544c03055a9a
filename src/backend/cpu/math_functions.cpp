// exp, exp2, log, log2, sin, cos, tanh and erf of f32 as short polynomials, inline.
//
// A call per lane costs ten times as much, and the vector libraries that are fast are off by up to
// 4 units in the last place; these are within 2 everywhere, denormals and infinities included (the
// test compares them with double precision). Every function follows one plan: reduce the argument
// to a small interval, evaluate a polynomial there, undo the reduction with exact steps.
//
// The coefficients, lowest power first, are Chebyshev interpolants of what stands beside them
// (fit_polynomials.py prints them); math_functions_test.cpp holds the bound.
#include "backend/cpu/lane_ops.h"

#include <cmath>
#include <limits>

#include "llvm/ADT/TypeSwitch.h"

#include "backend/common/math_coefficients.h"

using namespace mlir;
using namespace nereid::polynomials;

namespace nereid::cpu {
namespace {

using FloatPredicate = arith::CmpFPredicate;

// Arithmetic on f32 values of one shape, with constants spread over it.
class Floats {
public:
  Floats(Emitter &emitter, Type type)
      : e(emitter), w(emitter.w), type_(type), integers_(withScalar(type, w.i32Type())) {}

  Emitter &e;
  Writer &w;

  Value k(double value) { return w.floating(type_, value); }
  Value i(int64_t value) { return w.integer(integers_, value); }
  Value asInteger(Value value) { return w.bitcast(value, w.i32Type()); }
  Value asFloat(Value value) { return w.bitcast(value, w.f32Type()); }
  Value toInteger(Value value) { return w.make<arith::FPToSIOp>(integers_, value); }
  Value toFloat(Value value) { return w.make<arith::SIToFPOp>(type_, value); }
  Value round(Value value) { return w.make<math::RoundEvenOp>(value); }
  Value abs(Value value) { return w.make<math::AbsFOp>(value); }
  Value is(FloatPredicate predicate, Value a, double b) { return w.compareF(predicate, a, k(b)); }
  // A NaN passes: it compares false.
  Value atMost(Value value, double limit) {
    return w.select(is(FloatPredicate::OGT, value, limit), k(limit), value);
  }
  Value atLeast(Value value, double limit) {
    return w.select(is(FloatPredicate::OLT, value, limit), k(limit), value);
  }
  template <size_t n> Value polynomial(const float (&coefficients)[n], Value x) {
    Value sum = k(coefficients[n - 1]);
    for (size_t power = n - 1; power-- > 0;)
      sum = w.fma(sum, x, k(coefficients[power]));
    return sum;
  }

private:
  Type type_, integers_;
};

// value * 2^n for a whole number n, rounded once.
Value scale(Floats &f, Value value, Value n) {
  Writer &w = f.w;
  Type type = value.getType();
  if (f.e.machine.hasScaledExponent && lanesOf(type) == 16) {
    // LLVM's ldexp takes an integer, and would make it a float again.
    Value allLanes = w.integer(w.i16Type(), -1), asTheModeSays = w.i32(4);
    return w
        .make<LLVM::CallIntrinsicOp>(type,
                                     w.builder.getStringAttr("llvm.x86.avx512.mask.scalef.ps.512"),
                                     ValueRange{value, n, f.k(0), allLanes, asTheModeSays})
        .getResult(0);
  }
  Value exponent = f.toInteger(n);
  if (f.e.machine.hasScaledExponent && isa<VectorType>(type))
    return w
        .make<LLVM::CallIntrinsicOp>(type, w.builder.getStringAttr("llvm.ldexp"),
                                     ValueRange{value, exponent})
        .getResult(0);
  auto powerOfTwo = [&](Value n) { return f.asFloat(w.shiftLeft(w.addI(n, f.i(127)), f.i(23))); };
  // In two steps, since 2^exponent itself may be no f32.
  Value half = w.shiftRightSigned(exponent, f.i(1));
  return w.mulF(w.mulF(value, powerOfTwo(half)), powerOfTwo(w.subI(exponent, half)));
}

// e^x for x in [-105, 89]: 2^n * e^r, |r| <= ln 2 / 2.
Value expCore(Floats &f, Value x) {
  Writer &w = f.w;
  Value n = f.round(w.mulF(x, f.k(kLog2E)));
  Value r = w.fma(n, f.k(-kLn2High), x); // exact: n * kLn2High has few bits
  r = w.fma(n, f.k(-kLn2Low), r);
  Value p = f.polynomial(kExp, r);
  return scale(f, w.fma(w.fma(p, r, f.k(1)), r, f.k(1)), n);
}

Value exp(Floats &f, Value x) {
  return expCore(f, f.atLeast(f.atMost(x, 89), -105));
}

Value exp2(Floats &f, Value x) {
  Writer &w = f.w;
  x = f.atLeast(f.atMost(x, 129), -151);
  Value n = f.round(x), r = w.subF(x, n);
  Value p = f.polynomial(kExp2, r);
  return scale(f, w.fma(w.fma(p, r, f.k(kLn2)), r, f.k(1)), n);
}

// x = 2^n (1 + g), g in [sqrt(1/2) - 1, sqrt(2) - 1); `rest` is ln(1 + g) - g.
struct Logarithm {
  Value n, g, rest;
};

Logarithm reduceLog(Floats &f, Value x) {
  Writer &w = f.w;
  Value isDenormal = f.is(FloatPredicate::OLT, x, std::ldexp(1.0, -126));
  Value bits = f.asInteger(w.select(isDenormal, w.mulF(x, f.k(std::ldexp(1.0, 23))), x));
  Value exponent = w.shiftRightSigned(w.subI(bits, f.i(0x3F3504F3)), f.i(23));
  Value mantissa = f.asFloat(w.subI(bits, w.shiftLeft(exponent, f.i(23))));
  Value n = w.subF(f.toFloat(exponent), w.select(isDenormal, f.k(23), f.k(0)));
  Value g = w.subF(mantissa, f.k(1)), square = w.mulF(g, g);
  Value cubic = w.mulF(w.mulF(square, g), f.polynomial(kLog, g));
  return {n, g, w.fma(square, f.k(-0.5), cubic)};
}

// The value where x is no positive number.
Value finishLog(Floats &f, Value x, Value result) {
  Writer &w = f.w;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  result = w.select(f.is(FloatPredicate::OEQ, x, kInfinity), x, result);
  Value nan = w.bits(x.getType(), 0x7FC00000);
  result = w.select(f.is(FloatPredicate::ULT, x, 0), nan, result);
  return w.select(f.is(FloatPredicate::OEQ, x, 0), f.k(-kInfinity), result);
}

Value log(Floats &f, Value x) {
  Writer &w = f.w;
  Logarithm parts = reduceLog(f, x);
  Value low = w.fma(parts.n, f.k(kLn2Low), parts.rest);
  return finishLog(f, x, w.fma(parts.n, f.k(kLn2High), w.addF(parts.g, low)));
}

Value log2(Floats &f, Value x) {
  Writer &w = f.w;
  Logarithm parts = reduceLog(f, x);
  // (g + rest) * log2(e) + n, small terms first.
  Value low = w.fma(parts.g, f.k(kLog2ELow), w.mulF(parts.rest, f.k(kLog2E)));
  Value fraction = w.fma(parts.g, f.k(kLog2E), low);
  return finishLog(f, x, w.addF(fraction, parts.n));
}

Value erf(Floats &f, Value x) {
  Writer &w = f.w;
  Value magnitude = f.abs(x);
  Value small = w.fma(x, f.polynomial(kErfSmall, w.mulF(x, x)), x);
  Value t = f.atMost(magnitude, 3.95);
  Value exponent = w.fma(t, f.polynomial(kErfLarge, t), t);
  Value tail = expCore(f, w.make<arith::NegFOp>(exponent));
  Value large = w.make<math::CopySignOp>(w.subF(f.k(1), tail), x);
  return w.select(f.is(FloatPredicate::OGT, magnitude, 1), large, small);
}

Value tanh(Floats &f, Value x) {
  Writer &w = f.w;
  Value magnitude = f.abs(x), square = w.mulF(x, x);
  Value small = w.fma(w.mulF(x, square), f.polynomial(kTanh, square), x);
  Value grown = expCore(f, w.mulF(f.atMost(magnitude, 10), f.k(2)));
  Value rest = w.divF(f.k(2), w.addF(grown, f.k(1)));
  Value large = w.make<math::CopySignOp>(w.subF(f.k(1), rest), x);
  return w.select(f.is(FloatPredicate::OGT, magnitude, 0.625), large, small);
}

// sin of x + quarter * pi / 2, |x| <= kTrigonometricLimit.
Value sineOfQuarters(Floats &f, Value x, int64_t quarter) {
  Writer &w = f.w;
  Value n = f.round(w.mulF(x, f.k(kTwoOverPi)));
  Value r = x;
  for (float part : kHalfPi)
    r = w.fma(n, f.k(-part), r);
  Value quadrant = w.addI(f.toInteger(n), f.i(quarter));
  Value square = w.mulF(r, r);
  Value sine = w.fma(w.mulF(r, square), f.polynomial(kSin, square), r);
  Value cosine =
      w.fma(w.mulF(square, square), f.polynomial(kCos, square), w.fma(square, f.k(-0.5), f.k(1)));
  Value isOdd = w.compareI(arith::CmpIPredicate::ne, w.andI(quadrant, f.i(1)), f.i(0));
  Value sign = w.shiftLeft(w.andI(quadrant, f.i(2)), f.i(30));
  return f.asFloat(w.xorI(f.asInteger(w.select(isOdd, cosine, sine)), sign));
}

// Any lane of a vector of truths.
Value anyOf(Writer &w, Value truths) {
  if (!isa<VectorType>(truths.getType()))
    return truths;
  return w.make<vector::ReductionOp>(vector::CombiningKind::OR, truths);
}

// Arguments too large to be reduced with three parts of pi / 2 go to the library, lane by lane.
Value trigonometric(Floats &f, Value x, StringRef name, int64_t quarter) {
  Writer &w = f.w;
  Value isLarge = w.compareF(FloatPredicate::UGT, f.abs(x), f.k(kTrigonometricLimit));
  return w.ifElse(
      anyOf(w, isLarge),
      [&] {
        if (!isa<VectorType>(x.getType()))
          return Values{callLibrary(f.e, name, x, x.getType())};
        return w.loop(w.i64(0), w.i64(lanesOf(x.getType())), 1, x,
                      [&](Value lane, ValueRange done) {
                        Value one = w.extractAt(done[0], lane);
                        Value value = callLibrary(f.e, name, one, one.getType());
                        return Values{w.make<LLVM::InsertElementOp>(done[0], value, lane)};
                      });
      },
      [&] { return Values{sineOfQuarters(f, x, quarter)}; })[0];
}

} // namespace

Value evaluatePolynomial(Emitter &e, Operation *op, ValueRange operands) {
  Value x = operands[0];
  if (!scalarOf(x.getType()).isF32())
    return {};
  Floats f(e, x.getType());
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](math::ExpOp) { return exp(f, x); })
      .Case([&](math::Exp2Op) { return exp2(f, x); })
      .Case([&](math::LogOp) { return log(f, x); })
      .Case([&](math::Log2Op) { return log2(f, x); })
      .Case([&](math::ErfOp) { return erf(f, x); })
      .Case([&](math::TanhOp) { return tanh(f, x); })
      .Case([&](math::SinOp) { return trigonometric(f, x, "sin", 0); })
      .Case([&](math::CosOp) { return trigonometric(f, x, "cos", 1); })
      .Default([](Operation *) { return Value(); });
}

} // namespace nereid::cpu
