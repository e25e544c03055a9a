#include "host/autotune_prune.h"

#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/kernel.h"
#include "host/launch_arguments_dict.h"
#include "host/triton_errors.h"

namespace nereid::host {

namespace {

using Configs = std::vector<eval::Ref<ConfigObject>>;

Configs pruneEarly(KernelObject &kernel, const AutotuneOptions &options, const LaunchCall &call) {
  if (options.earlyPrune.isNone())
    return options.configs;
  eval::Value all = eval::Value::list({options.configs.begin(), options.configs.end()});
  eval::Value named = argumentsByName(kernel, {call.grid, call.positional, {}});
  std::vector<eval::Value> positional = {all, named};
  eval::Value kept = eval::call(options.earlyPrune, eval::Arguments{positional, call.keywords});
  Configs configs;
  for (const eval::Value &item : eval::items(kept)) {
    auto *config = item.as<ConfigObject>();
    if (!config)
      eval::raise("TypeError", cat("early_config_prune must return triton.Config objects, and one "
                                   "is of type ",
                                   eval::typeName(item)));
    configs.emplace_back(config);
  }
  if (configs.empty())
    eval::raise(tritonErrors().autotunerError,
                {eval::Value::string("No valid autotuner configs after pruning. "
                                     "`early_config_prune` should return at least one config.")});
  return configs;
}

// How many of `count` configurations top_k keeps.
size_t keptBy(const eval::Value &topK, size_t count) {
  if (topK.isNone())
    return count;
  if (topK.isFloat() && topK.asFloat() <= 1.0)
    return std::max<size_t>(
        1, static_cast<size_t>(static_cast<double>(count) * std::max(topK.asFloat(), 0.0)));
  if (topK.isInt() && topK.asInt() >= 0)
    return static_cast<size_t>(std::clamp<eval::Int>(topK.asInt(), 1, eval::Int(count)));
  eval::raise("TypeError", "Error while pruning configs, top_k must be either 1) a float <= 1.0 "
                           "or 2) an int");
}

double estimate(KernelObject &kernel, const AutotuneOptions &options, const ConfigObject &config,
                const LaunchCall &call) {
  auto arguments = argumentsByName(kernel, call);
  auto all = config.allKeywords();
  for (const auto &[name, value] : all)
    arguments->set(name, value);
  std::vector<eval::Keyword> keywords;
  std::vector<std::pair<eval::Value, eval::Value>> entries = arguments->entries();
  for (const auto &[name, value] : entries)
    keywords.push_back({*name.asString(), value});
  return eval::toDouble(eval::call(options.perfModel, eval::Arguments{{}, keywords}));
}

} // namespace

Configs pruneConfigs(KernelObject &kernel, const AutotuneOptions &options, const LaunchCall &call) {
  Configs configs = pruneEarly(kernel, options, call);
  if (options.perfModel.isNone())
    return configs;
  size_t kept = keptBy(options.topK, configs.size());
  if (kept >= configs.size())
    return configs;
  std::vector<std::pair<double, size_t>> order;
  for (size_t i = 0; i < configs.size(); ++i)
    order.emplace_back(estimate(kernel, options, *configs[i], call), i);
  std::sort(order.begin(), order.end());
  Configs best;
  for (size_t i = 0; i < kept; ++i)
    best.push_back(configs[order[i].second]);
  return best;
}

} // namespace nereid::host
