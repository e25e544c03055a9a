// AbsentModule: a module that is not here, as a name that may be passed around but not used.
//
// Scripts import for their benchmarks and plots what their kernels never need. `import pandas as
// pd` therefore goes through and binds an AbsentModule; whatever needs what is in it raises the
// ModuleNotFoundError that the import would have raised. Inside `try`, imports fail at once: there
// scripts ask whether a module exists.
//
//   Value module = eval::make<AbsentModule>("pandas", "pandas");
//   eval::getAttr(module, "DataFrame");               // an AbsentModule, "pandas.DataFrame"
//   eval::call(eval::getAttr(module, "DataFrame"));   // raises ModuleNotFoundError
#pragma once

#include <string>

#include "eval/error.h"
#include "eval/value.h"

namespace nereid::host {

// The exception of an import that finds nothing.
[[noreturn]] void raiseNoModule(std::string_view name);

class AbsentModule : public eval::Object {
public:
  // `name` is what this stands for, `module` what was imported to get it.
  AbsentModule(std::string name, std::string module)
      : name(std::move(name)), module(std::move(module)) {}
  const std::string name, module;

  std::string typeName() const override { return "module"; }
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view attribute) override;
  bool truthy() const override { raiseNoModule(module); }
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &) override { raiseNoModule(module); }
  eval::Value getItem(const eval::Value &) override { raiseNoModule(module); }
  std::unique_ptr<eval::Iterator> iterate() override { raiseNoModule(module); }
  eval::Value enter() override { raiseNoModule(module); }
  std::optional<eval::Value> binary(syntax::BinaryOp, const eval::Value &, bool) override {
    raiseNoModule(module);
  }
  // Nothing is an instance of a class that does not exist.
  std::optional<bool> hasInstance(const eval::Value &) const override { return false; }
};

} // namespace nereid::host
