// Functions of the math library. The math dialect has most of them; the rest keep their name.
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringMap.h"

#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

const llvm::StringMap<Lower> &mathDialect() {
  static const llvm::StringMap<Lower> functions = {
      {"exp", floatElementwise<math::ExpOp>},
      {"exp2", floatElementwise<math::Exp2Op>},
      {"expm1", floatElementwise<math::ExpM1Op>},
      {"log", floatElementwise<math::LogOp>},
      {"log2", floatElementwise<math::Log2Op>},
      {"log10", floatElementwise<math::Log10Op>},
      {"log1p", floatElementwise<math::Log1pOp>},
      {"sin", floatElementwise<math::SinOp>},
      {"cos", floatElementwise<math::CosOp>},
      {"tan", floatElementwise<math::TanOp>},
      {"asin", floatElementwise<math::AsinOp>},
      {"acos", floatElementwise<math::AcosOp>},
      {"atan", floatElementwise<math::AtanOp>},
      {"atan2", floatElementwise<math::Atan2Op>},
      {"sinh", floatElementwise<math::SinhOp>},
      {"cosh", floatElementwise<math::CoshOp>},
      {"tanh", floatElementwise<math::TanhOp>},
      {"asinh", floatElementwise<math::AsinhOp>},
      {"acosh", floatElementwise<math::AcoshOp>},
      {"atanh", floatElementwise<math::AtanhOp>},
      {"sqrt", floatElementwise<math::SqrtOp>},
      {"rsqrt", floatElementwise<math::RsqrtOp>},
      {"cbrt", floatElementwise<math::CbrtOp>},
      {"erf", floatElementwise<math::ErfOp>},
      {"erfc", floatElementwise<math::ErfcOp>},
      {"pow", floatElementwise<math::PowFOp>},
      {"fma", floatElementwise<math::FmaOp>},
      {"floor", floatElementwise<math::FloorOp>},
      {"ceil", floatElementwise<math::CeilOp>},
      {"trunc", floatElementwise<math::TruncOp>},
      {"round", floatElementwise<math::RoundOp>},
      {"roundeven", floatElementwise<math::RoundEvenOp>},
      {"rint", floatElementwise<math::RoundEvenOp>},
      {"nearbyint", floatElementwise<math::RoundEvenOp>},
      {"fabs", floatElementwise<math::AbsFOp>},
      {"fmod", floatElementwise<arith::RemFOp>},
      {"fmin", floatElementwise<arith::MinNumFOp>},
      {"fmax", floatElementwise<arith::MaxNumFOp>},
      {"copysign", floatElementwise<math::CopySignOp>},
      {"isnan", floatElementwise<math::IsNaNOp>},
      {"isinf", floatElementwise<math::IsInfOp>},
      {"isfinite", floatElementwise<math::IsFiniteOp>},
  };
  return functions;
}

// The dialect's classification functions give i1; any other result goes to the library.
bool fitsMathDialect(Lowering &lowering, const Stmt &stmt) {
  bool classifies = startsWith(stmt.attrs.text, "is");
  Scalar result = lowering.coreType(stmt.results[0]).element;
  return classifies == (result == Scalar::I1);
}

void lowerMath(Lowering &lowering, const Stmt &stmt) {
  auto known = mathDialect().find(stmt.attrs.text);
  if (known != mathDialect().end() && fitsMathDialect(lowering, stmt))
    return known->second(lowering, stmt);
  auto op =
      tile::LibmOp::create(lowering.builder, lowering.locate(stmt), computedType(lowering, stmt),
                           stmt.attrs.text, computableOperands(lowering, stmt));
  defineComputed(lowering, stmt, op);
}

} // namespace

void addMath(LowerTable &table) {
  table.set(OpKind::Math, lowerMath);
}

} // namespace nereid::lower
