#include "host/kernel_source.h"

#include "host/function.h"

namespace nereid::host {

namespace {

// The function keeps the variables it captured; its module the text and the globals.
struct KernelOwner {
  eval::Ref<FunctionObject> function;
  std::shared_ptr<ScriptModule> module;
};

} // namespace

std::optional<KernelSource> kernelSourceOf(const eval::Value &value) {
  auto *function = value.as<FunctionObject>();
  if (!function || !function->definition())
    return std::nullopt;
  KernelSource source;
  source.definition = function->definition();
  source.scope = &function->globals();
  source.sources = &function->sources();
  source.defaults = function->defaults();
  source.owner = std::make_shared<KernelOwner>(
      KernelOwner{eval::Ref<FunctionObject>(function), function->module()});
  return source;
}

} // namespace nereid::host
