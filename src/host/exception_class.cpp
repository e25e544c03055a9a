// Exceptions whose classes scripts define: `class MyError(ValueError): ...`.
#include "base/text.h"
#include "eval/operators.h"
#include "host/class.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;

std::string ExceptionClass::repr() const {
  return cat("<class '", body.module, ".", body.qualifiedName, "'>");
}

std::optional<Value> ExceptionClass::getAttr(std::string_view name) {
  if (auto value = body.classAttr(name))
    return value;
  return ExceptionType::getAttr(name);
}

bool ExceptionClass::setAttr(std::string_view name, const Value &value) {
  body.members.set(name, value);
  return true;
}

Value ExceptionClass::call(const Arguments &arguments) {
  std::vector<Value> args(arguments.positional.begin(), arguments.positional.end());
  Ref<eval::ExceptionType> self(this);
  Value exception = eval::make<ScriptException>(self, std::move(args));
  if (const Value *initialize = body.find("__init__"))
    eval::call(bindAttribute(*initialize, exception, self), arguments);
  else if (!arguments.keywords.empty())
    eval::raise("TypeError", cat(name, "() takes no keyword arguments"));
  return exception;
}

std::string ScriptException::str() const {
  Value self{Ref<eval::Object>(const_cast<ScriptException *>(this))};
  if (const Value *method = body().find("__str__"))
    return eval::toText(eval::call(bindAttribute(*method, self, type), {}), "__str__ result");
  return Exception::str();
}

std::string ScriptException::repr() const {
  Value self{Ref<eval::Object>(const_cast<ScriptException *>(this))};
  if (const Value *method = body().find("__repr__"))
    return eval::toText(eval::call(bindAttribute(*method, self, type), {}), "__repr__ result");
  return Exception::repr();
}

std::optional<Value> ScriptException::getAttr(std::string_view name) {
  if (const Value *set = attributes.find(name))
    return *set;
  if (const Value *member = body().find(name))
    return bindAttribute(*member, Value(Ref<eval::Object>(this)), type);
  return Exception::getAttr(name);
}

} // namespace nereid::host
