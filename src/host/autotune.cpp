// How an autotuned launch goes:
//
//   kind      the values of the `key` parameters and the dtypes of all tensors, as text
//   choice    known for this kind; else prune the configurations (autotune_prune.h), time what is
//             left (autotune_session.h), and remember the best
//   launch    the caller's arguments and the configuration's, handed to the kernel
#include "host/autotune.h"

#include <chrono>
#include <cstdio>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/autotune_cache.h"
#include "host/autotune_prune.h"
#include "host/autotune_session.h"
#include "host/kernel.h"
#include "host/launch_argument.h"
#include "host/launch_arguments_dict.h"

namespace nereid::host {

Autotuner::Autotuner(eval::Value fn, AutotuneOptions options)
    : fn_(std::move(fn)), inner_(&launchableOf(fn_, "autotune")), options_(std::move(options)) {
  if (options_.configs.empty())
    options_.configs.push_back(eval::make<ConfigObject>());
  if (options_.configs.size() == 1)
    only_ = makeChoice(options_.configs.front());
}

// Tests of kernels leave only a few of the configurations: kernel.configs = kernel.configs[:1].
bool Autotuner::setAttr(std::string_view name, const eval::Value &value) {
  if (name != "configs")
    return false;
  std::vector<eval::Ref<ConfigObject>> configs = readConfigs(value);
  if (configs.empty())
    configs.push_back(eval::make<ConfigObject>());
  options_.configs = std::move(configs);
  only_ = options_.configs.size() == 1 ? makeChoice(options_.configs.front()) : Choice();
  choices_.clear();
  return true;
}

Autotuner::Choice Autotuner::makeChoice(eval::Ref<ConfigObject> config) const {
  Choice choice;
  choice.keywords = config->allKeywords();
  choice.config = std::move(config);
  return choice;
}

// Calls `visit` with every argument that belongs to a parameter, by name.
template <typename Visit>
static void visitArguments(KernelObject &kernel, const LaunchCall &call, Visit visit) {
  const auto &parameters = kernel.definition->parameters;
  for (size_t i = 0; i < call.positional.size() && i < parameters.size(); ++i)
    visit(parameters[i].name, call.positional[i]);
  for (const eval::Keyword &keyword : call.keywords)
    if (kernel.findParameter(keyword.name) != KernelObject::kNone)
      visit(keyword.name, keyword.value);
}

// Values by what they are; tensors by which they are.
static void appendKind(std::string &kind, const eval::Value &value) {
  if (value.isInt())
    kind += eval::formatInt(value.asInt());
  else if (tensorMemory(value))
    kind += std::to_string(reinterpret_cast<uintptr_t>(value.object()));
  else
    kind += eval::repr(value);
  kind += ',';
}

std::string Autotuner::kindOf(const LaunchCall &call) {
  std::string kind;
  for (const std::string &name : options_.key)
    visitArguments(kernel(), call, [&](std::string_view argument, const eval::Value &value) {
      if (argument == name)
        appendKind(kind, value);
    });
  kind += '|';
  visitArguments(kernel(), call, [&](std::string_view, const eval::Value &value) {
    if (auto memory = tensorMemory(value))
      kind += static_cast<char>('A' + static_cast<int>(memory->element));
  });
  return kind;
}

eval::Value Autotuner::keyTuple(const LaunchCall &call) {
  std::vector<eval::Value> key;
  for (const std::string &name : options_.key)
    visitArguments(kernel(), call, [&](std::string_view argument, const eval::Value &value) {
      if (argument == name)
        key.push_back(value);
    });
  visitArguments(kernel(), call, [&](std::string_view, const eval::Value &value) {
    if (!value.isObject())
      return;
    if (auto dtype = eval::findAttr(value, "dtype"))
      key.push_back(eval::Value::string(eval::str(*dtype)));
  });
  return eval::Value::tuple(std::move(key));
}

std::vector<eval::Keyword> Autotuner::extend(const LaunchCall &call, const Choice &choice) const {
  std::vector<eval::Keyword> keywords(call.keywords.begin(), call.keywords.end());
  for (const auto &[name, value] : choice.keywords)
    keywords.push_back({name, value});
  return keywords;
}

const Autotuner::Choice &Autotuner::choose(const LaunchCall &call) {
  if (only_.config)
    return only_;
  std::string kind = kindOf(call);
  auto known = choices_.find(kind);
  if (known == choices_.end())
    known = choices_.emplace(kind, tune(call, kind)).first;
  return known->second;
}

Autotuner::Choice Autotuner::tune(const LaunchCall &call, const std::string &kind) {
  auto configs = pruneConfigs(kernel(), options_, call);
  if (configs.size() == 1)
    return makeChoice(configs.front());
  auto start = std::chrono::steady_clock::now();
  std::vector<Timing> timings;
  std::string cacheKey;
  if (options_.cacheResults)
    cacheKey = timingsKey(kernel(), configs, kind);
  if (!cacheKey.empty())
    timings = readTimings(kernel().context().engine->cache(), cacheKey, configs.size());
  if (timings.empty()) {
    timings = timeConfigs(*inner_, options_, configs, call);
    if (!cacheKey.empty())
      writeTimings(kernel().context().engine->cache(), cacheKey, timings);
  }
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  benchTime_ = eval::Value::real(elapsed.count());

  size_t best = 0;
  auto table = eval::make<eval::Dict>();
  for (size_t i = 0; i < timings.size(); ++i) {
    if (timings[i] < timings[best])
      best = i;
    table->set(configs[i], timingObject(timings[i]));
  }
  configsTimings_ = table;
  Choice choice = makeChoice(configs[best]);
  choice.key = keyTuple(call);
  printFinished(choice);
  resetAfterTuning(kernel(), options_, *configs[best], call);
  return choice;
}

void Autotuner::printFinished(const Choice &choice) const {
  KernelObject &kernel = inner_->kernel();
  if (!kernel.context().printAutotuning)
    return;
  char seconds[32];
  snprintf(seconds, sizeof seconds, "%.2f", benchTime_.asFloat());
  kernel.context().say(cat("Triton autotuning for function ", kernel.name(), ",\nwith key as ",
                           eval::repr(choice.key), ",\nfinished after ", seconds,
                           "s,\nbest config selected: ", choice.config->str(), ";\n"));
}

void Autotuner::runConfigHook(const LaunchCall &call, const Choice &choice) {
  if (choice.config->preHook.isNone())
    return;
  auto arguments = argumentsByName(kernel(), call);
  for (const auto &[name, value] : choice.keywords)
    arguments->set(name, value);
  eval::call(choice.config->preHook, {eval::Value(arguments)});
}

BoundLaunch Autotuner::bind(const LaunchCall &call) {
  const Choice &choice = choose(call);
  runConfigHook(call, choice);
  std::vector<eval::Keyword> keywords = extend(call, choice);
  return inner_->bind({call.grid, call.positional, keywords, call.warmup});
}

// Compiles every configuration that might be chosen; upstream returns all of them too.
eval::Value Autotuner::warmupAll(const LaunchCall &call) {
  std::vector<eval::Value> compiled;
  for (const auto &config : pruneConfigs(kernel(), options_, call)) {
    std::vector<eval::Keyword> keywords = extend(call, makeChoice(config));
    compiled.push_back(inner_->launch({call.grid, call.positional, keywords, true}));
  }
  return eval::Value::list(std::move(compiled));
}

eval::Value Autotuner::launch(const LaunchCall &call) {
  if (call.warmup)
    return warmupAll(call);
  const Choice &choice = choose(call);
  bestConfig_ = choice.config;
  runConfigHook(call, choice);
  std::vector<eval::Keyword> keywords = extend(call, choice);
  return inner_->launch({call.grid, call.positional, keywords});
}

eval::Value Autotuner::call(const eval::Arguments &arguments) {
  return eval::call(fn_, arguments);
}

eval::Value Autotuner::getItem(const eval::Value &grid) {
  return gridLauncher(eval::Ref<eval::Object>(this), grid);
}

eval::Value Autotuner::cacheObject() const {
  auto cache = eval::make<eval::Dict>();
  for (const auto &[kind, choice] : choices_)
    cache->set(choice.key, choice.config);
  return cache;
}

std::optional<eval::Value> Autotuner::getAttr(std::string_view name) {
  if (name == "fn")
    return fn_;
  if (name == "configs")
    return eval::Value::list({options_.configs.begin(), options_.configs.end()});
  if (name == "keys") {
    std::vector<eval::Value> names;
    for (const std::string &key : options_.key)
      names.push_back(eval::Value::string(key));
    return eval::Value::list(std::move(names));
  }
  if (name == "cache")
    return cacheObject();
  if (name == "best_config" && !bestConfig_.isNone())
    return bestConfig_;
  if (name == "configs_timings" && !configsTimings_.isNone())
    return configsTimings_;
  if (name == "bench_time" && !benchTime_.isNone())
    return benchTime_;
  if (auto method = launchableAttr(eval::Ref<eval::Object>(this), name))
    return method;
  return eval::findAttr(fn_, name);
}

} // namespace nereid::host
