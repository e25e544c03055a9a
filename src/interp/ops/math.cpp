// Functions of the math library.
//
// f32 and narrower are computed in f64 and rounded once: where the library is accurate to a digit
// of f64 the result is the correctly rounded one but for rare ties. f64 is what the library gives.
#include <cmath>

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

#include "base/text.h"
#include "interp/lanewise.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

auto unary(Unary f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitFloat(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachLane<T, T>(op, prepare, [f](T a) { return narrow<T>(f(double(widen(a)))); });
    });
  };
}

auto binary(Binary f) {
  return [f](Operation *op, Preparation &prepare) {
    return visitFloat(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachPair<T, T>(
          op, prepare, [f](T a, T b) { return narrow<T>(f(double(widen(a)), double(widen(b)))); });
    });
  };
}

// Tells a fact about each lane.
auto classify(bool (*f)(double)) {
  return [f](Operation *op, Preparation &prepare) {
    return visitFloat(operandElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachLane<bool, T>(op, prepare, [f](T a) { return f(double(widen(a))); });
    });
  };
}

double rsqrt(double x) {
  return 1.0 / std::sqrt(x);
}
double exp10(double x) {
  return std::pow(10.0, x);
}

// -- a * b + c, rounded once.

// Narrow floats: the product is exact in f64. The sum may not be, and rounding it to f64 and then
// to the lane's type could be wrong where the first rounding makes a tie. So it is rounded to odd
// instead: an inexact sum gets a last digit of 1, which is never a tie.
double fmaToOdd(double a, double b, double c) {
  double product = a * b, sum = product + c;
  double back = sum - product;
  double error = (product - (sum - back)) + (c - back); // what the sum lost, exactly
  uint64_t bits = std::bit_cast<uint64_t>(sum);
  if (error == 0 || !std::isfinite(error) || (bits & 1) != 0)
    return sum;
  bool isOutward = (error > 0) == (sum > 0); // the exact sum is farther from 0
  return std::bit_cast<double>(isOutward ? bits + 1 : bits - 1);
}

template <typename T> T fusedMultiplyAdd(T a, T b, T c) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fma(a, b, c);
  else
    return narrow<T>(fmaToOdd(widen(a), widen(b), widen(c)));
}

Step prepareFma(Operation *op, Preparation &prepare) {
  return visitFloat(resultElement(op), [&](auto type) {
    using T = typename decltype(type)::type;
    return eachTriple<T, T>(op, prepare, [](T a, T b, T c) { return fusedMultiplyAdd(a, b, c); });
  });
}

// -- What the math dialect lacks, by its name in libm.

using Ternary = double (*)(double, double, double);

struct LibraryFunction {
  Unary unary = nullptr;
  Binary binary = nullptr;
  Ternary ternary = nullptr;
};

const llvm::StringMap<LibraryFunction> &library() {
  static const llvm::StringMap<LibraryFunction> functions = {
#define NEREID_UNARY(name)                                                                         \
  {                                                                                                \
    #name, {                                                                                       \
      .unary = [](double x) -> double { return ::name(x); }                                        \
    }                                                                                              \
  }
#define NEREID_BINARY(name)                                                                        \
  {                                                                                                \
    #name, {                                                                                       \
      .binary = [](double x, double y) -> double { return ::name(x, y); }                          \
    }                                                                                              \
  }
      NEREID_UNARY(acos),
      NEREID_UNARY(acosh),
      NEREID_UNARY(asin),
      NEREID_UNARY(asinh),
      NEREID_UNARY(atan),
      NEREID_UNARY(atanh),
      NEREID_UNARY(cbrt),
      NEREID_UNARY(ceil),
      NEREID_UNARY(cos),
      NEREID_UNARY(cosh),
      NEREID_UNARY(erf),
      NEREID_UNARY(erfc),
      NEREID_UNARY(exp),
      NEREID_UNARY(exp2),
      NEREID_UNARY(expm1),
      NEREID_UNARY(fabs),
      NEREID_UNARY(floor),
      NEREID_UNARY(j0),
      NEREID_UNARY(j1),
      NEREID_UNARY(lgamma),
      NEREID_UNARY(log),
      NEREID_UNARY(log10),
      NEREID_UNARY(log1p),
      NEREID_UNARY(log2),
      NEREID_UNARY(logb),
      NEREID_UNARY(nearbyint),
      NEREID_UNARY(rint),
      NEREID_UNARY(round),
      NEREID_UNARY(sin),
      NEREID_UNARY(sinh),
      NEREID_UNARY(sqrt),
      NEREID_UNARY(tan),
      NEREID_UNARY(tanh),
      NEREID_UNARY(tgamma),
      NEREID_UNARY(trunc),
      NEREID_UNARY(y0),
      NEREID_UNARY(y1),
      NEREID_BINARY(atan2),
      NEREID_BINARY(copysign),
      NEREID_BINARY(fdim),
      NEREID_BINARY(fmax),
      NEREID_BINARY(fmin),
      NEREID_BINARY(fmod),
      NEREID_BINARY(hypot),
      NEREID_BINARY(pow),
      NEREID_BINARY(remainder),
#undef NEREID_BINARY
#undef NEREID_UNARY
      {"jn", {.binary = [](double n, double x) { return ::jn(static_cast<int>(n), x); }}},
      {"yn", {.binary = [](double n, double x) { return ::yn(static_cast<int>(n), x); }}},
      {"exp10", {.unary = exp10}},
      {"rsqrt", {.unary = rsqrt}},
      {"fma", {.ternary = [](double x, double y, double z) { return std::fma(x, y, z); }}},
  };
  return functions;
}

// Functions whose answer depends on where the neighbouring values of the type lie, or which give an
// integer, are computed in the type.
template <typename T> T nextAfter(T from, T to) {
  if constexpr (std::is_floating_point_v<T>)
    return std::nextafter(from, to);
  else
    return from;
}

Step prepareLibm(Operation *op, Preparation &prepare) {
  auto call = cast<tile::LibmOp>(op);
  StringRef name = call.getFunction();
  if (name == "nextafter")
    return visitFloat(resultElement(op), [&](auto type) {
      using T = typename decltype(type)::type;
      return eachPair<T, T>(op, prepare, [](T a, T b) { return nextAfter(a, b); });
    });
  LibraryFunction function = library().lookup(name);
  if (function.unary && op->getNumOperands() == 1)
    return unary(function.unary)(op, prepare);
  if (function.binary && op->getNumOperands() == 2)
    return binary(function.binary)(op, prepare);
  if (function.ternary && op->getNumOperands() == 3)
    return prepareFma(op, prepare);
  prepare.refuse(cat("the function `", name.str(), "`"));
  prepare.result(op->getResult(0));
  return {};
}

} // namespace

void addMath(SemanticsTable &table) {
#define NEREID_FUNCTION(name, f)                                                                   \
  table.setLanewise("math." name, unary([](double x) -> double { return f(x); }))
  NEREID_FUNCTION("exp", std::exp);
  NEREID_FUNCTION("exp2", std::exp2);
  NEREID_FUNCTION("expm1", std::expm1);
  NEREID_FUNCTION("log", std::log);
  NEREID_FUNCTION("log2", std::log2);
  NEREID_FUNCTION("log10", std::log10);
  NEREID_FUNCTION("log1p", std::log1p);
  NEREID_FUNCTION("sin", std::sin);
  NEREID_FUNCTION("cos", std::cos);
  NEREID_FUNCTION("tan", std::tan);
  NEREID_FUNCTION("asin", std::asin);
  NEREID_FUNCTION("acos", std::acos);
  NEREID_FUNCTION("atan", std::atan);
  NEREID_FUNCTION("sinh", std::sinh);
  NEREID_FUNCTION("cosh", std::cosh);
  NEREID_FUNCTION("tanh", std::tanh);
  NEREID_FUNCTION("asinh", std::asinh);
  NEREID_FUNCTION("acosh", std::acosh);
  NEREID_FUNCTION("atanh", std::atanh);
  NEREID_FUNCTION("sqrt", std::sqrt);
  NEREID_FUNCTION("rsqrt", rsqrt);
  NEREID_FUNCTION("cbrt", std::cbrt);
  NEREID_FUNCTION("erf", std::erf);
  NEREID_FUNCTION("erfc", std::erfc);
  NEREID_FUNCTION("floor", std::floor);
  NEREID_FUNCTION("ceil", std::ceil);
  NEREID_FUNCTION("trunc", std::trunc);
  NEREID_FUNCTION("round", std::round);
  NEREID_FUNCTION("roundeven", std::nearbyint); // in the default rounding mode, which we keep
#undef NEREID_FUNCTION
  table.setLanewise("math.atan2", binary([](double y, double x) { return std::atan2(y, x); }));
  table.setLanewise("math.powf", binary([](double x, double y) { return std::pow(x, y); }));
  table.setLanewise("math.fma", prepareFma);
  table.setLanewise("math.isnan", classify([](double x) { return std::isnan(x); }));
  table.setLanewise("math.isinf", classify([](double x) { return std::isinf(x); }));
  table.setLanewise("math.isfinite", classify([](double x) { return std::isfinite(x); }));
  table.setLanewise("tile.libm", prepareLibm);
}

} // namespace nereid::interp
