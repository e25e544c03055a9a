// Attributes and methods of int, bool and float.
#include <bit>
#include <cmath>

#include "base/text.h"
#include "eval/number.h"
#include "eval/operators.h"

namespace nereid::eval {

namespace {

using Method = Value (*)(const Value &self);

int bitLength(Int value) {
  unsigned __int128 rest = value < 0 ? -(unsigned __int128)(value) : (unsigned __int128)(value);
  int bits = 0;
  for (; rest != 0; rest >>= 1)
    ++bits;
  return bits;
}

int bitCount(Int value) {
  unsigned __int128 rest = value < 0 ? -(unsigned __int128)(value) : (unsigned __int128)(value);
  return std::popcount(uint64_t(rest)) + std::popcount(uint64_t(rest >> 64));
}

Value floatRatio(double value) {
  if (std::isnan(value))
    raise("ValueError", "cannot convert NaN to integer ratio");
  if (std::isinf(value))
    raise("OverflowError", "cannot convert Infinity to integer ratio");
  int exponent;
  double mantissa = std::frexp(value, &exponent);
  while (mantissa != std::floor(mantissa)) {
    mantissa *= 2;
    --exponent;
  }
  if (exponent > 70 || exponent < -126)
    raiseTooLarge("integer ratio");
  Int numerator = Int(mantissa), denominator = 1;
  if (exponent > 0)
    numerator <<= exponent;
  else
    denominator <<= -exponent;
  return Value::tuple({Value::integer(numerator), Value::integer(denominator)});
}

std::string hexOf(double value) {
  if (!std::isfinite(value))
    return formatFloat(value);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, value == 0 ? "%.1a" : "%.13a", value);
  std::string text = buffer;
  if (value == 0)
    return std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0";
  return text;
}

struct Entry {
  std::string_view name;
  bool forInt, forFloat;
  Method method;
};

constexpr Entry kMethods[] = {
    {"bit_length", true, false,
     [](const Value &self) { return Value::integer(bitLength(self.asInt())); }},
    {"bit_count", true, false,
     [](const Value &self) { return Value::integer(bitCount(self.asInt())); }},
    {"as_integer_ratio", true, true,
     [](const Value &self) {
       return self.isFloat() ? floatRatio(self.asFloat())
                             : Value::tuple({Value::integer(self.asInt()), Value::integer(1)});
     }},
    {"conjugate", true, true, [](const Value &self) { return self; }},
    {"is_integer", false, true,
     [](const Value &self) {
       return Value::boolean(std::isfinite(self.asFloat()) &&
                             self.asFloat() == std::floor(self.asFloat()));
     }},
    {"hex", false, true, [](const Value &self) { return Value::string(hexOf(self.asFloat())); }},
    {"__abs__", true, true,
     [](const Value &self) {
       return self.isFloat()     ? Value::real(std::fabs(self.asFloat()))
              : self.asInt() < 0 ? numberUnary(syntax::UnaryOp::Minus, self)
                                 : Value::integer(self.asInt());
     }},
    {"__index__", true, false, [](const Value &self) { return Value::integer(self.asInt()); }},
    {"__int__", true, true,
     [](const Value &self) {
       return Value::integer(self.isFloat() ? intFromFloat(self.asFloat()) : self.asInt());
     }},
    {"__float__", true, true, [](const Value &self) { return Value::real(self.asFloat()); }},
};

constexpr std::string_view kFields[] = {"real", "imag", "numerator", "denominator"};

} // namespace

std::optional<Value> numberAttr(const Value &number, std::string_view name) {
  bool isFloat = number.isFloat();
  if (name == "real" || (name == "numerator" && !isFloat))
    return number.isBool() ? Value::integer(number.asInt()) : number;
  if (name == "imag")
    return isFloat ? Value::real(0.0) : Value::integer(0);
  if (name == "denominator" && !isFloat)
    return Value::integer(1);
  for (const Entry &entry : kMethods) {
    if (entry.name != name || !(isFloat ? entry.forFloat : entry.forInt))
      continue;
    return Value(
        make<NativeFunction>(std::string(name), [number, &entry](const Arguments &arguments) {
          if (!arguments.positional.empty() || !arguments.keywords.empty())
            raise("TypeError", cat(typeName(number), ".", entry.name, "() takes no arguments (",
                                   arguments.positional.size(), " given)"));
          return entry.method(number);
        }));
  }
  return std::nullopt;
}

std::vector<std::string> numberAttrNames(const Value &number) {
  std::vector<std::string> names;
  for (const Entry &entry : kMethods)
    if (number.isFloat() ? entry.forFloat : entry.forInt)
      names.emplace_back(entry.name);
  for (std::string_view field : kFields)
    names.emplace_back(field);
  return names;
}

} // namespace nereid::eval
