// Attributes of instances; their operators are in instance_operators.cpp.
#include "base/text.h"
#include "eval/operators.h"
#include "host/class.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;

namespace {

Value selfOf(const Instance &instance) {
  return Value(Ref<eval::Object>(const_cast<Instance *>(&instance)));
}

const Descriptor *propertyOf(const ClassBody &body, std::string_view name) {
  const Value *member = body.find(name);
  auto *descriptor = member ? member->as<Descriptor>() : nullptr;
  return descriptor && descriptor->kind == Descriptor::Kind::Property ? descriptor : nullptr;
}

} // namespace

std::optional<Value> Instance::special(std::string_view name,
                                       std::initializer_list<Value> arguments) const {
  const Value *method = type->body.find(name);
  if (!method || method->isNone())
    return std::nullopt;
  return eval::call(bindAttribute(*method, selfOf(*this), type),
                    Arguments{{arguments.begin(), arguments.size()}, {}});
}

std::optional<Value> Instance::getAttr(std::string_view name) {
  const Value *member = type->body.find(name);
  bool isProperty = member && propertyOf(type->body, name);
  if (!isProperty)
    if (const Value *value = attributes.find(name))
      return *value;
  if (member)
    return bindAttribute(*member, selfOf(*this), type);
  if (name == "__dict__") {
    auto copy = eval::make<eval::Dict>();
    for (const auto &[key, value] : attributes.entries())
      copy->set(key, value);
    return Value(copy);
  }
  if (name == "__class__")
    return Value(type);
  if (name == "__module__")
    return Value::string(type->body.module);
  if (!name.starts_with("__"))
    return special("__getattr__", {Value::string(std::string(name))});
  return std::nullopt;
}

bool Instance::setAttr(std::string_view name, const Value &value) {
  if (has("__setattr__")) {
    special("__setattr__", {Value::string(std::string(name)), value});
    return true;
  }
  if (const Descriptor *property = propertyOf(type->body, name)) {
    if (property->set.isNone())
      raise("AttributeError",
            cat("property '", name, "' of '", typeName(), "' object has no setter"));
    eval::call(property->set, {selfOf(*this), value});
    return true;
  }
  attributes.set(name, value);
  return true;
}

bool Instance::deleteAttr(std::string_view name) {
  if (const Descriptor *property = propertyOf(type->body, name)) {
    if (property->erase.isNone())
      raise("AttributeError",
            cat("property '", name, "' of '", typeName(), "' object has no deleter"));
    eval::call(property->erase, {selfOf(*this)});
    return true;
  }
  return attributes.erase(Value::string(std::string(name)));
}

std::vector<std::string> Instance::attributeNames() const {
  std::vector<std::string> names = type->body.names();
  for (const auto &[key, value] : attributes.entries())
    names.push_back(*key.asString());
  return names;
}

std::string Instance::repr() const {
  if (auto text = special("__repr__", {}))
    return eval::toText(*text, "__repr__ result");
  return cat("<", type->body.module, ".", type->body.qualifiedName, " object at 0x",
             eval::format(Value::integer(eval::Int(reinterpret_cast<uintptr_t>(this))), "012x"),
             ">");
}

std::string Instance::str() const {
  if (auto text = special("__str__", {}))
    return eval::toText(*text, "__str__ result");
  return repr();
}

std::string Instance::format(std::string_view spec) const {
  if (auto text = special("__format__", {Value::string(std::string(spec))}))
    return eval::toText(*text, "__format__ result");
  return Object::format(spec);
}

bool Instance::truthy() const {
  if (auto answer = special("__bool__", {})) {
    if (!answer->isBool())
      raise("TypeError", cat("__bool__ should return bool, returned ", eval::typeName(*answer)));
    return answer->asBool();
  }
  return Object::truthy();
}

Value Instance::call(const Arguments &arguments) {
  const Value *method = type->body.find("__call__");
  if (!method)
    return Object::call(arguments);
  return eval::call(bindAttribute(*method, selfOf(*this), type), arguments);
}

} // namespace nereid::host
