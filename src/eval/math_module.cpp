// Python's `math`.
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/number.h"
#include "eval/operators.h"

namespace nereid::eval {

using syntax::BinaryOp;

namespace {

// A result that is not finite though the arguments are means that they were outside the domain.
double checked(double result, bool argumentsFinite, bool mayOverflow) {
  if (std::isfinite(result) || !argumentsFinite)
    return result;
  if (std::isnan(result) || !mayOverflow)
    raise("ValueError", "math domain error");
  raise("OverflowError", "math range error");
}

// A function of one float.
void defineReal(Module &module, const char *name, double (*function)(double), bool mayOverflow) {
  module.define(name, [=](const Arguments &call) {
    expectPositional(cat("math.", name), call, 1, 1);
    double x = toDouble(call.positional[0]);
    double result = function(x);
    if (std::isnan(result) && !std::isnan(x))
      raise("ValueError", "math domain error");
    return Value::real(checked(result, std::isfinite(x), mayOverflow));
  });
}

void defineReal2(Module &module, const char *name, double (*function)(double, double)) {
  module.define(name, [=](const Arguments &call) {
    expectPositional(name, call, 2, 2);
    double x = toDouble(call.positional[0]), y = toDouble(call.positional[1]);
    double result = function(x, y);
    if (std::isnan(result) && !std::isnan(x) && !std::isnan(y))
      raise("ValueError", "math domain error");
    return Value::real(checked(result, std::isfinite(x) && std::isfinite(y), true));
  });
}

void defineTest(Module &module, const char *name, bool (*test)(double)) {
  module.define(name, [=](const Arguments &call) {
    expectPositional(cat("math.", name), call, 1, 1);
    return Value::boolean(test(toDouble(call.positional[0])));
  });
}

// floor, ceil, trunc: floats to ints; ints stay.
void defineRounding(Module &module, const char *name, double (*round)(double)) {
  module.define(name, [=](const Arguments &call) {
    expectPositional(cat("math.", name), call, 1, 1);
    const Value &value = call.positional[0];
    if (value.isInt() || value.isBool())
      return Value::integer(value.asInt());
    if (auto method = value.isObject() ? findAttr(value, cat("__", name, "__")) : std::nullopt)
      return eval::call(*method, {});
    return Value::integer(intFromFloat(round(toDouble(value))));
  });
}

double logOf(const Value &value) {
  double x = toDouble(value);
  if (x <= 0.0)
    raise("ValueError", "math domain error");
  return std::log(x);
}

Value log(const Arguments &call) {
  expectPositional("log", call, 1, 2);
  double numerator = logOf(call.positional[0]);
  if (call.positional.size() == 1)
    return Value::real(numerator);
  double denominator = logOf(call.positional[1]);
  if (denominator == 0.0)
    raise("ZeroDivisionError", "float division by zero");
  return Value::real(numerator / denominator);
}

Value pow(const Arguments &call) {
  expectPositional("pow", call, 2, 2);
  double x = toDouble(call.positional[0]), y = toDouble(call.positional[1]);
  double result = std::pow(x, y);
  bool finite = std::isfinite(x) && std::isfinite(y);
  if (finite && (std::isnan(result) || (std::isinf(result) && x == 0.0)))
    raise("ValueError", "math domain error");
  return Value::real(checked(result, finite, true));
}

Int integerRoot(Int value) {
  Int root = Int(std::sqrt(double(value)));
  while (root > 0 && root > value / root)
    --root;
  while ((root + 1) <= value / (root + 1))
    ++root;
  return root;
}

Value isqrt(const Arguments &call) {
  expectPositional("math.isqrt", call, 1, 1);
  Int value = toInt(call.positional[0]);
  if (value < 0)
    raise("ValueError", "isqrt() argument must be nonnegative");
  return Value::integer(value == 0 ? 0 : integerRoot(value));
}

Int greatestCommonDivisor(Int a, Int b) {
  while (b != 0)
    a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

Value gcd(const Arguments &call) {
  Int result = 0;
  for (const Value &value : call.positional)
    result = greatestCommonDivisor(result, toInt(value));
  return Value::integer(result);
}

Value lcm(const Arguments &call) {
  Value result = Value::integer(1);
  for (const Value &value : call.positional) {
    Int number = toInt(value);
    if (number == 0)
      return Value::integer(0);
    Int reduced = number / greatestCommonDivisor(result.asInt(), number);
    result = binary(BinaryOp::Mul, result, Value::integer(reduced < 0 ? -reduced : reduced));
  }
  return result;
}

Int nonNegative(const Value &value, std::string_view what) {
  Int number = toInt(value);
  if (number < 0)
    raise("ValueError", cat(what, " must be a non-negative integer"));
  return number;
}

Value factorial(const Arguments &call) {
  expectPositional("math.factorial", call, 1, 1);
  if (toInt(call.positional[0]) < 0)
    raise("ValueError", "factorial() not defined for negative values");
  Value result = Value::integer(1);
  for (Int i = 2; i <= toInt(call.positional[0]); ++i)
    result = binary(BinaryOp::Mul, result, Value::integer(i));
  return result;
}

Value comb(const Arguments &call) {
  expectPositional("comb", call, 2, 2);
  Int n = nonNegative(call.positional[0], "n"), k = nonNegative(call.positional[1], "k");
  if (k > n)
    return Value::integer(0);
  k = std::min(k, n - k);
  Value result = Value::integer(1);
  for (Int i = 1; i <= k; ++i)
    result = binary(BinaryOp::FloorDiv, binary(BinaryOp::Mul, result, Value::integer(n - k + i)),
                    Value::integer(i));
  return result;
}

Value perm(const Arguments &call) {
  expectPositional("perm", call, 1, 2);
  Int n = nonNegative(call.positional[0], "n");
  Int k = call.positional.size() == 2 && !call.positional[1].isNone()
              ? nonNegative(call.positional[1], "k")
              : n;
  if (k > n)
    return Value::integer(0);
  Value result = Value::integer(1);
  for (Int i = 0; i < k; ++i)
    result = binary(BinaryOp::Mul, result, Value::integer(n - i));
  return result;
}

Value prod(const Arguments &call) {
  static const Signature signature("prod", "iterable, /, *, start=");
  auto arguments = signature.match(call);
  Value result = arguments[1] ? *arguments[1] : Value::integer(1);
  std::unique_ptr<Iterator> source = iterate(*arguments[0]);
  while (std::optional<Value> item = source->next())
    result = binary(BinaryOp::Mul, result, *item);
  return result;
}

Value isClose(const Arguments &call) {
  static const Signature signature("isclose", "a, b, *, rel_tol=, abs_tol=");
  auto arguments = signature.match(call);
  double a = toDouble(*arguments[0]), b = toDouble(*arguments[1]);
  double relative = arguments[2] ? toDouble(*arguments[2]) : 1e-9;
  double absolute = arguments[3] ? toDouble(*arguments[3]) : 0.0;
  if (relative < 0 || absolute < 0)
    raise("ValueError", "tolerances must be non-negative");
  if (a == b)
    return Value::boolean(true);
  if (std::isinf(a) || std::isinf(b))
    return Value::boolean(false);
  double difference = std::fabs(a - b);
  return Value::boolean(difference <= std::fabs(relative * b) ||
                        difference <= std::fabs(relative * a) || difference <= absolute);
}

// Shewchuk's sum: partial sums that do not overlap hold every bit.
Value exactSum(const Arguments &call) {
  expectPositional("math.fsum", call, 1, 1);
  std::vector<double> partials;
  double special = 0;
  for (const Value &item : items(call.positional[0])) {
    double x = toDouble(item);
    if (!std::isfinite(x)) {
      special += x;
      continue;
    }
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y))
        std::swap(x, y);
      double high = x + y;
      double low = y - (high - x);
      if (low != 0.0)
        partials[kept++] = low;
      x = high;
    }
    partials.resize(kept);
    partials.push_back(x);
  }
  if (special != 0 || std::isnan(special))
    return Value::real(special);
  double total = 0, lost = 0;
  while (!partials.empty() && lost == 0.0) {
    double x = total, y = partials.back();
    partials.pop_back();
    total = x + y;
    lost = y - (total - x);
  }
  // Exactly between two floats: the next partial decides.
  if (!partials.empty() &&
      ((lost < 0 && partials.back() < 0) || (lost > 0 && partials.back() > 0))) {
    double doubled = lost * 2, up = total + doubled;
    if (doubled == up - total)
      total = up;
  }
  return Value::real(total);
}

Value hypot(const Arguments &call) {
  double sum = 0, largest = 0;
  for (const Value &value : call.positional)
    largest = std::max(largest, std::fabs(toDouble(value)));
  if (largest == 0.0 || std::isinf(largest))
    return Value::real(largest);
  if (call.positional.size() == 2)
    return Value::real(std::hypot(toDouble(call.positional[0]), toDouble(call.positional[1])));
  for (const Value &value : call.positional)
    sum += std::pow(toDouble(value) / largest, 2);
  return Value::real(largest * std::sqrt(sum));
}

Value distance(const Arguments &call) {
  expectPositional("dist", call, 2, 2);
  std::vector<Value> a = items(call.positional[0]), b = items(call.positional[1]);
  if (a.size() != b.size())
    raise("ValueError", "both points must have the same number of dimensions");
  std::vector<Value> differences;
  for (size_t i = 0; i < a.size(); ++i)
    differences.push_back(Value::real(toDouble(a[i]) - toDouble(b[i])));
  return hypot(Arguments{differences, {}});
}

Value frexp(const Arguments &call) {
  expectPositional("math.frexp", call, 1, 1);
  int exponent = 0;
  double mantissa = std::frexp(toDouble(call.positional[0]), &exponent);
  return Value::tuple({Value::real(mantissa), Value::integer(exponent)});
}

Value ldexp(const Arguments &call) {
  expectPositional("ldexp", call, 2, 2);
  double x = toDouble(call.positional[0]);
  int exponent = int(std::clamp<Int>(toInt(call.positional[1]), -5000, 5000));
  return Value::real(checked(std::ldexp(x, exponent), std::isfinite(x), true));
}

Value modf(const Arguments &call) {
  expectPositional("math.modf", call, 1, 1);
  double whole;
  double fraction = std::modf(toDouble(call.positional[0]), &whole);
  return Value::tuple({Value::real(fraction), Value::real(whole)});
}

// Where the gamma function has no value.
bool isPole(double x) {
  return x <= 0 && x == std::floor(x) && std::isfinite(x);
}

void addRealFunctions(Module &module) {
  struct Function {
    const char *name;
    double (*body)(double);
    bool mayOverflow;
  };
  const Function functions[] = {
      {"sqrt", [](double x) { return std::sqrt(x); }, false},
      {"cbrt", [](double x) { return std::cbrt(x); }, false},
      {"exp", [](double x) { return std::exp(x); }, true},
      {"exp2", [](double x) { return std::exp2(x); }, true},
      {"expm1", [](double x) { return std::expm1(x); }, true},
      {"log2", [](double x) { return std::log2(x); }, false},
      {"log10", [](double x) { return std::log10(x); }, false},
      {"log1p", [](double x) { return std::log1p(x); }, false},
      {"sin", [](double x) { return std::sin(x); }, false},
      {"cos", [](double x) { return std::cos(x); }, false},
      {"tan", [](double x) { return std::tan(x); }, false},
      {"asin", [](double x) { return std::asin(x); }, false},
      {"acos", [](double x) { return std::acos(x); }, false},
      {"atan", [](double x) { return std::atan(x); }, false},
      {"sinh", [](double x) { return std::sinh(x); }, true},
      {"cosh", [](double x) { return std::cosh(x); }, true},
      {"tanh", [](double x) { return std::tanh(x); }, false},
      {"asinh", [](double x) { return std::asinh(x); }, false},
      {"acosh", [](double x) { return std::acosh(x); }, false},
      {"atanh", [](double x) { return std::atanh(x); }, false},
      {"erf", [](double x) { return std::erf(x); }, false},
      {"erfc", [](double x) { return std::erfc(x); }, false},
      {"gamma", [](double x) { return isPole(x) ? NAN : std::tgamma(x); }, true},
      {"lgamma", [](double x) { return isPole(x) ? NAN : std::lgamma(x); }, true},
      {"fabs", [](double x) { return std::fabs(x); }, false},
      {"degrees", [](double x) { return x * (180.0 / std::numbers::pi); }, true},
      {"radians", [](double x) { return x * (std::numbers::pi / 180.0); }, true},
  };
  for (const Function &function : functions)
    defineReal(module, function.name, function.body, function.mayOverflow);
  defineReal2(module, "atan2", [](double y, double x) { return std::atan2(y, x); });
  defineReal2(module, "fmod", [](double x, double y) { return std::fmod(x, y); });
  defineReal2(module, "copysign", [](double x, double y) { return std::copysign(x, y); });
  defineReal2(module, "remainder", [](double x, double y) { return std::remainder(x, y); });
  defineReal2(module, "nextafter", [](double x, double y) { return std::nextafter(x, y); });
  defineTest(module, "isnan", [](double x) { return std::isnan(x); });
  defineTest(module, "isinf", [](double x) { return std::isinf(x); });
  defineTest(module, "isfinite", [](double x) { return std::isfinite(x); });
  defineRounding(module, "floor", [](double x) { return std::floor(x); });
  defineRounding(module, "ceil", [](double x) { return std::ceil(x); });
  defineRounding(module, "trunc", [](double x) { return std::trunc(x); });
}

} // namespace

Ref<Module> mathModule() {
  static auto *shared = [] {
    auto *module = new Ref<Module>(make<Module>("math"));
    Module &math = **module;
    math.set("pi", Value::real(std::numbers::pi));
    math.set("e", Value::real(std::numbers::e));
    math.set("tau", Value::real(2 * std::numbers::pi));
    math.set("inf", Value::real(std::numeric_limits<double>::infinity()));
    math.set("nan", Value::real(std::numeric_limits<double>::quiet_NaN()));
    addRealFunctions(math);
    math.define("log", log);
    math.define("pow", pow);
    math.define("isqrt", isqrt);
    math.define("gcd", gcd);
    math.define("lcm", lcm);
    math.define("factorial", factorial);
    math.define("comb", comb);
    math.define("perm", perm);
    math.define("prod", prod);
    math.define("isclose", isClose);
    math.define("fsum", exactSum);
    math.define("hypot", hypot);
    math.define("dist", distance);
    math.define("frexp", frexp);
    math.define("ldexp", ldexp);
    math.define("modf", modf);
    return module;
  }();
  return *shared;
}

} // namespace nereid::eval
