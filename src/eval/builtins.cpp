#include "eval/builtins.h"

#include "eval/operators.h"
#include "eval/types.h"

namespace nereid::eval {

const Module &builtins() {
  static const Module *module = [] {
    auto *all = new Module("builtins");
    for (const Ref<Type> &type : constructibleTypes())
      all->set(type->name, type);
    for (const Ref<ExceptionType> &type : exceptionTypes())
      all->set(type->name, type);
    all->set("IOError", exceptionType("OSError"));
    all->set("NotImplemented", Value::notImplemented());
    all->set("Ellipsis", Value::ellipsis());
    all->set("__debug__", Value::boolean(true));
    addNumberBuiltins(*all);
    addIterationBuiltins(*all);
    addObjectBuiltins(*all);
    return all;
  }();
  return *module;
}

} // namespace nereid::eval
