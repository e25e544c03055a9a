// Python's format mini-language for str, int, bool and float.
// https://docs.python.org/3/library/string.html#format-specification-mini-language
#include "eval/format.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "eval/number.h"
#include "eval/operators.h"
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

constexpr int kMaxSize = 1 << 20;

bool isAlign(char c) {
  return c == '<' || c == '>' || c == '^' || c == '=';
}

// A width or precision at the front of `rest`; -1 if there is none.
int takeNumber(std::string_view &rest) {
  if (rest.empty() || !isDigit(uint32_t(rest[0])))
    return -1;
  int64_t value = 0;
  while (!rest.empty() && isDigit(uint32_t(rest[0]))) {
    value = value * 10 + (rest[0] - '0');
    if (value > kMaxSize)
      raise("ValueError", "Too many decimal digits in format string");
    rest.remove_prefix(1);
  }
  return int(value);
}

void takeFillAndAlign(std::string_view &rest, FormatSpec &spec) {
  if (rest.empty())
    return;
  std::string_view after = rest;
  takeCodePoint(after);
  if (!after.empty() && isAlign(after[0])) {
    spec.fill = rest.substr(0, rest.size() - after.size());
    spec.align = after[0];
    rest = after.substr(1);
  } else if (isAlign(rest[0])) {
    spec.align = rest[0];
    rest.remove_prefix(1);
  }
}

bool take(std::string_view &rest, char c) {
  if (rest.empty() || rest[0] != c)
    return false;
  rest.remove_prefix(1);
  return true;
}

[[noreturn]] void raiseUnknownCode(char code, std::string_view type) {
  raise("ValueError", cat("Unknown format code '", code, "' for object of type '", type, "'"));
}

std::string formatText(std::string_view text, const FormatSpec &spec) {
  if (spec.type != 0 && spec.type != 's')
    raiseUnknownCode(spec.type, "str");
  if (spec.grouping)
    raise("ValueError", cat("Cannot specify '", spec.grouping, "' with 's'."));
  if (spec.sign)
    raise("ValueError", spec.sign == ' ' ? "Space not allowed in string format specifier"
                                         : "Sign not allowed in string format specifier");
  if (spec.alternate)
    raise("ValueError", "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=')
    raise("ValueError", "'=' alignment not allowed in string format specifier");
  if (spec.precision >= 0)
    text = text.substr(0, offsetOfCodePoint(text, size_t(spec.precision)));
  return pad(text, size_t(std::max(spec.width, 0)), spec.align ? spec.align : '<', spec.fill);
}

std::string digitsOf(unsigned __int128 value, int base, bool upper) {
  std::string digits;
  do {
    digits.insert(digits.begin(), (upper ? "0123456789ABCDEF" : "0123456789abcdef")[value % base]);
    value /= unsigned(base);
  } while (value != 0);
  return digits;
}

std::string formatInteger(Int value, const FormatSpec &spec) {
  if (spec.precision >= 0)
    raise("ValueError", "Precision not allowed in integer format specifier");
  char type = spec.type ? spec.type : 'd';
  if (type == 'c') {
    if (spec.sign)
      raise("ValueError", "Sign not allowed with integer format specifier 'c'");
    if (value < 0 || value > 0x10FFFF)
      raise("OverflowError", "%c arg not in range(0x110000)");
    std::string text;
    appendCodePoint(text, uint32_t(value));
    return pad(text, size_t(std::max(spec.width, 0)), spec.align ? spec.align : '<', spec.fill);
  }
  int base = type == 'x' || type == 'X' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
  if (spec.grouping == ',' && base != 10)
    raise("ValueError", cat("Cannot specify ',' with '", type, "'."));
  unsigned __int128 magnitude =
      value < 0 ? -(unsigned __int128)(value) : (unsigned __int128)(value);
  NumberText text;
  text.negative = value < 0;
  text.whole = digitsOf(magnitude, base, type == 'X');
  if (spec.alternate && base != 10)
    text.prefix = cat('0', type);
  text.groupSize = base == 10 ? 3 : 4;
  return layOut(text, spec);
}

} // namespace

FormatSpec parseFormatSpec(std::string_view text, std::string_view type) {
  FormatSpec spec;
  std::string_view rest = text;
  takeFillAndAlign(rest, spec);
  if (!rest.empty() && (rest[0] == '+' || rest[0] == '-' || rest[0] == ' ')) {
    spec.sign = rest[0];
    rest.remove_prefix(1);
  }
  spec.noNegativeZero = take(rest, 'z');
  spec.alternate = take(rest, '#');
  if (take(rest, '0')) {
    spec.zero = true;
    if (!spec.align && spec.fill == " ") {
      spec.fill = "0";
      spec.align = type == "str" ? '<' : '=';
    }
  }
  spec.width = takeNumber(rest);
  while (!rest.empty() && (rest[0] == ',' || rest[0] == '_')) {
    if (spec.grouping)
      raise("ValueError", spec.grouping == rest[0]
                              ? cat("Cannot specify '", rest[0], "' with '", rest[0], "'.")
                              : "Cannot specify both ',' and '_'.");
    spec.grouping = rest[0];
    rest.remove_prefix(1);
  }
  if (take(rest, '.')) {
    spec.precision = takeNumber(rest);
    if (spec.precision < 0)
      raise("ValueError", "Format specifier missing precision");
  }
  if (!rest.empty()) {
    spec.type = rest[0];
    rest.remove_prefix(1);
  }
  if (!rest.empty())
    raise("ValueError", "Invalid format specifier");
  return spec;
}

std::string layOut(const NumberText &text, const FormatSpec &spec) {
  std::string sign = text.negative ? "-" : spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
  std::string head = sign + text.prefix;
  size_t width = size_t(std::max(spec.width, 0));
  std::string whole = text.whole;
  char align = spec.align ? spec.align : '>';
  if (spec.grouping) {
    // Zeros that fill the width are grouped with the digits.
    size_t fixed = head.size() + text.rest.size();
    bool zeroFill = align == '=' && spec.fill == "0";
    std::string grouped;
    for (size_t i = 0; i < whole.size() || (zeroFill && grouped.size() + fixed < width); ++i) {
      if (i > 0 && i % size_t(text.groupSize) == 0)
        grouped.insert(grouped.begin(), spec.grouping);
      grouped.insert(grouped.begin(), i < whole.size() ? whole[whole.size() - 1 - i] : '0');
    }
    whole = grouped;
  }
  std::string number = whole + text.rest;
  if (align == '=') {
    size_t used = head.size();
    return head + pad(number, width > used ? width - used : 0, '>', spec.fill);
  }
  return pad(head + number, width, align, spec.fill);
}

std::string floatDigits(double size, char type, int precision, bool alternate) {
  std::chars_format form = type == 'e' || type == 'E'   ? std::chars_format::scientific
                           : type == 'f' || type == 'F' ? std::chars_format::fixed
                                                        : std::chars_format::general;
  bool general = form == std::chars_format::general;
  if (general && precision == 0)
    precision = 1;
  std::string buffer(size_t(precision) + 400, 0);
  char *end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), size, form, precision).ptr;
  buffer.resize(size_t(end - buffer.data()));
  if (alternate && general) {
    // `#` keeps the trailing zeros that general form drops.
    size_t exponent = std::min(buffer.find('e'), buffer.size());
    std::string mantissa = buffer.substr(0, exponent), tail = buffer.substr(exponent);
    if (mantissa.find('.') == std::string::npos)
      mantissa += '.';
    size_t leading = mantissa.find_first_not_of("0.");
    size_t digits = 0;
    for (size_t i = std::min(leading, mantissa.size() - 1); i < mantissa.size(); ++i)
      digits += mantissa[i] != '.';
    if (leading == std::string::npos)
      digits = 1;
    if (digits < size_t(precision))
      mantissa.append(size_t(precision) - digits, '0');
    buffer = mantissa + tail;
  } else if (alternate && buffer.find('.') == std::string::npos) {
    buffer.insert(std::min(buffer.find('e'), buffer.size()), ".");
  }
  if (type == 'E' || type == 'G')
    for (char &c : buffer)
      c = c == 'e' ? 'E' : c;
  return buffer;
}

namespace {

// Without a type, a precision means that of 'g', but like repr: with a digit after the point, and
// so with an exponent one digit earlier.
std::string reprDigits(double size, int precision, bool alternate) {
  std::string digits = floatDigits(size, 'g', precision, alternate);
  if (digits.find_first_of(".e") != std::string::npos)
    return digits;
  if (int(digits.size()) < std::max(precision, 1) || size < 1)
    return digits + ".0";
  digits = floatDigits(size, 'e', std::max(precision, 1) - 1, alternate);
  size_t point = digits.find('.'), exponent = digits.find('e');
  if (point != std::string::npos && !alternate) {
    size_t last = digits.find_last_not_of('0', exponent - 1);
    size_t keep = last == point ? point : last + 1;
    digits.erase(keep, exponent - keep);
  }
  return digits;
}

std::string finiteDigits(double size, const FormatSpec &spec) {
  int precision = spec.precision < 0 ? 6 : spec.precision;
  switch (spec.type) {
  case 0:
    return spec.precision < 0 ? formatFloat(size)
                              : reprDigits(size, spec.precision, spec.alternate);
  case '%':
    return floatDigits(size * 100.0, 'f', precision, spec.alternate) + "%";
  case 'n':
    return floatDigits(size, 'g', precision, spec.alternate);
  default:
    return floatDigits(size, spec.type, precision, spec.alternate);
  }
}

} // namespace

std::string formatReal(double value, const FormatSpec &spec) {
  NumberText text;
  text.negative = std::signbit(value) && !std::isnan(value);
  if (!std::isfinite(value)) {
    bool upper = spec.type == 'E' || spec.type == 'F' || spec.type == 'G';
    text.whole = std::isnan(value) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
    if (spec.type == '%')
      text.whole += '%';
    FormatSpec plain = spec; // letters are not grouped
    plain.grouping = 0;
    return layOut(text, plain);
  }
  std::string digits = finiteDigits(std::fabs(value), spec);
  if (spec.noNegativeZero && digits.find_first_of("123456789") == std::string::npos)
    text.negative = false;
  size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
  text.whole = digits.substr(0, end);
  text.rest = digits.substr(end);
  return layOut(text, spec);
}

std::string format(const Value &value, std::string_view specText) {
  if (value.isObject())
    return value.object()->format(specText);
  if (specText.empty())
    return str(value);
  if (!value.isNumber())
    raise("TypeError", cat("unsupported format string passed to ", typeName(value), ".__format__"));
  FormatSpec spec = parseFormatSpec(specText, typeName(value));
  constexpr std::string_view kIntTypes = "bcdoxXn", kFloatTypes = "eEfFgG%n";
  if (value.isFloat()) {
    if (spec.type != 0 && kFloatTypes.find(spec.type) == std::string_view::npos)
      raiseUnknownCode(spec.type, "float");
    return formatReal(value.asFloat(), spec);
  }
  if (spec.type == 0 || kIntTypes.find(spec.type) != std::string_view::npos)
    return formatInteger(value.asInt(), spec);
  if (kFloatTypes.find(spec.type) != std::string_view::npos)
    return formatReal(value.asFloat(), spec);
  raiseUnknownCode(spec.type, typeName(value));
}

std::string Str::format(std::string_view specText) const {
  return specText.empty() ? text : formatText(text, parseFormatSpec(specText, "str"));
}

} // namespace nereid::eval
