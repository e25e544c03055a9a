#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/autotune.h"

namespace nereid::host {

namespace {

std::vector<std::string> readNames(const eval::Value *value, std::string_view what) {
  std::vector<std::string> names;
  if (!value || value->isNone())
    return names;
  if (value->asString())
    eval::raise("TypeError",
                cat(what, " must be a list of names, not the str ", eval::repr(*value)));
  for (const eval::Value &item : eval::items(*value))
    names.push_back(eval::toText(item, cat("a name in ", what)));
  return names;
}

void readPruning(const eval::Value &value, AutotuneOptions &options) {
  const auto *pruning = value.as<eval::Dict>();
  if (!pruning)
    eval::raise("TypeError", cat("prune_configs_by must be a dict, not ", eval::typeName(value)));
  auto take = [&](std::string_view name, eval::Value &into) {
    if (const eval::Value *found = pruning->find(name))
      into = *found;
  };
  take("early_config_prune", options.earlyPrune);
  take("perf_model", options.perfModel);
  take("top_k", options.topK);
}

AutotuneOptions readOptions(const eval::Arguments &call) {
  static const eval::Signature signature(
      "autotune", "configs, key, prune_configs_by=, reset_to_zero=, restore_value=, pre_hook=, "
                  "post_hook=, warmup=, rep=, use_cuda_graph=, do_bench=, cache_results=");
  enum { Configs, Key, Prune, Reset, Restore, PreHook, PostHook, Warmup, Rep, Graph, Bench, Cache };
  auto given = signature.match(call);
  AutotuneOptions options;
  options.configs = readConfigs(*given[Configs]);
  options.key = readNames(given[Key], "key");
  if (given[Prune] && !given[Prune]->isNone())
    readPruning(*given[Prune], options);
  options.resetToZero = readNames(given[Reset], "reset_to_zero");
  options.restoreValue = readNames(given[Restore], "restore_value");
  if (given[PreHook])
    options.preHook = *given[PreHook];
  if (given[PostHook])
    options.postHook = *given[PostHook];
  if (given[Rep] && !given[Rep]->isNone())
    options.milliseconds = eval::toDouble(*given[Rep]);
  if (given[Bench])
    options.doBench = *given[Bench];
  options.cacheResults = given[Cache] && eval::truthy(*given[Cache]);
  return options;
}

} // namespace

std::vector<eval::Ref<ConfigObject>> readConfigs(const eval::Value &value) {
  std::vector<eval::Ref<ConfigObject>> configs;
  for (const eval::Value &item : eval::items(value)) {
    auto *config = item.as<ConfigObject>();
    if (!config)
      eval::raise("TypeError", cat("configs must be a list of triton.Config, and one is of type ",
                                   eval::typeName(item)));
    configs.emplace_back(config);
  }
  return configs;
}

eval::Value autotuneDecorator(const eval::Arguments &call) {
  return eval::make<eval::NativeFunction>(
      "autotune", [options = readOptions(call)](const eval::Arguments &decorated) -> eval::Value {
        static const eval::Signature decorator("autotune", "fn");
        return eval::make<Autotuner>(*decorator.match(decorated)[0], options);
      });
}

} // namespace nereid::host
