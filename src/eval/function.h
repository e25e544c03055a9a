// What is called and what is looked into: native functions and methods, modules, and types.
//
//   module->define("double", [](const Arguments &arguments) {
//     static const Signature signature("double", "number");
//     return binary(BinaryOp::Mul, *signature.match(arguments)[0], Value::integer(2));
//   });
#pragma once

#include <functional>

#include "eval/dict.h"
#include "eval/object.h"

namespace nereid::eval {

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

// A method of a type written in C++. `self` is an object of that type.
struct Method {
  std::string_view name;
  Value (*body)(Object &self, const Arguments &arguments);
};

// A type's methods; a constant array of the file that defines them.
using MethodTable = std::span<const Method>;

// `object.name` from the table, bound to the object; or nothing.
std::optional<Value> bindMethod(MethodTable table, Object &self, std::string_view name);
std::vector<std::string> methodNames(MethodTable table);

// A module, or any other named bag of values.
class Module : public Object {
public:
  explicit Module(std::string name) : name(std::move(name)) {}
  const std::string name;
  std::string typeName() const override { return "module"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const Value &value) override;
  bool deleteAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  void set(std::string_view name, Value value) { members.set(name, std::move(value)); }
  // Shorthand for a member written in C++.
  void define(std::string_view name, NativeFunction::Body body);
  Dict members;
};

// A Python class written in C++: int, str, list, dict, ... Calling it constructs. isinstance() asks
// `isInstance`.
class Type : public Object {
public:
  Type(std::string name, NativeFunction::Body construct,
       std::function<bool(const Value &)> isInstance)
      : name(std::move(name)), construct(std::move(construct)), isInstance(std::move(isInstance)) {}
  const std::string name;
  const NativeFunction::Body construct;
  const std::function<bool(const Value &)> isInstance;
  const Type *base = nullptr; // a Type that lives as long as this one
  MethodTable methods;        // Type.method(self, ...)
  Dict members;               // static methods and constants
  std::string typeName() const override { return "type"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override; // __name__
  std::vector<std::string> attributeNames() const override;
  Value call(const Arguments &arguments) override { return construct(arguments); }
  bool isCallable() const override { return true; }
  Value getItem(const Value &index) override;                                  // list[int]
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override; // int | None
  std::optional<bool> hasInstance(const Value &value) const override { return isInstance(value); }
  bool isSubclassOf(const Object &other) const override;
};

// Types that only annotations use: `list[int]` and `int | None`. A union works in isinstance().
class TypeExpression : public Object {
public:
  // origin[arguments]
  static Value generic(Value origin, const Value &index);
  // left | right, flattened
  static Value unionOf(const Value &left, const Value &right);
  // The answer of a class to `|`: nothing if the other side is no type.
  static std::optional<Value> tryUnion(const Value &self, const Value &other, bool reflected);
  std::string typeName() const override { return isUnion_ ? "UnionType" : "GenericAlias"; }
  std::string repr() const override;
  std::optional<Value> getAttr(std::string_view name) override;
  Value call(const Arguments &arguments) override;
  bool isCallable() const override { return !isUnion_; }
  Value getItem(const Value &index) override;
  std::optional<Value> binary(syntax::BinaryOp, const Value &, bool) override;
  std::optional<bool> hasInstance(const Value &value) const override;
  bool equals(const Value &other) const override;
  size_t hash() const override;

private:
  TypeExpression(bool isUnion, Value origin, std::vector<Value> arguments)
      : isUnion_(isUnion), origin_(std::move(origin)), arguments_(std::move(arguments)) {}
  const bool isUnion_;
  const Value origin_;
  const std::vector<Value> arguments_;
};

// An iterator as a Python object: what iter(), zip(), map(), ... return.
class IteratorObject : public Object {
public:
  IteratorObject(std::string type, std::unique_ptr<Iterator> iterator)
      : type_(std::move(type)), iterator_(std::move(iterator)) {}
  std::string typeName() const override { return type_; }
  std::unique_ptr<Iterator> iterate() override;
  bool isIterator() const override { return true; }
  std::optional<Value> next() override;

private:
  const std::string type_;
  std::unique_ptr<Iterator> iterator_; // null once exhausted
};

} // namespace nereid::eval
