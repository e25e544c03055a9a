#include "host/absent_module.h"

#include "base/text.h"

namespace nereid::host {

using eval::Value;

void raiseNoModule(std::string_view name) {
  auto exception = eval::make<eval::Exception>(
      eval::exceptionType("ModuleNotFoundError"),
      std::vector<Value>{Value::string(cat("No module named '", name, "'"))});
  exception->attributes.set("name", Value::string(std::string(name)));
  exception->suggestion = "Nereid runs scripts without Python: it has torch, triton and the small "
                          "modules of the standard library, and .py files beside the script. For "
                          "any other package run the script under Python";
  throw eval::Raised(exception);
}

std::string AbsentModule::repr() const {
  return cat("<module '", name, "' (not here)>");
}

std::optional<Value> AbsentModule::getAttr(std::string_view attribute) {
  if (attribute.starts_with("__"))
    return std::nullopt;
  return Value(eval::make<AbsentModule>(cat(name, ".", attribute), module));
}

} // namespace nereid::host
