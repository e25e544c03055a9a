// Numbers from and to text: literals, int("..."), float("..."), repr of floats, and round(), which
// is defined on the decimal digits.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "eval/error.h"
#include "eval/number.h"
#include "eval/operators.h"
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

using Unsigned = unsigned __int128;

int digitValue(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

// The base that a prefix names, or 0.
int prefixBase(std::string_view text) {
  if (text.size() < 2 || text[0] != '0')
    return 0;
  switch (text[1] | 0x20) {
  case 'x':
    return 16;
  case 'o':
    return 8;
  case 'b':
    return 2;
  default:
    return 0;
  }
}

enum class Digits { Good, Bad, TooLarge };

// Digits with single underscores between them.
Digits readDigits(std::string_view text, int base, Unsigned &value) {
  value = 0;
  bool tooLarge = false, digitBefore = false;
  for (char c : text) {
    if (c == '_') {
      if (!digitBefore)
        return Digits::Bad;
      digitBefore = false;
      continue;
    }
    int digit = digitValue(c);
    if (digit >= base)
      return Digits::Bad;
    digitBefore = true;
    Unsigned scaled;
    tooLarge = __builtin_mul_overflow(value, Unsigned(base), &scaled) || tooLarge;
    tooLarge = __builtin_add_overflow(scaled, Unsigned(digit), &value) || tooLarge;
  }
  if (!digitBefore)
    return Digits::Bad;
  return tooLarge ? Digits::TooLarge : Digits::Good;
}

// A float without sign, whitespace or underscores; false if malformed.
bool readFloat(const std::string &text, double &value) {
  const char *end = text.data() + text.size();
  auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || text.empty())
    return false;
  if (result.ec == std::errc::result_out_of_range)
    value = std::strtod(text.c_str(), nullptr); // infinity or zero
  return true;
}

} // namespace

Int parseInt(std::string_view original, int base) {
  if (base != 0 && (base < 2 || base > 36))
    raise("ValueError", "int() base must be >= 2 and <= 36, or 0");
  std::string_view text = stripSpace(original);
  bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+'))
    text.remove_prefix(1);
  int prefix = prefixBase(text);
  int effective = base == 0 ? (prefix ? prefix : 10) : base;
  bool hasPrefix = prefix && prefix == effective;
  if (hasPrefix)
    text.remove_prefix(text.size() > 2 && text[2] == '_' ? 3 : 2);
  Unsigned value;
  Digits digits = readDigits(text, effective, value);
  bool leadingZero = base == 0 && !hasPrefix && text.size() > 1 && text[0] == '0' && value != 0;
  if (digits == Digits::Bad || leadingZero)
    raise("ValueError", cat("invalid literal for int() with base ", base, ": ",
                            repr(Value::string(std::string(original)))));
  if (digits == Digits::TooLarge || value > (~Unsigned(0) >> 1))
    raiseTooLarge("int");
  return negative ? -Int(value) : Int(value);
}

double parseFloat(std::string_view original) {
  std::string_view text = stripSpace(original);
  bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+'))
    text.remove_prefix(1);
  std::string plain;
  bool good = true;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      plain += char(text[i] >= 'A' && text[i] <= 'Z' ? text[i] | 0x20 : text[i]);
      continue;
    }
    auto isDigit = [&](size_t at) {
      return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    good = good && i > 0 && isDigit(i - 1) && isDigit(i + 1);
  }
  double value = 0;
  if (plain == "inf" || plain == "infinity")
    value = std::numeric_limits<double>::infinity();
  else if (plain == "nan")
    value = std::numeric_limits<double>::quiet_NaN();
  else
    good = good && !plain.empty() && plain.find_first_of("in(+-") != 0 && readFloat(plain, value);
  if (!good)
    raise("ValueError",
          cat("could not convert string to float: ", repr(Value::string(std::string(original)))));
  return negative ? -value : value;
}

Value parseNumber(std::string_view text, bool isFloat) {
  if (isFloat)
    return Value::real(parseFloat(text));
  constexpr size_t kShort = 18; // digits that fit 64 bits
  int64_t number = 0;
  const char *end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, number);
  if (text.size() <= kShort && read.ec == std::errc() && read.ptr == end)
    return Value::integer(number);
  // 00 is a literal, 007 is not; the parser has seen to that.
  int base = prefixBase(text);
  std::string_view digits = base ? text.substr(2) : text;
  if (base && !digits.empty() && digits[0] == '_')
    digits.remove_prefix(1);
  return Value::integer(parseInt(digits, base ? base : 10));
}

std::string formatInt(Int value) {
  if (value == Int(int64_t(value)))
    return cat(int64_t(value));
  Unsigned rest = value < 0 ? -Unsigned(value) : Unsigned(value);
  std::string digits;
  while (rest != 0) {
    digits += char('0' + int(rest % 10));
    rest /= 10;
  }
  if (value < 0)
    digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string formatFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char buffer[64];
  double size = std::fabs(value);
  bool scientific = size != 0.0 && (size >= 1e16 || size < 1e-4);
  auto form = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value, form).ptr;
  std::string text(buffer, end);
  if (!scientific && text.find('.') == std::string::npos)
    text += ".0";
  return text;
}

double roundFloat(double value, int digits) {
  if (!std::isfinite(value) || digits > 323)
    return value;
  if (digits < -308)
    return std::copysign(0.0, value);
  if (digits < 0) {
    // Rounding to tens: through the exact decimal digits of the whole part.
    char buffer[400];
    auto end =
        std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value), std::chars_format::fixed, 0)
            .ptr;
    int places = int(end - buffer);
    if (places + digits < 0)
      return std::copysign(0.0, value);
    double scale = std::pow(10.0, -digits);
    double quotient = value / scale;
    double rounded = std::nearbyint(quotient);
    double result = rounded * scale;
    if (!std::isfinite(result))
      raise("OverflowError", "rounded value too large to represent");
    return result;
  }
  char buffer[800];
  auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits).ptr;
  double result = value;
  std::from_chars(buffer, end, result);
  return result;
}

Int roundInt(Int value, int digits) {
  if (digits >= 0)
    return value;
  if (digits < -38)
    return 0;
  Int unit = 1;
  for (int i = 0; i < -digits; ++i)
    unit *= 10;
  Int below = floorDivide(value, unit) * unit;
  Int rest = value - below;
  bool up = rest > unit - rest || (rest == unit - rest && floorModulo(below / unit, Int(2)) != 0);
  Int result;
  if (__builtin_add_overflow(below, up ? unit : 0, &result))
    raiseTooLarge("result of round()");
  return result;
}

} // namespace nereid::eval
