// Python's bytes: numbers from 0 to 255 that never change. Errors are Python's.
#pragma once

#include "eval/object.h"

namespace nereid::eval {

class Bytes : public Object {
public:
  explicit Bytes(std::string data) : data(std::move(data)) {}
  const std::string data;
  std::string typeName() const override { return "bytes"; }
  std::string repr() const override; // b'a\x00'
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  Value getItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return static_cast<int64_t>(data.size()); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override;
};

// bytes(), bytes(3), bytes([1, 2]), bytes("text", "utf-8"), bytes(b"x")
Value makeBytes(const Arguments &call);
// text.encode(): UTF-8 or ASCII.
Value encodeText(std::string_view text, const Arguments &call);

} // namespace nereid::eval
