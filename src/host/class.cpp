#include "host/class.h"

#include <algorithm>

#include "base/text.h"
#include "eval/operators.h"

namespace nereid::host {

using eval::Arguments;
using eval::raise;
using eval::Ref;
using eval::Value;

// -- ClassBody ------------------------------------------------------------------------------------

const Value *ClassBody::find(std::string_view member) const {
  for (const ClassBody *body : order)
    if (const Value *value = body->members.find(member))
      return value;
  return nullptr;
}

bool ClassBody::derivesFrom(const ClassBody *other) const {
  return std::find(order.begin(), order.end(), other) != order.end();
}

std::optional<Value> ClassBody::classAttr(std::string_view attribute) const {
  Value self{Ref<eval::Object>(object)};
  if (const Value *value = find(attribute))
    return bindAttribute(*value, Value::none(), self);
  if (attribute == "__name__")
    return Value::string(name);
  if (attribute == "__qualname__")
    return Value::string(qualifiedName);
  if (attribute == "__module__")
    return Value::string(module);
  if (attribute == "__bases__")
    return Value::tuple(bases);
  if (attribute == "__mro__") {
    std::vector<Value> classes;
    for (const ClassBody *body : order)
      classes.push_back(Value(Ref<eval::Object>(body->object)));
    classes.push_back(eval::builtinType("object"));
    return Value::tuple(std::move(classes));
  }
  if (attribute == "__dict__") {
    auto copy = eval::make<eval::Dict>();
    for (const auto &[key, value] : members.entries())
      copy->set(key, value);
    return Value(copy);
  }
  return std::nullopt;
}

std::vector<std::string> ClassBody::names() const {
  std::vector<std::string> all;
  for (const ClassBody *body : order)
    for (const auto &[key, value] : body->members.entries())
      all.push_back(*key.asString());
  return all;
}

ClassBody *classBodyOf(const Value &value) {
  if (auto *type = value.as<Class>())
    return &type->body;
  if (auto *type = value.as<ExceptionClass>())
    return &type->body;
  return nullptr;
}

namespace {

// C3: each class before its bases, bases in the order given, as every base has them.
// https://www.python.org/download/releases/2.3/mro/
std::vector<const ClassBody *> linearize(const ClassBody &body) {
  std::vector<std::vector<const ClassBody *>> rest;
  std::vector<const ClassBody *> direct;
  for (const Value &base : body.bases)
    if (const ClassBody *baseBody = classBodyOf(base)) {
      rest.push_back(baseBody->order);
      direct.push_back(baseBody);
    }
  rest.push_back(direct);
  std::vector<const ClassBody *> order = {&body};
  for (;;) {
    std::erase_if(rest, [](const auto &list) { return list.empty(); });
    if (rest.empty())
      return order;
    const ClassBody *next = nullptr;
    for (const auto &list : rest) {
      bool later = std::any_of(rest.begin(), rest.end(), [&](const auto &other) {
        return std::find(other.begin() + 1, other.end(), list[0]) != other.end();
      });
      if (!later) {
        next = list[0];
        break;
      }
    }
    if (!next)
      raise("TypeError", "Cannot create a consistent method resolution order (MRO) for bases");
    order.push_back(next);
    for (auto &list : rest)
      if (list[0] == next)
        list.erase(list.begin());
  }
}

void initialize(ClassBody &body, eval::Object *object, std::vector<Value> bases) {
  body.object = object;
  body.bases = std::move(bases);
  body.order = linearize(body);
  for (const ClassBody *each : body.order)
    if (each != &body)
      body.keepAlive.push_back(Value(Ref<eval::Object>(each->object)));
}

// What only annotations need, like typing.Generic[T]: a base without content.
bool isIgnoredBase(const Value &base) {
  if (base.as<eval::TypeExpression>())
    return true;
  auto *type = base.as<eval::Type>();
  return type && (type->name == "object" || type->members.find("__ignored_base__"));
}

void checkBase(const Value &base) {
  if (classBodyOf(base) || base.as<eval::ExceptionType>())
    return;
  if (auto *type = base.as<eval::Type>())
    raise("TypeError", cat("type '", type->name,
                           "' is not an acceptable base type here: scripts "
                           "derive from their own classes and exceptions"));
  raise("TypeError", cat("a class cannot derive from '", eval::typeName(base), "' object"));
}

Value finish(Value made, const ClassBody &body) {
  auto *type = made.as<Class>();
  for (const ClassBody *base : body.order) {
    if (base == &body || !type)
      continue;
    if (base->onDerive)
      return base->onDerive(Ref<Class>(type));
  }
  if (const Value *hook =
          body.order.size() > 1 ? body.order[1]->find("__init_subclass__") : nullptr) {
    Value function = hook->as<Descriptor>() ? hook->as<Descriptor>()->get : *hook;
    eval::call(function, {made});
  }
  return made;
}

// Removes a text from the members of a class.
std::string takeText(eval::Dict &members, std::string_view name, std::string_view otherwise) {
  const Value *value = members.find(name);
  std::string text(value && value->asString() ? *value->asString() : otherwise);
  members.erase(Value::string(std::string(name)));
  return text;
}

} // namespace

Ref<Class> makeClass(std::string name, std::vector<Value> bases, std::string module) {
  auto type = eval::make<Class>();
  type->body.name = name;
  type->body.qualifiedName = std::move(name);
  type->body.module = std::move(module);
  initialize(type->body, type.get(), std::move(bases));
  for (const ClassBody *base : type->body.order)
    if (auto *from = dynamic_cast<Class *>(base->object); from && from->construct) {
      type->construct = from->construct;
      break;
    }
  return type;
}

Value buildClass(std::string name, std::vector<Value> bases, eval::Dict &members) {
  std::string module = takeText(members, "__module__", "__main__");
  std::string qualifiedName = takeText(members, "__qualname__", name);
  std::erase_if(bases, isIgnoredBase);
  const eval::ExceptionType *exceptionBase = nullptr;
  for (const Value &base : bases) {
    checkBase(base);
    if (auto *type = base.as<eval::ExceptionType>(); type && !exceptionBase)
      exceptionBase = type;
  }
  Value made;
  ClassBody *body;
  if (exceptionBase) {
    auto type = eval::make<ExceptionClass>(name, exceptionBase);
    type->body.name = std::move(name);
    type->body.module = std::move(module);
    initialize(type->body, type.get(), std::move(bases));
    body = &type->body;
    made = type;
  } else {
    auto type = makeClass(std::move(name), std::move(bases), std::move(module));
    body = &type->body;
    made = type;
  }
  body->qualifiedName = std::move(qualifiedName);
  for (const auto &[key, value] : members.entries())
    body->members.set(key, value);
  for (const auto &[key, value] : members.entries())
    if (std::optional<Value> hook =
            value.isObject() ? value.object()->getAttr("__set_name__") : std::nullopt)
      eval::call(*hook, {made, key});
  return finish(made, *body);
}

// -- Class ----------------------------------------------------------------------------------------

void Class::define(std::string_view name, eval::NativeFunction::Body method) {
  body.members.set(name, nativeMethod(std::string(name), std::move(method)));
}

std::string Class::repr() const {
  return cat("<class '", body.module == "builtins" ? "" : body.module + ".", body.qualifiedName,
             "'>");
}

std::optional<Value> Class::getAttr(std::string_view name) {
  if (auto value = body.classAttr(name))
    return value;
  if (name == "__members__" && enumMembers) {
    auto members = eval::make<eval::Dict>();
    for (const Value &member : enumMembers->items)
      members->set(eval::getAttr(member, "name"), member);
    return Value(members);
  }
  // object.__init__ and the like, for classes that call them by name.
  if (name == "__init__" || name == "__init_subclass__")
    return Value(eval::make<eval::NativeFunction>(std::string(name),
                                                  [](const Arguments &) { return Value(); }));
  if (name == "__new__")
    return Value(eval::make<eval::NativeFunction>("__new__", [](const Arguments &call) {
      auto *type = call.positional.empty() ? nullptr : call.positional[0].as<Class>();
      if (!type)
        raise("TypeError", "object.__new__(X): X is not a type object");
      return Value(eval::make<Instance>(Ref<Class>(type)));
    }));
  if (name == "__setattr__")
    return Value(eval::make<eval::NativeFunction>("__setattr__", [](const Arguments &call) {
      auto *object = call.positional.size() == 3 ? call.positional[0].as<Instance>() : nullptr;
      if (!object)
        raise("TypeError", "expected 2 arguments");
      object->attributes.set(call.positional[1], call.positional[2]);
      return Value();
    }));
  return std::nullopt;
}

bool Class::setAttr(std::string_view name, const Value &value) {
  body.members.set(name, value);
  return true;
}

bool Class::deleteAttr(std::string_view name) {
  return body.members.erase(Value::string(std::string(name)));
}

std::vector<std::string> Class::attributeNames() const {
  return body.names();
}

Value Class::call(const Arguments &arguments) {
  if (construct)
    return construct(*this, arguments);
  Ref<Class> self(this);
  Value object;
  if (const Value *make = body.find("__new__")) {
    std::vector<Value> positional = {self};
    positional.insert(positional.end(), arguments.positional.begin(), arguments.positional.end());
    const auto *descriptor = make->as<Descriptor>();
    object =
        eval::call(descriptor ? descriptor->get : *make, Arguments{positional, arguments.keywords});
    auto *made = object.as<Instance>();
    if (!made || !made->type->body.derivesFrom(&body))
      return object;
  } else {
    object = eval::make<Instance>(self);
  }
  if (const Value *initialize = body.find("__init__")) {
    Value result = eval::call(bindAttribute(*initialize, object, self), arguments);
    if (!result.isNone())
      raise("TypeError", cat("__init__() should return None, not '", eval::typeName(result), "'"));
  } else if (!body.find("__new__") &&
             (!arguments.positional.empty() || !arguments.keywords.empty())) {
    raise("TypeError", cat(body.name, "() takes no arguments"));
  }
  return object;
}

Value Class::getItem(const Value &index) {
  if (enumMembers) {
    for (const Value &member : enumMembers->items)
      if (eval::equal(eval::getAttr(member, "name"), index))
        return member;
    raise(eval::exceptionType("KeyError"), {index});
  }
  if (const Value *method = body.find("__class_getitem__")) {
    const auto *descriptor = method->as<Descriptor>();
    return eval::call(descriptor ? descriptor->get : *method, {Value(Ref<Class>(this)), index});
  }
  return eval::TypeExpression::generic(Value(Ref<Class>(this)), index);
}

std::unique_ptr<eval::Iterator> Class::iterate() {
  if (enumMembers)
    return eval::iterate(Value(enumMembers));
  raise("TypeError", "'type' object is not iterable");
}

std::optional<int64_t> Class::length() const {
  return enumMembers ? enumMembers->length() : std::nullopt;
}

std::optional<bool> Class::contains(const Value &item) {
  return enumMembers ? enumMembers->contains(item) : std::nullopt;
}

std::optional<Value> Class::binary(syntax::BinaryOp op, const Value &other, bool reflected) {
  if (op != syntax::BinaryOp::BitOr)
    return std::nullopt;
  return eval::TypeExpression::tryUnion(Value(Ref<Class>(this)), other, reflected);
}

std::optional<bool> Class::hasInstance(const Value &value) const {
  const ClassBody *of = classBodyOf(eval::typeOf(value));
  return of && of->derivesFrom(&body);
}

bool Class::isSubclassOf(const eval::Object &other) const {
  auto *type = dynamic_cast<const eval::Type *>(&other);
  if (type)
    return type->name == "object";
  auto *base = dynamic_cast<const Class *>(&other);
  return base && body.derivesFrom(&base->body);
}

} // namespace nereid::host
