// Python's sequences: str, tuple, list, range, and the slice that indexes them.
//
// Texts are UTF-8; lengths and indices count code points, as in Python. Lists are mutable and
// shared; the others never change. Errors: IndexError, TypeError, ValueError with Python's words.
#pragma once

#include "eval/object.h"

namespace nereid::eval {

class Str : public Object {
public:
  explicit Str(std::string text);
  const std::string text; // UTF-8
  const bool isAscii;     // then code points are bytes
  std::string typeName() const override { return "str"; }
  std::string repr() const override;
  std::string str() const override { return text; }
  std::string format(std::string_view spec) const override;
  std::optional<Value> getAttr(std::string_view name) override; // methods
  std::vector<std::string> attributeNames() const override;
  Value getItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override; // in code points
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override;

  static size_t hashOf(std::string_view text); // what hash() of a Str with this text is

private:
  mutable std::atomic<size_t> hash_{0}; // 0: not computed yet
};

class Tuple : public Object {
public:
  explicit Tuple(std::vector<Value> items) : items(std::move(items)) {}
  const std::vector<Value> items;
  // For named tuples: the class's name, its fields, and the class itself; else empty.
  std::string className;
  std::vector<std::string> fields;
  Value namedClass;
  std::string typeName() const override { return className.empty() ? "tuple" : className; }
  Value classOf() const override;
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  Value getItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return items.size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override;
};

class List : public Object {
public:
  explicit List(std::vector<Value> items) : items(std::move(items)) {}
  std::vector<Value> items;
  std::string typeName() const override { return "list"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  Value getItem(const Value &index) override;
  void setItem(const Value &index, const Value &value) override;
  void deleteItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return items.size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> inPlace(syntax::BinaryOp, const Value &) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override; // raises: unhashable
};

class Slice : public Object {
public:
  Slice(Value lower, Value upper, Value step)
      : lower(std::move(lower)), upper(std::move(upper)), step(std::move(step)) {}
  const Value lower, upper, step;
  // The bounds for a sequence of `length`, as Python's slice.indices gives them.
  struct Indices {
    int64_t start, step, count, stop;
  };
  Indices indices(int64_t length) const;
  std::string typeName() const override { return "slice"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  bool equals(const Value &other) const override;
  size_t hash() const override; // raises: unhashable
};

class Range : public Object {
public:
  Range(int64_t start, int64_t stop, int64_t step) : start(start), stop(stop), step(step) {}
  const int64_t start, stop, step;
  std::string typeName() const override { return "range"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  Value getItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override;
  std::unique_ptr<Iterator> iterate() override;
  bool equals(const Value &other) const override;
  size_t hash() const override;

  int64_t count() const;
  int64_t at(int64_t position) const { return int64_t(Int(start) + Int(position) * step); }
};

// An index into a sequence of `length` items, negative ones counted from the end; raises IndexError
// "`subject` out of range", or TypeError "`kind` indices must be ..." if it is no int.
int64_t sequenceIndex(const Value &index, int64_t length, std::string_view kind,
                      std::string_view subject);

// Lexicographic comparison of two sequences, as tuples and lists have it.
bool compareSequences(syntax::CompareOp op, std::span<const Value> a, std::span<const Value> b);
bool equalSequences(std::span<const Value> a, std::span<const Value> b);

// The text between the brackets of a list's or tuple's repr: "1, 'a', [...]".
std::string reprItems(std::span<const Value> items);

} // namespace nereid::eval
