#include "host/triton_extern.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/kernel_source.h"
#include "host/triton_aggregate.h"
#include "sema/language.h"

namespace nereid::host {

eval::Value externDecorator(const eval::Arguments &call) {
  static const eval::Signature signature("extern", "fn");
  const eval::Value &value = *signature.match(call)[0];
  std::optional<KernelSource> source = kernelSourceOf(value);
  if (!source)
    eval::raise("TypeError", cat("@tl.core.extern decorates a function that is defined with `def` "
                                 "in a script, not ",
                                 eval::typeName(value)));
  auto function = eval::make<sema::JitFunction>(source->definition, source->scope, source->sources,
                                                source->owner);
  function->isExtern = true;
  return function;
}

const eval::Ref<eval::Module> &scriptLanguageModule() {
  static const eval::Ref<eval::Module> &module = []() -> const eval::Ref<eval::Module> & {
    const eval::Ref<eval::Module> &language = sema::languageModule();
    language->define("_aggregate", aggregateDecorator); // as kernels of older versions import it
    language->define("extern", externDecorator);
    return language;
  }();
  return module;
}

} // namespace nereid::host
