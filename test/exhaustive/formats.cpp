#include "formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace nereid::exhaustive {
namespace {

uint64_t lowBits(int count) {
  return count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
}

uint64_t encodeInteger(const Element &to, long double value) {
  if (to.kind == Kind::Bool)
    return value != 0 ? 1 : 0; // NaN is not zero
  if (std::isnan(value))
    return 0;
  bool isSigned = to.kind == Kind::Signed;
  long double beyond = std::ldexp(1.0L, isSigned ? to.bits - 1 : to.bits);
  long double lowest = isSigned ? -beyond : 0;
  long double whole = std::clamp(std::trunc(value), lowest, beyond - 1);
  uint64_t magnitude = static_cast<uint64_t>(std::fabs(whole));
  return (whole < 0 ? -magnitude : magnitude) & lowBits(to.bits);
}

} // namespace

bool Element::isNan(uint64_t pattern) const {
  return isFloat() && std::isnan(decode(pattern));
}

long double Element::decode(uint64_t pattern) const {
  if (kind == Kind::Bool || kind == Kind::Unsigned)
    return static_cast<long double>(pattern);
  bool isNegative = (pattern >> (bits - 1) & 1) != 0;
  if (kind == Kind::Signed)
    return isNegative ? -static_cast<long double>((~pattern & lowBits(bits)) + 1ULL)
                      : static_cast<long double>(pattern);
  int exponentBits = bits - 1 - mantissaBits;
  uint64_t mantissa = pattern & lowBits(mantissaBits);
  uint64_t exponent = pattern >> mantissaBits & lowBits(exponentBits);
  uint64_t ones = lowBits(exponentBits);
  if (top == Top::Ieee && exponent == ones)
    return mantissa ? NAN : isNegative ? -INFINITY : INFINITY;
  if (top == Top::OneNan && exponent == ones && mantissa == lowBits(mantissaBits))
    return NAN;
  if (top == Top::MinusZeroNan && isNegative && exponent == 0 && mantissa == 0)
    return NAN;
  uint64_t digits = exponent == 0 ? mantissa : mantissa + (uint64_t(1) << mantissaBits);
  int power = (exponent == 0 ? 1 : static_cast<int>(exponent)) - bias - mantissaBits;
  long double magnitude = std::ldexp(static_cast<long double>(digits), power);
  return isNegative ? -magnitude : magnitude;
}

const std::vector<long double> &Element::magnitudes() const {
  static std::map<std::string, std::vector<long double>> known;
  std::vector<long double> &values = known[name];
  if (values.empty())
    for (uint64_t pattern = 0; pattern < uint64_t(1) << (bits - 1); ++pattern) {
      long double value = decode(pattern);
      if (!std::isfinite(value))
        break;
      values.push_back(value);
    }
  return values;
}

uint64_t Element::nearest(long double magnitude) const {
  const std::vector<long double> &values = magnitudes();
  uint64_t last = values.size() - 1;
  auto above = std::upper_bound(values.begin(), values.end(), magnitude);
  uint64_t lower = static_cast<uint64_t>(above - values.begin()) - 1;
  if (lower < last) {
    long double middle = (values[lower] + values[lower + 1]) / 2; // exact
    bool goesUp = magnitude > middle || (magnitude == middle && lower % 2 == 1);
    return lower + (goesUp ? 1 : 0);
  }
  if (bits == 8)
    return last;
  long double half = (values[last] - values[last - 1]) / 2;
  return magnitude < values[last] + half ? last : last + 1; // infinity
}

uint64_t Element::encode(long double value) const {
  if (!isFloat())
    return encodeInteger(*this, value);
  if (bits == 64)
    return std::bit_cast<uint64_t>(static_cast<double>(value));
  if (bits == 32)
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  uint64_t sign = std::signbit(value) ? uint64_t(1) << (bits - 1) : 0;
  if (std::isnan(value))
    return top == Top::MinusZeroNan ? uint64_t(1) << (bits - 1) : sign | lowBits(bits - 1);
  uint64_t pattern = nearest(std::fabs(value));
  bool dropsSign = top == Top::MinusZeroNan && pattern == 0;
  return dropsSign ? 0 : sign | pattern;
}

uint64_t Element::encodeTowardZero(long double value) const {
  uint64_t sign = std::signbit(value) ? uint64_t(1) << (bits - 1) : 0;
  const std::vector<long double> &values = magnitudes();
  auto above = std::upper_bound(values.begin(), values.end(), std::fabs(value));
  return sign | (static_cast<uint64_t>(above - values.begin()) - 1);
}

const std::vector<Element> &elements() {
  using Top = Element::Top;
  static const std::vector<Element> all = {
      {"int1", NEREID_BOOL, Kind::Bool, 8},
      {"int8", NEREID_INT8, Kind::Signed, 8},
      {"int16", NEREID_INT16, Kind::Signed, 16},
      {"int32", NEREID_INT32, Kind::Signed, 32},
      {"int64", NEREID_INT64, Kind::Signed, 64},
      {"uint8", NEREID_UINT8, Kind::Unsigned, 8},
      {"uint16", NEREID_UINT16, Kind::Unsigned, 16},
      {"uint32", NEREID_UINT32, Kind::Unsigned, 32},
      {"uint64", NEREID_UINT64, Kind::Unsigned, 64},
      {"float8e4nv", NEREID_UINT8, Kind::Float, 8, 3, 7, Top::OneNan},
      {"float8e5", NEREID_UINT8, Kind::Float, 8, 2, 15, Top::Ieee},
      {"float8e4b15", NEREID_UINT8, Kind::Float, 8, 3, 15, Top::Numbers},
      {"float8e4b8", NEREID_UINT8, Kind::Float, 8, 3, 8, Top::MinusZeroNan},
      {"float8e5b16", NEREID_UINT8, Kind::Float, 8, 2, 16, Top::MinusZeroNan},
      {"float16", NEREID_FLOAT16, Kind::Float, 16, 10, 15, Top::Ieee},
      {"bfloat16", NEREID_BFLOAT16, Kind::Float, 16, 7, 127, Top::Ieee},
      {"float32", NEREID_FLOAT32, Kind::Float, 32, 23, 127, Top::Ieee},
      {"float64", NEREID_FLOAT64, Kind::Float, 64, 52, 1023, Top::Ieee},
  };
  return all;
}

const Element &elementNamed(const std::string &name) {
  return *std::find_if(elements().begin(), elements().end(),
                       [&](const Element &element) { return element.name == name; });
}

uint64_t castTo(const Element &to, const Element &from, uint64_t pattern) {
  if (to.name == from.name)
    return pattern;
  bool wraps = !from.isFloat() && !to.isFloat() && to.kind != Kind::Bool;
  if (!wraps)
    return to.encode(from.decode(pattern));
  bool isNegative = from.kind == Kind::Signed && (pattern >> (from.bits - 1) & 1) != 0;
  return (isNegative ? pattern | ~lowBits(from.bits) : pattern) & lowBits(to.bits);
}

} // namespace nereid::exhaustive
