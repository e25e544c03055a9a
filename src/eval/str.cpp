// str as a sequence and an operand; its methods are in str_methods.cpp.
#include <algorithm>

#include "base/text.h"
#include "eval/operators.h"
#include "eval/sequence.h"
#include "eval/str_methods.h"
#include "eval/unicode.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;

namespace {

bool onlyAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

struct StrIterator : Iterator {
  explicit StrIterator(Ref<Str> string) : string(std::move(string)), rest(this->string->text) {}
  std::optional<Value> next() override {
    if (rest.empty())
      return std::nullopt;
    std::string_view before = rest;
    takeCodePoint(rest);
    return Value::string(std::string(before.substr(0, before.size() - rest.size())));
  }
  Ref<Str> string;
  std::string_view rest;
};

// The code points of `text`, each as its bytes.
std::vector<std::string_view> codePoints(std::string_view text) {
  std::vector<std::string_view> points;
  while (!text.empty()) {
    std::string_view before = text;
    takeCodePoint(text);
    points.push_back(before.substr(0, before.size() - text.size()));
  }
  return points;
}

Value slice(const Str &string, const Slice &slice) {
  Slice::Indices at = slice.indices(*string.length());
  if (at.step == 1 && string.isAscii)
    return Value::string(string.text.substr(size_t(at.start), size_t(at.count)));
  std::vector<std::string_view> points = codePoints(string.text);
  std::string result;
  for (int64_t i = 0; i < at.count; ++i)
    result += points[size_t(at.start + i * at.step)];
  return Value::string(std::move(result));
}

} // namespace

Str::Str(std::string text) : text(std::move(text)), isAscii(onlyAscii(this->text)) {}

std::string Str::repr() const {
  return quote(text);
}

std::optional<Value> Str::getAttr(std::string_view name) {
  return bindMethod(strMethods(), *this, name);
}

std::vector<std::string> Str::attributeNames() const {
  return methodNames(strMethods());
}

Value Str::getItem(const Value &index) {
  if (auto *bounds = index.as<Slice>())
    return slice(*this, *bounds);
  if (!index.isInt() && !index.isBool() && !(index.isObject() && index.object()->index()))
    raise("TypeError", cat("string indices must be integers, not '", eval::typeName(index), "'"));
  int64_t position = sequenceIndex(index, *length(), "string", "string index");
  size_t begin = isAscii ? size_t(position) : offsetOfCodePoint(text, size_t(position));
  std::string_view rest = std::string_view(text).substr(begin);
  takeCodePoint(rest);
  return Value::string(text.substr(begin, text.size() - begin - rest.size()));
}

std::optional<bool> Str::contains(const Value &item) {
  const std::string *part = item.asString();
  if (!part)
    raise("TypeError",
          cat("'in <string>' requires string as left operand, not ", eval::typeName(item)));
  return text.find(*part) != std::string::npos;
}

std::optional<int64_t> Str::length() const {
  return int64_t(isAscii ? text.size() : countCodePoints(text));
}

std::unique_ptr<Iterator> Str::iterate() {
  return std::make_unique<StrIterator>(Ref<Str>(this));
}

std::optional<Value> Str::binary(BinaryOp op, const Value &other, bool reflected) {
  if (op == BinaryOp::Add && !reflected) {
    if (const std::string *right = other.asString())
      return Value::string(text + *right);
    return std::nullopt;
  }
  if (op == BinaryOp::Mul && (other.isInt() || other.isBool())) {
    Int count = std::max<Int>(other.asInt(), 0);
    checkRepeat(text.size(), count);
    std::string result;
    result.reserve(text.size() * size_t(count));
    for (Int i = 0; i < count; ++i)
      result += text;
    return Value::string(std::move(result));
  }
  if (op == BinaryOp::Mod && !reflected)
    return Value::string(formatPercent(text, other));
  return std::nullopt;
}

std::optional<Value> Str::compare(CompareOp op, const Value &other, bool reflected) {
  const std::string *right = other.asString();
  if (!right || reflected)
    return std::nullopt;
  // UTF-8 sorts by code point.
  return compareByOrder(op, text.compare(*right));
}

bool Str::equals(const Value &other) const {
  const std::string *right = other.asString();
  return right && *right == text;
}

size_t Str::hashOf(std::string_view text) {
  size_t hash = std::hash<std::string_view>()(text);
  return hash ? hash : 1;
}

size_t Str::hash() const {
  size_t hash = hash_.load(std::memory_order_relaxed);
  if (hash == 0) {
    hash = hashOf(text);
    hash_.store(hash, std::memory_order_relaxed);
  }
  return hash;
}

void checkRepeat(size_t size, Int count) {
  constexpr Int kMost = Int(1) << 32;
  if (Int(size) * std::min(count, kMost * 2) > kMost)
    raise("MemoryError", "the repeated sequence would be too large");
}

} // namespace nereid::eval
