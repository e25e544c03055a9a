// Value and Object: anything that Python code can hold.
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
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
      T::destroy(object_);
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
  virtual Value classOf() const;            // type(x); default: the type named typeName()
  virtual std::string repr() const;         // default: <typeName object>
  virtual std::string str() const { return repr(); }
  virtual std::string format(std::string_view spec) const; // default: str(), no spec allowed
  virtual bool truthy() const; // default: length() != 0 if it has one, else true

  // Attribute `name`, or nothing: the caller raises AttributeError.
  virtual std::optional<Value> getAttr(std::string_view name);
  virtual bool setAttr(std::string_view name, const Value &value); // false: cannot
  virtual bool deleteAttr(std::string_view name);                  // false: cannot
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

  // An iterator object (what iter() returns) answers to next(): nothing means "exhausted".
  virtual bool isIterator() const { return false; }
  virtual std::optional<Value> next();

  // One side of a binary operator; `reflected` when this object is the right operand. Nothing
  // means "cannot", and the other side is asked.
  virtual std::optional<Value> binary(syntax::BinaryOp op, const Value &other, bool reflected);
  // `this op= other`: the new value of the target (this object, changed). Nothing: use binary().
  virtual std::optional<Value> inPlace(syntax::BinaryOp op, const Value &other);
  virtual std::optional<Value> unary(syntax::UnaryOp op);
  // Equal ... GreaterEqual only, `op` as written between left and right. A tensor may answer with a
  // tensor.
  virtual std::optional<Value> compare(syntax::CompareOp op, const Value &other, bool reflected);
  virtual bool equals(const Value &other) const; // default: identity
  virtual size_t hash() const;                   // default: by address; unhashables raise

  // The exact int this object stands for where an int is needed (an index, a size); and the int or
  // float that int() and float() make of it.
  virtual std::optional<Int> index() const { return std::nullopt; }
  virtual std::optional<Value> number() const { return std::nullopt; }

  // As a class: is `value` an instance? Nothing: this is not a class.
  virtual std::optional<bool> hasInstance(const Value &value) const { return std::nullopt; }
  virtual bool isSubclassOf(const Object &other) const { return this == &other; }

  // `with x:`; default raises. exit() returns true to swallow the exception.
  virtual Value enter();
  virtual bool exit(const Value &exceptionOrNone);

  void addReference() { references_.fetch_add(1, std::memory_order_relaxed); }
  bool releaseReference() { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  // Deletes an object without deep recursion, however long the chain of objects it holds.
  static void destroy(Object *object);

private:
  std::atomic<uint32_t> references_{0};
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
