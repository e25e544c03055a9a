// `"%-8s %5.2f" % (name, value)`: the older way of formatting.
#include "base/text.h"
#include "eval/format.h"
#include "eval/number.h"
#include "eval/operators.h"
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

class PercentFormatter {
public:
  PercentFormatter(std::string_view pattern, const Value &operand)
      : pattern_(pattern), mapping_(operand.as<Dict>()) {
    if (auto *tuple = operand.as<Tuple>())
      items_ = tuple->items;
    else
      items_ = {operand};
    // Python takes whatever can be indexed for a mapping, of which nothing need be used.
    mayBeUnused_ = mapping_ || operand.as<List>() || operand.as<Range>();
  }

  std::string run() {
    while (at_ < pattern_.size()) {
      char c = pattern_[at_++];
      if (c == '%')
        field();
      else
        result_ += c;
    }
    if (used_ < items_.size() && !mayBeUnused_)
      raise("TypeError", "not all arguments converted during string formatting");
    return std::move(result_);
  }

private:
  void field() {
    if (at_ < pattern_.size() && pattern_[at_] == '%') {
      ++at_;
      result_ += '%';
      return;
    }
    FormatSpec spec;
    std::optional<Value> named = key();
    bool left = false;
    for (; at_ < pattern_.size() && std::string_view("-+ #0").find(pattern_[at_]) != npos; ++at_) {
      left = left || pattern_[at_] == '-';
      if (pattern_[at_] == '+' || (pattern_[at_] == ' ' && !spec.sign))
        spec.sign = pattern_[at_];
      spec.alternate = spec.alternate || pattern_[at_] == '#';
      spec.zero = spec.zero || pattern_[at_] == '0';
    }
    spec.width = number();
    if (spec.width < -1) {
      left = true;
      spec.width = -spec.width;
    }
    if (at_ < pattern_.size() && pattern_[at_] == '.') {
      ++at_;
      spec.precision = std::max(number(), 0);
    }
    while (at_ < pattern_.size() && std::string_view("hlL").find(pattern_[at_]) != npos)
      ++at_;
    if (at_ >= pattern_.size())
      raise("ValueError", "incomplete format");
    spec.type = pattern_[at_++];
    spec.align = left ? '<' : '>';
    result_ += convert(named ? *named : nextItem(), spec);
  }

  std::optional<Value> key() {
    if (at_ >= pattern_.size() || pattern_[at_] != '(')
      return std::nullopt;
    if (!mapping_)
      raise("TypeError", "format requires a mapping");
    size_t close = pattern_.find(')', at_);
    if (close == npos)
      raise("ValueError", "incomplete format key");
    Value name = Value::string(std::string(pattern_.substr(at_ + 1, close - at_ - 1)));
    at_ = close + 1;
    return mapping_->getItem(name);
  }

  // A width or precision: digits, or `*` for the next item; -1 if there is none.
  int number() {
    if (at_ < pattern_.size() && pattern_[at_] == '*') {
      ++at_;
      Value item = nextItem();
      if (!item.isInt())
        raise("TypeError", "* wants int");
      return int(std::clamp<Int>(item.asInt(), -(1 << 20), 1 << 20));
    }
    int value = -1;
    for (; at_ < pattern_.size() && isDigit(uint32_t(pattern_[at_])); ++at_) {
      value = std::max(value, 0) * 10 + (pattern_[at_] - '0');
      if (value > 1 << 20)
        raise("ValueError", "width too big");
    }
    return value;
  }

  Value nextItem() {
    if (used_ >= items_.size())
      raise("TypeError", "not enough arguments for format string");
    return items_[used_++];
  }

  std::string convert(const Value &value, FormatSpec spec) {
    switch (spec.type) {
    case 's':
      return text(str(value), spec);
    case 'r':
      return text(repr(value), spec);
    case 'a':
      return text(ascii(value), spec);
    case 'c':
      return character(value, spec);
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return integer(value, spec);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (spec.zero && spec.align != '<') {
        spec.fill = "0";
        spec.align = '=';
      }
      return formatReal(toDouble(value), spec);
    default:
      raise("ValueError",
            cat("unsupported format character '", spec.type, "' (0x",
                eval::format(Value::integer(spec.type), "x"), ") at index ", at_ - 1));
    }
  }

  static std::string text(std::string_view content, const FormatSpec &spec) {
    if (spec.precision >= 0)
      content = content.substr(0, offsetOfCodePoint(content, size_t(spec.precision)));
    return pad(content, size_t(std::max(spec.width, 0)), spec.align, " ");
  }

  static std::string character(const Value &value, const FormatSpec &spec) {
    if (const std::string *one = value.asString(); one && countCodePoints(*one) == 1)
      return text(*one, spec);
    if (!value.isInt() && !value.isBool())
      raise("TypeError", "%c requires int or char");
    return text(eval::format(value, "c"), spec);
  }

  static std::string integer(const Value &value, FormatSpec spec) {
    std::optional<Value> number;
    if (value.isNumber())
      number = value;
    else if (value.isObject())
      number = value.object()->number();
    bool decimal = spec.type == 'd' || spec.type == 'i' || spec.type == 'u';
    if (!number || (number->isFloat() && !decimal))
      raise("TypeError", cat("%", spec.type, " format: ", decimal ? "a real number" : "an integer",
                             " is required, not ", typeName(value)));
    Int whole = number->isFloat() ? intFromFloat(number->asFloat()) : number->asInt();
    std::string magnitude = eval::format(Value::integer(whole), decimal ? "d" : cat(spec.type));
    NumberText pieces;
    pieces.negative = magnitude[0] == '-';
    pieces.whole = magnitude.substr(pieces.negative);
    if (spec.precision > int(pieces.whole.size()))
      pieces.whole.insert(0, size_t(spec.precision) - pieces.whole.size(), '0');
    if (spec.alternate && !decimal)
      pieces.prefix = cat('0', spec.type);
    if (spec.zero && spec.align != '<') {
      spec.fill = "0";
      spec.align = '=';
    }
    return layOut(pieces, spec);
  }

  static constexpr size_t npos = std::string_view::npos;
  std::string_view pattern_;
  Dict *mapping_;
  bool mayBeUnused_ = false;
  std::vector<Value> items_;
  size_t used_ = 0;
  size_t at_ = 0;
  std::string result_;
};

} // namespace

std::string formatPercent(std::string_view pattern, const Value &operand) {
  return PercentFormatter(pattern, operand).run();
}

} // namespace nereid::eval
