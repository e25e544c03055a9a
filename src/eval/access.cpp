// Reaching into values: attributes, items, and the conversions that need an exact kind of number.
#include "base/text.h"
#include "eval/number.h"
#include "eval/operators.h"

namespace nereid::eval {

namespace {

std::string missingAttribute(const Value &object, std::string_view name) {
  if (auto *module = object.as<Module>())
    return cat("module '", module->name, "' has no attribute '", name, "'");
  bool isClass =
      object.isObject() && !object.as<TypeExpression>() && object.object()->hasInstance(Value());
  if (isClass)
    return cat("type object '", str(getAttr(object, "__name__")), "' has no attribute '", name,
               "'");
  return cat("'", typeName(object), "' object has no attribute '", name, "'");
}

std::vector<std::string> attributeNames(const Value &object) {
  if (object.isNumber())
    return numberAttrNames(object);
  return object.isObject() ? object.object()->attributeNames() : std::vector<std::string>();
}

[[noreturn]] void raiseNoAttribute(const Value &object, std::string_view name) {
  auto exception =
      make<Exception>(exceptionType("AttributeError"),
                      std::vector<Value>{Value::string(missingAttribute(object, name))});
  std::vector<std::string> near = nearestWords(name, attributeNames(object));
  if (!near.empty())
    exception->suggestion = cat("Did you mean: '", near[0], "'?");
  throw Raised(exception);
}

} // namespace

std::optional<Value> findAttr(const Value &object, std::string_view name) {
  if (object.isObject()) {
    if (auto value = object.object()->getAttr(name))
      return value;
  } else if (object.isNumber()) {
    if (auto value = numberAttr(object, name))
      return value;
  }
  if (name == "__class__")
    return typeOf(object);
  if (name == "__doc__")
    return Value::none();
  return std::nullopt;
}

Value getAttr(const Value &object, std::string_view name) {
  if (auto value = findAttr(object, name))
    return *std::move(value);
  raiseNoAttribute(object, name);
}

void setAttr(const Value &object, std::string_view name, const Value &value) {
  if (object.isObject() && object.object()->setAttr(name, value))
    return;
  if (object.as<Type>())
    raise("TypeError", cat("cannot set '", name, "' attribute of immutable type '",
                           object.as<Type>()->name, "'"));
  if (findAttr(object, name))
    raise("AttributeError",
          cat("'", typeName(object), "' object attribute '", name, "' is read-only"));
  raiseNoAttribute(object, name);
}

void deleteAttr(const Value &object, std::string_view name) {
  if (!object.isObject() || !object.object()->deleteAttr(name))
    raiseNoAttribute(object, name);
}

Value getItem(const Value &object, const Value &index) {
  if (!object.isObject())
    raise("TypeError", cat("'", typeName(object), "' object is not subscriptable"));
  return object.object()->getItem(index);
}

void setItem(const Value &object, const Value &index, const Value &value) {
  if (!object.isObject())
    raise("TypeError", cat("'", typeName(object), "' object does not support item assignment"));
  object.object()->setItem(index, value);
}

void deleteItem(const Value &object, const Value &index) {
  if (!object.isObject())
    raise("TypeError", cat("'", typeName(object), "' object doesn't support item deletion"));
  object.object()->deleteItem(index);
}

int64_t toInt64(const Value &value, std::string_view what) {
  std::optional<Int> number;
  if (value.isInt() || value.isBool())
    number = value.asInt();
  else if (value.isObject())
    number = value.object()->index();
  if (!number)
    raise("TypeError", cat(what, " must be an integer, not ", typeName(value)));
  if (*number != Int(int64_t(*number)))
    raise("OverflowError", cat(what, " is ", formatInt(*number), ", beyond 64 bits"));
  return int64_t(*number);
}

Int toInt(const Value &value) {
  if (value.isInt() || value.isBool())
    return value.asInt();
  if (value.isObject())
    if (std::optional<Int> number = value.object()->index())
      return *number;
  raise("TypeError", cat("'", typeName(value), "' object cannot be interpreted as an integer"));
}

double toDouble(const Value &value) {
  if (value.isNumber())
    return value.asFloat();
  if (value.isObject()) {
    if (std::optional<Value> number = value.object()->number())
      return number->asFloat();
    if (std::optional<Int> number = value.object()->index())
      return double(*number);
  }
  raise("TypeError", cat("must be real number, not ", typeName(value)));
}

const std::string &toText(const Value &value, std::string_view what) {
  if (const std::string *text = value.asString())
    return *text;
  raise("TypeError", cat(what, " must be str, not ", typeName(value)));
}

} // namespace nereid::eval
