#include "host/function.h"

#include "base/text.h"
#include "eval/operators.h"
#include "host/class.h"
#include "host/interpreter.h"
#include "host/match_arguments.h"

namespace nereid::host {

using eval::Arguments;
using eval::Keyword;
using eval::raise;
using eval::Ref;
using eval::Value;
using syntax::Parameter;

std::optional<Value> FunctionScope::lookup(std::string_view name) const {
  const FrameLayout &layout = function_.layout();
  for (size_t i = 0; i < layout.captures.size(); ++i)
    if (layout.slotNames[layout.captures[i].slot] == name) {
      const Value &value = function_.captured()[i]->value;
      return isUnbound(value) ? std::nullopt : std::optional<Value>(value);
    }
  return function_.module()->scope.lookup(name);
}

std::vector<std::string> FunctionScope::names() const {
  std::vector<std::string> all = function_.module()->scope.names();
  for (const FrameLayout::Capture &capture : function_.layout().captures)
    all.emplace_back(function_.layout().slotNames[capture.slot]);
  return all;
}

namespace {

std::shared_ptr<ScriptModule> sharedModule(Frame &frame) {
  return frame.module.shared_from_this();
}

bool isPlain(std::span<const Parameter> parameters) {
  for (const Parameter &parameter : parameters)
    if (parameter.kind != Parameter::Kind::Normal &&
        parameter.kind != Parameter::Kind::PositionalOnly)
      return false;
  return true;
}

} // namespace

FunctionObject::FunctionObject(Frame &frame, const syntax::Node *node,
                               std::span<const Parameter> parameters,
                               std::vector<std::optional<Value>> defaults)
    : module_(sharedModule(frame)), node_(node), parameters_(parameters),
      defaults_(std::move(defaults)), layout_(frame.module.names.frame(node)),
      classCell_(frame.classCell), scope_(*this), plain_(isPlain(parameters)) {
  for (const FrameLayout::Capture &capture : layout_.captures)
    captured_.push_back(Ref<Cell>(&frame.cell(capture.outer)));
}

void FunctionObject::bindArguments(const Arguments &arguments, std::vector<Value> &slots) const {
  auto put = [&](size_t parameter, const Value &value) {
    Value &slot = slots[layout_.parameterSlots[parameter]];
    if (slot.isObject() && slot.object() != unbound().object())
      static_cast<Cell &>(*slot.object()).value = value;
    else
      slot = value;
  };
  if (plain_ && arguments.keywords.empty() && arguments.positional.size() == parameters_.size()) {
    for (size_t i = 0; i < parameters_.size(); ++i)
      put(i, arguments.positional[i]);
    return;
  }
  BoundArguments bound = matchArguments(layout_.qualifiedName, parameters_, defaults_, arguments);
  for (size_t i = 0; i < parameters_.size(); ++i)
    put(i, bound[i]);
}

void FunctionObject::openFrame(Frame &frame, const Arguments &arguments) {
  bindArguments(arguments, frame.slots);
  for (size_t i = 0; i < layout_.captures.size(); ++i)
    frame.slots[layout_.captures[i].slot] = captured_[i];
  frame.function = this;
  frame.classCell = classCell_;
}

std::string FunctionObject::repr() const {
  return cat("<function ", layout_.qualifiedName, " at 0x",
             eval::format(Value::integer(eval::Int(reinterpret_cast<uintptr_t>(this))), "012x"),
             ">");
}

namespace {

Value docstringOf(const syntax::FunctionDef *definition) {
  if (definition && !definition->body.empty())
    if (auto *first = syntax::as<syntax::ExprStmt>(definition->body[0]))
      if (auto *text = syntax::as<syntax::StringExpr>(first->value); text && !text->isBytes)
        return Value::string(std::string(text->value));
  return Value::none();
}

// Annotations as the text they were written in, as under `from __future__ import annotations`.
Value annotationsOf(const FunctionObject &function) {
  auto annotations = eval::make<eval::Dict>();
  const SourceMap &sources = function.sources();
  for (const Parameter &parameter : function.parameters())
    if (parameter.annotation)
      annotations->set(parameter.name,
                       Value::string(std::string(sources.text(parameter.annotation->span))));
  if (auto *definition = function.definition(); definition && definition->returns)
    annotations->set("return", Value::string(std::string(sources.text(definition->returns->span))));
  return annotations;
}

Value defaultsOf(const FunctionObject &function) {
  std::vector<Value> values;
  for (size_t i = 0; i < function.defaults().size(); ++i)
    if (function.defaults()[i] && function.parameters()[i].kind != Parameter::Kind::KeywordOnly)
      values.push_back(*function.defaults()[i]);
  return values.empty() ? Value::none() : Value::tuple(std::move(values));
}

} // namespace

std::optional<Value> FunctionObject::getAttr(std::string_view name) {
  if (const Value *value = attributes_.find(name))
    return *value;
  if (name == "__name__")
    return Value::string(layout_.name);
  if (name == "__qualname__")
    return Value::string(layout_.qualifiedName);
  if (name == "__module__")
    return module_->globals().find("__name__") ? *module_->globals().find("__name__")
                                               : Value::none();
  if (name == "__doc__")
    return docstringOf(definition());
  if (name == "__annotations__")
    return annotationsOf(*this);
  if (name == "__defaults__")
    return defaultsOf(*this);
  if (name == "__globals__")
    return Value(Ref<eval::Object>(module_->object));
  if (name == "__dict__")
    return Value(Ref<eval::Dict>(eval::make<eval::Dict>()));
  return std::nullopt;
}

bool FunctionObject::setAttr(std::string_view name, const Value &value) {
  attributes_.set(name, value);
  return true;
}

std::vector<std::string> FunctionObject::attributeNames() const {
  std::vector<std::string> names = {"__name__", "__qualname__", "__module__", "__doc__"};
  for (const auto &[name, value] : attributes_.entries())
    names.push_back(*name.asString());
  return names;
}

Value FunctionObject::call(const Arguments &arguments) {
  if (!module_->interpreter)
    raise("RuntimeError", cat("the script that defined `", layout_.qualifiedName, "` has ended"));
  return module_->interpreter->callFunction(*this, arguments);
}

// -- Methods --------------------------------------------------------------------------------------

std::string BoundFunction::repr() const {
  std::optional<Value> name = eval::findAttr(function, "__qualname__");
  return cat("<bound method ", name ? eval::str(*name) : "?", " of ", eval::repr(self), ">");
}

std::optional<Value> BoundFunction::getAttr(std::string_view name) {
  if (name == "__self__")
    return self;
  if (name == "__func__")
    return function;
  return eval::findAttr(function, name);
}

Value BoundFunction::call(const Arguments &arguments) {
  std::vector<Value> positional;
  positional.reserve(arguments.positional.size() + 1);
  positional.push_back(self);
  positional.insert(positional.end(), arguments.positional.begin(), arguments.positional.end());
  return eval::call(function, Arguments{positional, arguments.keywords});
}

bool BoundFunction::equals(const Value &other) const {
  auto *method = other.as<BoundFunction>();
  return method && eval::identical(method->self, self) &&
         eval::identical(method->function, function);
}

size_t BoundFunction::hash() const {
  return reinterpret_cast<uintptr_t>(function.object()) >> 4 ^
         reinterpret_cast<uintptr_t>(self.object());
}

// -- Descriptors ----------------------------------------------------------------------------------

std::string Descriptor::typeName() const {
  switch (kind) {
  case Kind::Static:
    return "staticmethod";
  case Kind::Class:
    return "classmethod";
  case Kind::Property:
    return "property";
  case Kind::Native:
    return "method_descriptor";
  }
  return "descriptor";
}

std::optional<Value> Descriptor::getAttr(std::string_view name) {
  if (kind == Kind::Property && (name == "setter" || name == "deleter" || name == "getter")) {
    Ref<Descriptor> self(this);
    std::string which(name);
    return Value(eval::make<eval::NativeFunction>(which, [self, which](const Arguments &call) {
      auto copy = eval::make<Descriptor>(Kind::Property, self->get);
      copy->set = self->set;
      copy->erase = self->erase;
      (which == "setter"    ? copy->set
       : which == "deleter" ? copy->erase
                            : copy->get) =
          call.positional.empty() ? Value::none() : call.positional[0];
      return Value(copy);
    }));
  }
  if (name == "__func__" || name == "fget" || name == "__wrapped__")
    return get;
  if (name == "fset")
    return set;
  return kind == Kind::Property ? std::nullopt : eval::findAttr(get, name);
}

Value Descriptor::call(const Arguments &arguments) {
  if (kind == Kind::Property)
    raise("TypeError", "'property' object is not callable");
  return eval::call(get, arguments);
}

Value nativeMethod(std::string name, eval::NativeFunction::Body body) {
  return eval::make<Descriptor>(Descriptor::Kind::Native,
                                eval::make<eval::NativeFunction>(std::move(name), std::move(body)));
}

Value bindAttribute(const Value &value, const Value &self, const Value &owner) {
  if (auto *descriptor = value.as<Descriptor>()) {
    switch (descriptor->kind) {
    case Descriptor::Kind::Static:
      return descriptor->get;
    case Descriptor::Kind::Class:
      return eval::make<BoundFunction>(descriptor->get, owner);
    case Descriptor::Kind::Property:
      if (self.isNone())
        return value;
      if (descriptor->get.isNone())
        raise("AttributeError", "unreadable attribute");
      return eval::call(descriptor->get, {self});
    case Descriptor::Kind::Native:
      return self.isNone() ? descriptor->get
                           : Value(eval::make<BoundFunction>(descriptor->get, self));
    }
  }
  if (!self.isNone() && value.as<FunctionObject>())
    return eval::make<BoundFunction>(value, self);
  // A native class may define how its objects behave as members (functools.cached_property).
  if (!self.isNone() && value.isObject())
    if (std::optional<Value> get = value.object()->getAttr("__get__"))
      return eval::call(*get, {self, owner});
  return value;
}

} // namespace nereid::host
