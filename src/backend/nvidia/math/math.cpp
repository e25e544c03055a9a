// Operations on f32 and f64. Where the language permits, the chip's approximations (division, exp2,
// rsqrt); else short polynomials, the same as the CPU's (backend/cpu/math_functions.cpp says how
// they are made); what neither covers is a limit of this backend.
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

#include "backend/common/library_name.h"
#include "backend/common/math_coefficients.h"
#include "backend/nvidia/lane_ops.h"
#include "backend/nvidia/math/library.h"
#include "base/text.h"

using namespace mlir;
using namespace nereid::polynomials;

namespace nereid::nvidia {
namespace {

// Arithmetic on f32 as formulas write it.
class Floats {
public:
  explicit Floats(Writer &writer) : w(writer) {}
  Writer &w;

  Reg k(double value) { return w.number(w.f32(), value); }
  Reg fma(Reg a, Reg b, Reg c) {
    return w.intrinsic(llvm::Intrinsic::fma, {a, b, c}, {a->getType()});
  }
  Reg mul(Reg a, Reg b) { return w.b.CreateFMul(a, b); }
  Reg add(Reg a, Reg b) { return w.b.CreateFAdd(a, b); }
  Reg sub(Reg a, Reg b) { return w.b.CreateFSub(a, b); }
  Reg abs(Reg a) { return w.intrinsic(llvm::Intrinsic::fabs, {a}, {a->getType()}); }
  Reg round(Reg a) { return w.intrinsic(llvm::Intrinsic::rint, {a}, {a->getType()}); }
  Reg withSign(Reg a, Reg sign) {
    return w.intrinsic(llvm::Intrinsic::copysign, {a, sign}, {a->getType()});
  }
  Reg select(Reg condition, Reg a, Reg b) { return w.b.CreateSelect(condition, a, b); }
  template <size_t n> Reg polynomial(const float (&coefficients)[n], Reg x) {
    Reg sum = k(coefficients[n - 1]);
    for (size_t power = n - 1; power-- > 0;)
      sum = fma(sum, x, k(coefficients[power]));
    return sum;
  }
};

// Results below 2^-126 are zero, as they are upstream: half as many instructions, in the kernels
// that choose exp2 for its speed.
Reg flushedExp2(Floats &f, Reg x) {
  return f.w.pure(f.w.f32(), "ex2.approx.ftz.f32 $0, $1;", {x});
}

Reg exp2(Floats &f, Reg x) {
  return f.w.pure(f.w.f32(), "ex2.approx.f32 $0, $1;", {x});
}

// Two instructions, as upstream Triton has them: rounding the product costs about |x| / 12 units in
// the last place.
Reg exp(Floats &f, Reg x) {
  return exp2(f, f.mul(x, f.k(kLog2E)));
}

// x = 2^n (1 + g), g in [sqrt(1/2) - 1, sqrt(2) - 1); `rest` is ln(1 + g) - g.
struct Logarithm {
  Reg n, g, rest;
};

Logarithm reduceLog(Floats &f, Reg x) {
  Writer &w = f.w;
  Reg isDenormal = w.b.CreateFCmpOLT(x, f.k(std::ldexp(1.0, -126)));
  Reg bits = w.toBits(f.select(isDenormal, f.mul(x, f.k(std::ldexp(1.0, 23))), x));
  Reg exponent = w.b.CreateAShr(w.b.CreateSub(bits, w.k(0x3F3504F3)), w.k(23));
  Reg mantissa = w.fromBits(w.b.CreateSub(bits, w.b.CreateShl(exponent, w.k(23))), w.f32());
  Reg n = f.sub(w.b.CreateSIToFP(exponent, w.f32()), f.select(isDenormal, f.k(23), f.k(0)));
  Reg g = f.sub(mantissa, f.k(1)), square = f.mul(g, g);
  Reg cubic = f.mul(f.mul(square, g), f.polynomial(kLog, g));
  return {n, g, f.fma(square, f.k(-0.5), cubic)};
}

// The value where x is no positive number.
Reg finishLog(Floats &f, Reg x, Reg result) {
  Writer &w = f.w;
  Reg infinity = f.k(std::numeric_limits<double>::infinity());
  result = f.select(w.b.CreateFCmpOEQ(x, infinity), x, result);
  result = f.select(w.b.CreateFCmpULT(x, f.k(0)), w.bits(w.f32(), 0x7FC00000), result);
  return f.select(w.b.CreateFCmpOEQ(x, f.k(0)), w.b.CreateFNeg(infinity), result);
}

Reg log(Floats &f, Reg x) {
  Logarithm parts = reduceLog(f, x);
  Reg low = f.fma(parts.n, f.k(kLn2Low), parts.rest);
  return finishLog(f, x, f.fma(parts.n, f.k(kLn2High), f.add(parts.g, low)));
}

Reg log2(Floats &f, Reg x) {
  Logarithm parts = reduceLog(f, x);
  // (g + rest) * log2(e) + n, small terms first.
  Reg low = f.fma(parts.g, f.k(kLog2ELow), f.mul(parts.rest, f.k(kLog2E)));
  Reg fraction = f.fma(parts.g, f.k(kLog2E), low);
  return finishLog(f, x, f.add(fraction, parts.n));
}

Reg erf(Floats &f, Reg x) {
  Writer &w = f.w;
  Reg magnitude = f.abs(x);
  Reg small = f.fma(x, f.polynomial(kErfSmall, f.mul(x, x)), x);
  Reg isFar = w.b.CreateFCmpOGT(magnitude, f.k(3.95));
  Reg t = f.select(isFar, f.k(3.95), magnitude);
  Reg exponent = f.fma(t, f.polynomial(kErfLarge, t), t);
  Reg tail = exp(f, w.b.CreateFNeg(exponent));
  Reg large = f.withSign(f.sub(f.k(1), tail), x);
  return f.select(w.b.CreateFCmpOGT(magnitude, f.k(1)), large, small);
}

Reg divideApprox(Floats &f, Reg a, Reg b) {
  return f.w.pure(f.w.f32(), "div.full.f32 $0, $1, $2;", {a, b});
}

Reg tanh(Floats &f, Reg x) {
  Writer &w = f.w;
  Reg magnitude = f.abs(x), square = f.mul(x, x);
  Reg small = f.fma(f.mul(x, square), f.polynomial(kTanh, square), x);
  Reg isFar = w.b.CreateFCmpOGT(magnitude, f.k(10));
  Reg grown = exp(f, f.mul(f.select(isFar, f.k(10), magnitude), f.k(2)));
  Reg rest = divideApprox(f, f.k(2), f.add(grown, f.k(1)));
  Reg large = f.withSign(f.sub(f.k(1), rest), x);
  return f.select(w.b.CreateFCmpOGT(magnitude, f.k(0.625)), large, small);
}

// sin of x + quarter * pi / 2. Arguments beyond kTrigonometricLimit lose digits and are reduced in
// f64 instead, by a branch that is seldom taken.
Reg sineOfQuarters(Emitter &e, Floats &f, Reg x, int64_t quarter) {
  Writer &w = f.w;
  Reg n = f.round(f.mul(x, f.k(kTwoOverPi))), r = x;
  for (float part : kHalfPi)
    r = f.fma(n, f.k(-part), r);
  Reg whole = w.b.CreateFPToSI(n, w.i32());
  Reg quadrant = w.b.CreateAdd(whole, w.k(quarter));
  Reg square = f.mul(r, r);
  Reg sine = f.fma(f.mul(r, square), f.polynomial(kSin, square), r);
  Reg cosine =
      f.fma(f.mul(square, square), f.polynomial(kCos, square), f.fma(square, f.k(-0.5), f.k(1)));
  Reg isOdd = w.b.CreateICmpNE(w.b.CreateAnd(quadrant, w.k(1)), w.k(0));
  Reg sign = w.b.CreateShl(w.b.CreateAnd(quadrant, w.k(2)), w.k(30));
  Reg value = f.select(isOdd, cosine, sine);
  return w.fromBits(w.b.CreateXor(w.toBits(value), sign), w.f32());
}

Reg trigonometric(Emitter &e, Floats &f, Reg x, const char *name, int64_t quarter) {
  Writer &w = f.w;
  Reg isSmall = w.b.CreateFCmpOLE(f.abs(x), f.k(kTrigonometricLimit));
  Reg quick = sineOfQuarters(e, f, f.select(isSmall, x, f.k(0)), quarter);
  llvm::BasicBlock *before = w.b.GetInsertBlock();
  llvm::BasicBlock *slow = w.newBlock("reduce"), *after = w.newBlock("after");
  w.b.CreateCondBr(isSmall, after, slow);
  w.b.SetInsertPoint(slow);
  Reg wide = callLibrary(e, name, {w.b.CreateFPExt(x, w.f64())}, w.f64());
  Reg exact = w.b.CreateFPTrunc(wide, w.f32());
  llvm::BasicBlock *slowEnd = w.b.GetInsertBlock();
  w.b.CreateBr(after);
  w.b.SetInsertPoint(after);
  llvm::PHINode *value = w.b.CreatePHI(w.f32(), 2);
  value->addIncoming(quick, before);
  value->addIncoming(exact, slowEnd);
  return value;
}

// The function of f32 that is written here; null if there is none.
Reg evaluateSingle(Emitter &e, Operation *op, ArrayRef<Reg> v) {
  Floats f(e.w);
  return llvm::TypeSwitch<Operation *, Reg>(op)
      .Case([&](arith::DivFOp) { return divideApprox(f, v[0], v[1]); })
      .Case([&](math::RsqrtOp) { return e.w.pure(e.w.f32(), "rsqrt.approx.f32 $0, $1;", {v[0]}); })
      .Case([&](math::ExpOp) { return exp(f, v[0]); })
      .Case([&](math::SqrtOp) { return e.w.pure(e.w.f32(), "sqrt.approx.f32 $0, $1;", {v[0]}); })
      .Case([&](math::Exp2Op) { return flushedExp2(f, v[0]); })
      .Case([&](math::LogOp) { return log(f, v[0]); })
      .Case([&](math::Log2Op) { return log2(f, v[0]); })
      .Case([&](math::ErfOp) { return erf(f, v[0]); })
      .Case([&](math::TanhOp) { return tanh(f, v[0]); })
      .Case([&](math::SinOp) { return trigonometric(e, f, v[0], "sin", 0); })
      .Case([&](math::CosOp) { return trigonometric(e, f, v[0], "cos", 1); })
      .Default([](Operation *) { return nullptr; });
}

Reg withContraction(Writer &w, Operation *op, llvm::function_ref<Reg()> write) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  bool contracts = fast && bitEnumContainsAll(fast.getFastMathFlagsAttr().getValue(),
                                              arith::FastMathFlags::contract);
  llvm::IRBuilderBase::FastMathFlagGuard guard(w.b);
  llvm::FastMathFlags flags;
  flags.setAllowContract(contracts);
  w.b.setFastMathFlags(flags);
  return write();
}

// A NaN in either operand is the result (minimum, maximum).
Reg extremeWithNan(Writer &w, bool isMax, Reg a, Reg b) {
  if (w.machine.capability >= 80 && a->getType()->isFloatTy())
    return w.intrinsic(isMax ? llvm::Intrinsic::maximum : llvm::Intrinsic::minimum, {a, b},
                       {a->getType()});
  Reg value = w.intrinsic(isMax ? llvm::Intrinsic::maxnum : llvm::Intrinsic::minnum, {a, b},
                          {a->getType()});
  Reg nan = llvm::ConstantFP::getNaN(a->getType());
  return w.b.CreateSelect(w.b.CreateFCmpUNO(a, b), nan, value);
}

Reg evaluateEither(Emitter &e, Operation *op, ArrayRef<Reg> v) {
  Writer &w = e.w;
  llvm::Type *type = v[0]->getType();
  auto unary = [&](llvm::Intrinsic::ID id) { return w.intrinsic(id, {v[0]}, {type}); };
  auto binary = [&](llvm::Intrinsic::ID id) { return w.intrinsic(id, {v[0], v[1]}, {type}); };
  auto isClass = [&](unsigned classes) {
    return w.intrinsic(llvm::Intrinsic::is_fpclass, {v[0], w.k(classes)}, {type});
  };
  return llvm::TypeSwitch<Operation *, Reg>(op)
      .Case([&](arith::AddFOp) { return w.b.CreateFAdd(v[0], v[1]); })
      .Case([&](arith::SubFOp) { return w.b.CreateFSub(v[0], v[1]); })
      .Case([&](arith::MulFOp) { return w.b.CreateFMul(v[0], v[1]); })
      .Case<arith::DivFOp, tile::DivExactOp>([&](auto) { return w.b.CreateFDiv(v[0], v[1]); })
      .Case([&](arith::NegFOp) { return w.b.CreateFNeg(v[0]); })
      .Case([&](math::AbsFOp) { return unary(llvm::Intrinsic::fabs); })
      .Case([&](math::FmaOp) {
        return w.intrinsic(llvm::Intrinsic::fma, {v[0], v[1], v[2]}, {type});
      })
      .Case<math::SqrtOp, tile::SqrtExactOp>([&](auto) { return unary(llvm::Intrinsic::sqrt); })
      .Case([&](math::RsqrtOp) {
        return w.b.CreateFDiv(w.number(type, 1), unary(llvm::Intrinsic::sqrt));
      })
      .Case([&](math::FloorOp) { return unary(llvm::Intrinsic::floor); })
      .Case([&](math::CeilOp) { return unary(llvm::Intrinsic::ceil); })
      .Case([&](math::TruncOp) { return unary(llvm::Intrinsic::trunc); })
      .Case([&](math::RoundEvenOp) { return unary(llvm::Intrinsic::rint); })
      .Case([&](math::RoundOp) { return unary(llvm::Intrinsic::round); })
      .Case([&](math::CopySignOp) { return binary(llvm::Intrinsic::copysign); })
      .Case([&](arith::MinNumFOp) { return binary(llvm::Intrinsic::minnum); })
      .Case([&](arith::MaxNumFOp) { return binary(llvm::Intrinsic::maxnum); })
      .Case([&](arith::MinimumFOp) { return extremeWithNan(w, false, v[0], v[1]); })
      .Case([&](arith::MaximumFOp) { return extremeWithNan(w, true, v[0], v[1]); })
      .Case([&](math::IsNaNOp) { return isClass(llvm::fcNan); })
      .Case([&](math::IsInfOp) { return isClass(llvm::fcInf); })
      .Case([&](math::IsFiniteOp) { return isClass(llvm::fcFinite); })
      .Default([](Operation *) { return nullptr; });
}

} // namespace

Reg evaluateFloat(Emitter &e, Operation *op, ArrayRef<Reg> operands) {
  if (operands[0]->getType()->isFloatTy())
    if (Reg value = evaluateSingle(e, op, operands))
      return value;
  Reg value = withContraction(e.w, op, [&]() -> Reg { return evaluateEither(e, op, operands); });
  if (value)
    return value;
  StringRef name = libraryName(op);
  Type element = tile::elementOf(op->getResult(0).getType());
  bool isNarrow = element.isF16() || element.isBF16();
  llvm::Type *result = isNarrow ? e.w.f32() : registerType(e.w, element);
  if (!name.empty())
    return callLibrary(e, name, operands, result);
  e.fail(StatusCode::Internal, cat("no code for ", op->getName().getStringRef().str()));
  return e.w.bits(result, 0);
}

} // namespace nereid::nvidia
