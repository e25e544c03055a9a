#include "host/autotune_hooks.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/kernel.h"
#include "host/launch_arguments_dict.h"

namespace nereid::host {

static eval::Ref<eval::Dict> allArguments(KernelObject &kernel, const ConfigObject &config,
                                          const LaunchCall &call) {
  auto arguments = argumentsByName(kernel, call);
  for (const auto &[name, value] : config.allKeywords())
    arguments->set(name, value);
  return arguments;
}

static void callMethod(const eval::Value &object, std::string_view name,
                       std::initializer_list<eval::Value> positional) {
  eval::call(eval::getAttr(object, name), positional);
}

TuningHooks::TuningHooks(KernelObject &kernel, const AutotuneOptions &options,
                         const ConfigObject &config, const LaunchCall &call)
    : options_(options), configHook_(config.preHook),
      arguments_(allArguments(kernel, config, call)) {}

static const eval::Value &argument(const eval::Dict &arguments, const std::string &name,
                                   std::string_view list) {
  const eval::Value *value = arguments.find(name);
  if (!value)
    eval::raise("KeyError", cat(list, " lists '", name, "', and the launch has no such argument"));
  return *value;
}

void TuningHooks::zero() {
  for (const std::string &name : options_.resetToZero) {
    const eval::Value &value = argument(*arguments_, name, "reset_to_zero");
    if (!value.isNone())
      callMethod(value, "zero_", {});
  }
}

void TuningHooks::before() {
  if (!configHook_.isNone())
    eval::call(configHook_, {eval::Value(arguments_)});
  if (!options_.preHook.isNone()) {
    eval::call(options_.preHook, {eval::Value(arguments_)});
    return;
  }
  zero();
  saved_.clear();
  for (const std::string &name : options_.restoreValue) {
    const eval::Value &value = argument(*arguments_, name, "restore_value");
    if (!value.isNone())
      saved_.emplace_back(
          name, eval::call(eval::getAttr(value, "clone"), std::initializer_list<eval::Value>{}));
  }
}

void TuningHooks::after(const eval::Value &exception) {
  if (!options_.postHook.isNone()) {
    const eval::Value positional[] = {eval::Value(arguments_)};
    const eval::Keyword keywords[] = {{"exception", exception}};
    eval::call(options_.postHook, eval::Arguments{positional, keywords});
    return;
  }
  for (const auto &[name, copy] : saved_)
    callMethod(*arguments_->find(name), "copy_", {copy});
}

void TuningHooks::reset() {
  if (options_.preHook.isNone())
    return zero();
  const eval::Value positional[] = {eval::Value(arguments_)};
  const eval::Keyword keywords[] = {{"reset_only", eval::Value::boolean(true)}};
  eval::call(options_.preHook, eval::Arguments{positional, keywords});
}

} // namespace nereid::host
