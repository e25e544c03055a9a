// Classes that scripts define, and their instances.
//
// A class has a name, bases, members and a method resolution order (Python's C3). Native modules
// may make classes too, for scripts to derive from:
//
//   auto module = makeClass("Module", {}, "torch.nn");
//   module->define("forward", [](const Arguments &arguments) { ... arguments.positional[0] ... });
//
// A class that derives from an exception class is an ExceptionClass, since `except` and `raise`
// deal in exceptions; both hold a ClassBody.
#pragma once

#include <functional>

#include "eval/error.h"
#include "eval/value.h"
#include "host/function.h"

namespace nereid::host {

class Class;

// What every class has, whatever its instances are.
struct ClassBody {
  std::string name;
  std::string qualifiedName; // "Outer.Inner"
  std::string module = "__main__";
  std::vector<eval::Value> bases;
  std::vector<const ClassBody *> order; // this, then the bases as methods are looked up
  eval::Dict members;
  std::vector<eval::Value> keepAlive; // the objects of `order`
  eval::Object *object = nullptr;     // the class itself

  // Called when a class derived from this one has been made; may return another value to take the
  // class's place. For typing.NamedTuple, enum.Enum.
  std::function<eval::Value(const eval::Ref<Class> &derived)> onDerive;

  // The member as it was put in, from this class or a base; null if there is none.
  const eval::Value *find(std::string_view name) const;
  bool derivesFrom(const ClassBody *other) const;
  std::optional<eval::Value> classAttr(std::string_view name) const; // Class.name
  std::vector<std::string> names() const;
};

// The body of a class value, or null if it is none that a script could have defined.
ClassBody *classBodyOf(const eval::Value &value);

class Class : public eval::Object {
public:
  ClassBody body;
  // Makes the instance; by default an Instance on which __init__ is called.
  std::function<eval::Value(Class &, const eval::Arguments &)> construct;

  void define(std::string_view name, eval::NativeFunction::Body method);

  std::string typeName() const override { return "type"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  bool deleteAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  eval::Value call(const eval::Arguments &arguments) override;
  bool isCallable() const override { return true; }
  eval::Value getItem(const eval::Value &index) override; // Class[T]
  std::unique_ptr<eval::Iterator> iterate() override;     // an Enum's members
  std::optional<int64_t> length() const override;
  bool truthy() const override { return true; }
  std::optional<bool> contains(const eval::Value &item) override;
  std::optional<eval::Value> binary(syntax::BinaryOp, const eval::Value &, bool) override;
  std::optional<bool> hasInstance(const eval::Value &value) const override;
  bool isSubclassOf(const eval::Object &other) const override;

  eval::Ref<eval::List> enumMembers; // of an Enum, in order; else null
};

// An exception class of a script.
class ExceptionClass : public eval::ExceptionType {
public:
  ExceptionClass(std::string name, const eval::ExceptionType *base)
      : ExceptionType(std::move(name), base) {}
  ClassBody body;
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  eval::Value call(const eval::Arguments &arguments) override;
};

// An exception whose class a script defined.
class ScriptException : public eval::Exception {
public:
  using Exception::Exception;
  const ClassBody &body() const { return static_cast<ExceptionClass &>(*type).body; }
  std::string str() const override;
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
};

// An object of a Class. Special methods (__add__, __getitem__, ...) answer for the operators.
class Instance : public eval::Object {
public:
  explicit Instance(eval::Ref<Class> type) : type(std::move(type)) {}
  const eval::Ref<Class> type;
  eval::Dict attributes;

  // Calls the special method, or nothing if the class has none.
  std::optional<eval::Value> special(std::string_view name,
                                     std::initializer_list<eval::Value> arguments) const;
  bool has(std::string_view name) const { return type->body.find(name); }

  std::string typeName() const override { return type->body.name; }
  eval::Value classOf() const override { return type; }
  std::string repr() const override;
  std::string str() const override;
  std::string format(std::string_view spec) const override;
  bool truthy() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  bool deleteAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
  eval::Value call(const eval::Arguments &arguments) override;
  bool isCallable() const override { return has("__call__"); }
  eval::Value getItem(const eval::Value &index) override;
  void setItem(const eval::Value &index, const eval::Value &value) override;
  void deleteItem(const eval::Value &index) override;
  std::optional<bool> contains(const eval::Value &item) override;
  std::optional<int64_t> length() const override;
  std::unique_ptr<eval::Iterator> iterate() override;
  bool isIterator() const override { return has("__next__"); }
  std::optional<eval::Value> next() override;
  std::optional<eval::Value> binary(syntax::BinaryOp, const eval::Value &, bool) override;
  std::optional<eval::Value> inPlace(syntax::BinaryOp, const eval::Value &) override;
  std::optional<eval::Value> unary(syntax::UnaryOp op) override;
  std::optional<eval::Value> compare(syntax::CompareOp, const eval::Value &, bool) override;
  bool equals(const eval::Value &other) const override;
  size_t hash() const override;
  std::optional<eval::Int> index() const override;
  std::optional<eval::Value> number() const override;
  eval::Value enter() override;
  bool exit(const eval::Value &exceptionOrNone) override;
};

// A new class; raises TypeError if it cannot derive from these bases.
eval::Ref<Class> makeClass(std::string name, std::vector<eval::Value> bases, std::string module);
// What a `class` statement makes: a Class or ExceptionClass with these members, or what a base's
// onDerive made of it. Members __module__ and __qualname__ say where it was defined.
eval::Value buildClass(std::string name, std::vector<eval::Value> bases, eval::Dict &members);

} // namespace nereid::host
