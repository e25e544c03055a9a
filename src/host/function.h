// FunctionObject: a function or lambda that a script defined, and what binds functions to objects.
//
// Native code that is handed a function (a decorator, a callback) may call it as any Value, or read
// what it is made of: the definition's syntax, and the names it sees.
//
//   if (auto *function = value.as<FunctionObject>(); function && function->definition())
//     compile(*function->definition(), function->globals());
#pragma once

#include <memory>

#include "eval/value.h"
#include "host/frame.h"

namespace nereid::host {

// The names a function sees, innermost first: captured variables of enclosing functions, then its
// module's globals. (Not builtins.)
class FunctionScope : public eval::Scope {
public:
  explicit FunctionScope(const FunctionObject &function) : function_(function) {}
  std::optional<eval::Value> lookup(std::string_view name) const override;
  std::vector<std::string> names() const override;

private:
  const FunctionObject &function_;
};

class FunctionObject : public eval::Object {
public:
  // `frame` is the one that defines it; `node` a FunctionDef, LambdaExpr or generator.
  FunctionObject(Frame &frame, const syntax::Node *node,
                 std::span<const syntax::Parameter> parameters,
                 std::vector<std::optional<eval::Value>> defaults);

  const syntax::FunctionDef *definition() const { return syntax::as<syntax::FunctionDef>(node_); }
  const syntax::LambdaExpr *lambda() const { return syntax::as<syntax::LambdaExpr>(node_); }
  std::span<const syntax::Parameter> parameters() const { return parameters_; }
  const std::vector<std::optional<eval::Value>> &defaults() const { return defaults_; }
  const eval::Scope &globals() const { return scope_; }
  const SourceMap &sources() const { return *module_->sources; }
  const std::shared_ptr<ScriptModule> &module() const { return module_; }
  const FrameLayout &layout() const { return layout_; }
  const std::vector<eval::Ref<Cell>> &captured() const { return captured_; }
  const eval::Ref<Cell> &classCell() const { return classCell_; }

  // Puts the arguments of a call into the frame's slots; raises the TypeErrors Python raises.
  void bindArguments(const eval::Arguments &arguments, std::vector<eval::Value> &slots) const;
  // A frame that is about to run the body: its arguments, what it captured, where it is.
  void openFrame(Frame &frame, const eval::Arguments &arguments);

  std::string typeName() const override { return "function"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  std::vector<std::string> attributeNames() const override;
  eval::Value call(const eval::Arguments &arguments) override;
  bool isCallable() const override { return true; }

private:
  const std::shared_ptr<ScriptModule> module_;
  const syntax::Node *const node_;
  const std::span<const syntax::Parameter> parameters_;
  std::vector<std::optional<eval::Value>> defaults_; // one per parameter
  const FrameLayout &layout_;
  std::vector<eval::Ref<Cell>> captured_; // in the order of layout().captures
  const eval::Ref<Cell> classCell_;
  const FunctionScope scope_;
  bool plain_ = true; // every parameter is given by position, without defaults
  eval::Dict attributes_;
};

// A function found in a class, called with the object in front of the arguments.
class BoundFunction : public eval::Object {
public:
  BoundFunction(eval::Value function, eval::Value self)
      : function(std::move(function)), self(std::move(self)) {}
  const eval::Value function, self;
  std::string typeName() const override { return "method"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  eval::Value call(const eval::Arguments &arguments) override;
  bool isCallable() const override { return true; }
  bool equals(const eval::Value &other) const override;
  size_t hash() const override;
};

// What a class body may hold besides plain values, deciding what `object.name` gives.
class Descriptor : public eval::Object {
public:
  enum class Kind { Static, Class, Property, Native };
  // Native: a C++ function that takes the object first, as a def in the body would.
  Descriptor(Kind kind, eval::Value get) : kind(kind), get(std::move(get)) {}
  const Kind kind;
  eval::Value get;
  eval::Value set, erase; // of a property; None where it has none
  std::string typeName() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override; // setter, __func__, fget
  eval::Value call(const eval::Arguments &arguments) override;
  bool isCallable() const override { return kind != Kind::Property; }
};

// A method of a class written in C++: `body` receives the object as first argument.
eval::Value nativeMethod(std::string name, eval::NativeFunction::Body body);

// `value`, found in the class `owner`, as an attribute of `self` (None: of the class itself).
eval::Value bindAttribute(const eval::Value &value, const eval::Value &self,
                          const eval::Value &owner);

} // namespace nereid::host
