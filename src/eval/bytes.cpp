#include "eval/bytes.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "eval/sequence.h"
#include "eval/str_methods.h"

namespace nereid::eval {

using syntax::BinaryOp;
using syntax::CompareOp;

namespace {

constexpr char kDigits[] = "0123456789abcdef";

bool isAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

// "utf-8", "ascii", or what Python says of others. The errors argument is not looked at.
bool isUtf8(const Arguments &call) {
  static const Signature signature("encode", "encoding=, errors=");
  auto given = signature.match(call);
  std::string name = given[0] ? toText(*given[0], "encoding") : "utf-8";
  std::string plain;
  for (char c : name)
    if (c != '-' && c != '_')
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (plain != "utf8" && plain != "ascii")
    raise("LookupError", cat("unknown encoding: ", name));
  return plain == "utf8";
}

Value decode(const Bytes &self, const Arguments &call) {
  bool isText = isUtf8(call) || isAscii(self.data);
  std::string_view rest = self.data;
  while (isText && !rest.empty()) {
    unsigned char c = static_cast<unsigned char>(rest[0]);
    size_t size = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
    isText = size > 0 && size <= rest.size();
    for (size_t i = 1; isText && i < size; ++i)
      isText = (rest[i] & 0xC0) == 0x80;
    rest.remove_prefix(isText ? size : 0);
  }
  if (!isText)
    raise("UnicodeDecodeError", "these bytes are no text in this encoding");
  return Value::string(self.data);
}

Value hex(const Bytes &self, const Arguments &call) {
  expectPositional("hex", call, 0, 0);
  std::string text;
  for (char c : self.data) {
    auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return Value::string(std::move(text));
}

const std::string &dataOf(const Value &value) {
  auto *bytes = value.as<Bytes>();
  if (!bytes)
    raise("TypeError", cat("a bytes-like object is required, not '", typeName(value), "'"));
  return bytes->data;
}

Value startsWithBytes(const Bytes &self, const Arguments &call) {
  expectPositional("startswith", call, 1, 1);
  return Value::boolean(startsWith(self.data, dataOf(call.positional[0])));
}

Value endsWithBytes(const Bytes &self, const Arguments &call) {
  expectPositional("endswith", call, 1, 1);
  return Value::boolean(self.data.ends_with(dataOf(call.positional[0])));
}

Value find(const Bytes &self, const Arguments &call) {
  expectPositional("find", call, 1, 1);
  size_t at = self.data.find(dataOf(call.positional[0]));
  return Value::integer(at == std::string::npos ? Int(-1) : Int(at));
}

Value join(const Bytes &self, const Arguments &call) {
  expectPositional("join", call, 1, 1);
  std::vector<std::string> parts;
  for (const Value &item : items(call.positional[0]))
    parts.push_back(dataOf(item));
  return make<Bytes>(nereid::join(parts, self.data));
}

struct BytesMethod {
  std::string_view name;
  Value (*body)(const Bytes &, const Arguments &);
};
constexpr BytesMethod kMethods[] = {
    {"decode", decode},          {"hex", hex},   {"startswith", startsWithBytes},
    {"endswith", endsWithBytes}, {"find", find}, {"join", join},
};

char toByte(const Value &item) {
  int64_t number = toInt64(item, "an item");
  if (number < 0 || number > 255)
    raise("ValueError", "bytes must be in range(0, 256)");
  return static_cast<char>(number);
}

} // namespace

Value makeBytes(const Arguments &call) {
  expectPositional("bytes", call, 0, 3);
  if (call.positional.empty())
    return make<Bytes>("");
  const Value &source = call.positional[0];
  if (auto *bytes = source.as<Bytes>())
    return Value(Ref<Bytes>(bytes));
  if (const std::string *text = source.asString()) {
    if (call.positional.size() == 1)
      raise("TypeError", "string argument without an encoding");
    return encodeText(*text, {call.positional.subspan(1), {}});
  }
  std::string data;
  if (source.isInt() || source.isBool()) {
    if (source.asInt() < 0)
      raise("ValueError", "negative count");
    checkRepeat(1, source.asInt());
    data.resize(static_cast<size_t>(source.asInt()));
  } else {
    for (const Value &item : items(source))
      data += toByte(item);
  }
  return make<Bytes>(std::move(data));
}

Value encodeText(std::string_view text, const Arguments &call) {
  if (!isUtf8(call) && !isAscii(text))
    raise("UnicodeEncodeError", "'ascii' codec can't encode characters: ordinal not in range(128)");
  return make<Bytes>(std::string(text));
}

std::string Bytes::repr() const {
  bool hasSingle = data.find('\'') != std::string::npos;
  char quote = hasSingle && data.find('"') == std::string::npos ? '"' : '\'';
  std::string text = {'b', quote};
  for (char c : data) {
    auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\')
      text += {'\\', c};
    else if (c == '\n' || c == '\r' || c == '\t')
      text += {'\\', c == '\n' ? 'n' : c == '\r' ? 'r' : 't'};
    else if (byte < 0x20 || byte >= 0x7F)
      text += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    else
      text += c;
  }
  return text + quote;
}

std::optional<Value> Bytes::getAttr(std::string_view name) {
  for (const BytesMethod &method : kMethods)
    if (method.name == name)
      return Value(make<NativeFunction>(
          std::string(name), [self = Ref<Bytes>(this), body = method.body](const Arguments &call) {
            return body(*self, call);
          }));
  return std::nullopt;
}

std::vector<std::string> Bytes::attributeNames() const {
  std::vector<std::string> names;
  for (const BytesMethod &method : kMethods)
    names.emplace_back(method.name);
  return names;
}

Value Bytes::getItem(const Value &index) {
  auto *bounds = index.as<Slice>();
  if (!bounds) {
    int64_t at = sequenceIndex(index, *length(), "byte", "index");
    return Value::integer(static_cast<unsigned char>(data[static_cast<size_t>(at)]));
  }
  Slice::Indices at = bounds->indices(*length());
  std::string part;
  for (int64_t i = 0; i < at.count; ++i)
    part += data[static_cast<size_t>(at.start + i * at.step)];
  return make<Bytes>(std::move(part));
}

std::optional<bool> Bytes::contains(const Value &item) {
  if (item.isInt() || item.isBool())
    return data.find(toByte(item)) != std::string::npos;
  return data.find(dataOf(item)) != std::string::npos;
}

std::unique_ptr<Iterator> Bytes::iterate() {
  struct Items : Iterator {
    explicit Items(Ref<Bytes> bytes) : bytes(std::move(bytes)) {}
    std::optional<Value> next() override {
      if (at == bytes->data.size())
        return std::nullopt;
      return Value::integer(static_cast<unsigned char>(bytes->data[at++]));
    }
    Ref<Bytes> bytes;
    size_t at = 0;
  };
  return std::make_unique<Items>(Ref<Bytes>(this));
}

std::optional<Value> Bytes::binary(BinaryOp op, const Value &other, bool reflected) {
  if (op == BinaryOp::Add && !reflected && other.as<Bytes>())
    return Value(make<Bytes>(data + dataOf(other)));
  if (op == BinaryOp::Mul && (other.isInt() || other.isBool())) {
    Int count = std::max<Int>(other.asInt(), 0);
    checkRepeat(data.size(), count);
    std::string repeated;
    for (Int i = 0; i < count; ++i)
      repeated += data;
    return Value(make<Bytes>(std::move(repeated)));
  }
  return std::nullopt;
}

std::optional<Value> Bytes::compare(CompareOp op, const Value &other, bool reflected) {
  auto *right = other.as<Bytes>();
  if (!right || reflected)
    return std::nullopt;
  return compareByOrder(op, data.compare(right->data));
}

bool Bytes::equals(const Value &other) const {
  auto *right = other.as<Bytes>();
  return right && right->data == data;
}

size_t Bytes::hash() const {
  return std::hash<std::string_view>()(data);
}

} // namespace nereid::eval
