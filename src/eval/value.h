// Value: anything that Python code can hold, for constexprs in kernels and for the scripts around
// them.
//
// Numbers, bools and None live in the Value itself; everything else is an Object, shared by
// reference count (so `a = b` on lists aliases, as in Python). An Object is Python's data model as
// virtual functions: what it does not override, it cannot do, and asking for it raises the
// TypeError or AttributeError that Python would raise. Operations that may fail raise
// eval::Raised (error.h). Integers are exact in 128 bits; beyond that an OverflowError says so.
// Reference counts are atomic: values may be read from several threads, mutated from one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/source.h"
#include "syntax/tree.h"

namespace nereid::eval {

using Int = __int128;

class Value;
class Object;
struct Arguments;

// A shared pointer whose count sits in the object.
template <typename T> class Ref {
public:
  Ref() = default;
  Ref(T *object) : object_(object) { retain(); }
  Ref(const Ref &other) : object_(other.object_) { retain(); }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U> Ref(const Ref<U> &other) : object_(other.get()) { retain(); }
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ && object_->releaseReference())
      delete object_;
  }
  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

private:
  void retain() {
    if (object_)
      object_->addReference();
  }
  T *object_ = nullptr;
};

template <typename T, typename... Args> Ref<T> make(Args &&...args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

// Produces the items of an iterable, one after another.
class Iterator {
public:
  virtual ~Iterator() = default;
  virtual std::optional<Value> next() = 0;
};

class Value {
public:
  enum class Kind : uint8_t { None, Ellipsis, NotImplemented, Bool, Int, Float, Object };

  Value() = default; // None
  static Value none() { return {}; }
  static Value ellipsis() { return Value(Kind::Ellipsis); }
  static Value notImplemented() { return Value(Kind::NotImplemented); }
  static Value boolean(bool b);
  static Value integer(Int i);
  static Value real(double d);
  static Value string(std::string text);
  static Value tuple(std::vector<Value> items);
  static Value list(std::vector<Value> items);
  Value(Ref<Object> object);
  template <typename T> Value(Ref<T> object) : Value(Ref<Object>(object)) {}

  Kind kind() const { return kind_; }
  bool isNone() const { return kind_ == Kind::None; }
  bool isBool() const { return kind_ == Kind::Bool; }
  bool isInt() const { return kind_ == Kind::Int; } // a bool is not
  bool isFloat() const { return kind_ == Kind::Float; }
  bool isNumber() const { return isBool() || isInt() || isFloat(); }
  bool isObject() const { return kind_ == Kind::Object; }

  bool asBool() const { return boolean_; }
  Int asInt() const { return kind_ == Kind::Bool ? Int(boolean_) : integer_; } // Bool or Int
  double asFloat() const;                                                      // Bool, Int or Float
  Object *object() const { return object_.get(); } // null unless isObject()

  // The object as a T, or null if this is something else.
  template <typename T> T *as() const { return dynamic_cast<T *>(object()); }
  // The text of a str, or null.
  const std::string *asString() const;

private:
  explicit Value(Kind kind) : kind_(kind) {}
  Kind kind_ = Kind::None;
  union {
    bool boolean_;
    Int integer_ = 0;
    double float_;
  };
  Ref<Object> object_;
};

struct Keyword {
  std::string_view name;
  Value value;
};

// The arguments of one call. Spans of the caller's storage: valid during the call only.
struct Arguments {
  std::span<const Value> positional;
  std::span<const Keyword> keywords;
};

class Object {
public:
  virtual ~Object() = default;

  virtual std::string typeName() const = 0; // "list", "Tensor": type(x).__name__
  virtual std::string repr() const;         // default: <typeName object>
  virtual std::string str() const { return repr(); }
  virtual bool truthy() const; // default: length() != 0 if it has one, else true

  // Attribute `name`, or nothing: the caller raises AttributeError.
  virtual std::optional<Value> getAttr(std::string_view name);
  virtual bool setAttr(std::string_view name, const Value &value); // false: cannot
  // The names that getAttr answers to, for "did you mean".
  virtual std::vector<std::string> attributeNames() const { return {}; }

  virtual Value call(const Arguments &arguments); // default raises "not callable"
  virtual bool isCallable() const { return false; }

  virtual Value getItem(const Value &index);
  virtual void setItem(const Value &index, const Value &value);
  virtual void deleteItem(const Value &index);
  virtual std::optional<bool> contains(const Value &item); // nothing: the caller iterates
  virtual std::optional<int64_t> length() const { return std::nullopt; }
  virtual std::unique_ptr<Iterator> iterate(); // default raises "not iterable"

  // One side of a binary operator; `reflected` when this object is the right operand. Nothing
  // means "cannot", and the other side is asked.
  virtual std::optional<Value> binary(syntax::BinaryOp op, const Value &other, bool reflected);
  virtual std::optional<Value> unary(syntax::UnaryOp op);
  // Equal ... GreaterEqual only. A tensor may answer with a tensor.
  virtual std::optional<Value> compare(syntax::CompareOp op, const Value &other, bool reflected);
  virtual bool equals(const Value &other) const; // default: identity
  virtual size_t hash() const;                   // default: by address; unhashables raise

  // `with x:`; default raises. exit() returns true to swallow the exception.
  virtual Value enter();
  virtual bool exit(const Value &exceptionOrNone);

  void addReference() { references_.fetch_add(1, std::memory_order_relaxed); }
  bool releaseReference() { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

private:
  std::atomic<uint32_t> references_{0};
};

// -- Python's own types ---------------------------------------------------------------------------

class Str : public Object {
public:
  explicit Str(std::string text) : text(std::move(text)) {}
  const std::string text; // UTF-8
  std::string typeName() const override { return "str"; }
  std::string repr() const override;
  std::string str() const override { return text; }
  std::optional<Value> getAttr(std::string_view name) override; // methods
  Value getItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override; // in code points
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override;
};

class Tuple : public Object {
public:
  explicit Tuple(std::vector<Value> items) : items(std::move(items)) {}
  const std::vector<Value> items;
  // For named tuples: the class's name and its fields; else empty.
  std::string className;
  std::vector<std::string> fields;
  std::string typeName() const override { return className.empty() ? "tuple" : className; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
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
  Value getItem(const Value &index) override;
  void setItem(const Value &index, const Value &value) override;
  void deleteItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return items.size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<Value> compare(syntax::CompareOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override; // raises: unhashable
};

// dict: keeps insertion order. Keys by equality and hash, as in Python (1 == 1.0 == True).
class Dict : public Object {
public:
  Dict();
  ~Dict() override;
  const Value *find(const Value &key) const;
  const Value *find(std::string_view key) const;
  void set(const Value &key, Value value);
  void set(std::string_view key, Value value);
  bool erase(const Value &key);
  size_t size() const;
  std::vector<std::pair<Value, Value>> entries() const; // in insertion order

  std::string typeName() const override { return "dict"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  Value getItem(const Value &index) override; // KeyError
  void setItem(const Value &index, const Value &value) override;
  void deleteItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override { return size(); }
  std::unique_ptr<Iterator> iterate() override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  bool equals(const Value &other) const override;
  size_t hash() const override; // raises

private:
  struct Table;
  std::unique_ptr<Table> table_;
};

class Slice : public Object {
public:
  Slice(Value lower, Value upper, Value step)
      : lower(std::move(lower)), upper(std::move(upper)), step(std::move(step)) {}
  const Value lower, upper, step;
  // The bounds for a sequence of `length`, as Python's slice.indices gives them.
  struct Indices {
    int64_t start, step, count;
  };
  Indices indices(int64_t length) const;
  std::string typeName() const override { return "slice"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  bool equals(const Value &other) const override;
};

class Range : public Object {
public:
  Range(int64_t start, int64_t stop, int64_t step) : start(start), stop(stop), step(step) {}
  const int64_t start, stop, step;
  std::string typeName() const override { return "range"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  Value getItem(const Value &index) override;
  std::optional<bool> contains(const Value &item) override;
  std::optional<int64_t> length() const override;
  std::unique_ptr<Iterator> iterate() override;
  bool equals(const Value &other) const override;
  size_t hash() const override;
};

// A function written in C++.
class NativeFunction : public Object {
public:
  using Body = std::function<Value(const Arguments &)>;
  NativeFunction(std::string name, Body body) : name(std::move(name)), body(std::move(body)) {}
  const std::string name;
  const Body body;
  std::string typeName() const override { return "builtin_function_or_method"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override; // __name__
  Value call(const Arguments &arguments) override { return body(arguments); }
  bool isCallable() const override { return true; }
};

// A module, or any other named bag of values.
class Module : public Object {
public:
  explicit Module(std::string name) : name(std::move(name)) {}
  const std::string name;
  std::string typeName() const override { return "module"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const Value &value) override;
  std::vector<std::string> attributeNames() const override;
  void set(std::string_view name, Value value) { members.set(name, std::move(value)); }
  // Shorthand for a member written in C++.
  void define(std::string_view name, NativeFunction::Body body);
  Dict members;
};

// A Python class: int, str, list, dict, ..., exception types, and script classes. Calling it
// constructs. isinstance() asks `isInstance`.
class Type : public Object {
public:
  Type(std::string name, NativeFunction::Body construct,
       std::function<bool(const Value &)> isInstance)
      : name(std::move(name)), construct(std::move(construct)), isInstance(std::move(isInstance)) {}
  const std::string name;
  const NativeFunction::Body construct;
  const std::function<bool(const Value &)> isInstance;
  std::string typeName() const override { return "type"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override; // __name__
  Value call(const Arguments &arguments) override { return construct(arguments); }
  bool isCallable() const override { return true; }
};

// Names and their values: a module's globals, or the variables of an enclosing function. Kernels
// see the world outside them through this.
class Scope {
public:
  virtual ~Scope() = default;
  virtual std::optional<Value> lookup(std::string_view name) const = 0;
  virtual std::vector<std::string> names() const = 0; // for "did you mean"
};

} // namespace nereid::eval
