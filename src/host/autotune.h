// triton.autotune: a kernel with several configurations, of which the fastest is found at the first
// launch with arguments of a new kind.
//
//   @triton.autotune(configs=[triton.Config({"BLOCK": 128}), ...], key=["n"])
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "host/autotune_config.h"
#include "host/launch_call.h"

namespace nereid::host {

// The decorator's arguments.
struct AutotuneOptions {
  std::vector<eval::Ref<ConfigObject>> configs;
  std::vector<std::string> key; // parameters whose values make a new kind
  eval::Value earlyPrune, perfModel, topK;
  std::vector<std::string> resetToZero, restoreValue;
  eval::Value preHook, postHook; // replace what the two lists before do
  eval::Value doBench;           // None: a race of all configurations
  double milliseconds = 0;       // to spend on each configuration; 0: as much as it takes
  bool cacheResults = false;
};

class Autotuner : public eval::Object, public Launchable {
public:
  Autotuner(eval::Value fn, AutotuneOptions options);

  std::string typeName() const override { return "Autotuner"; }
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &arguments) override;
  eval::Value getItem(const eval::Value &grid) override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override; // only `configs`

  KernelObject &kernel() override { return inner_->kernel(); }
  BoundLaunch bind(const LaunchCall &call) override;
  eval::Value launch(const LaunchCall &call) override;

private:
  // The configuration for one kind of arguments, and what it adds to a call.
  struct Choice {
    eval::Ref<ConfigObject> config;
    std::vector<std::pair<std::string, eval::Value>> keywords;
    eval::Value key; // as `.cache` shows it
  };
  Choice makeChoice(eval::Ref<ConfigObject> config) const;
  const Choice &choose(const LaunchCall &call);
  Choice tune(const LaunchCall &call, const std::string &kind);
  std::string kindOf(const LaunchCall &call);
  eval::Value keyTuple(const LaunchCall &call);
  std::vector<eval::Keyword> extend(const LaunchCall &call, const Choice &choice) const;
  void runConfigHook(const LaunchCall &call, const Choice &choice);
  eval::Value warmupAll(const LaunchCall &call);
  eval::Value cacheObject() const;
  void printFinished(const Choice &choice) const;

  const eval::Value fn_;
  Launchable *const inner_;
  AutotuneOptions options_;
  std::unordered_map<std::string, Choice> choices_; // by kind of arguments
  Choice only_;                                     // where there is nothing to choose
  eval::Value bestConfig_, configsTimings_, benchTime_;
};

// A list of triton.Config; raises TypeError for anything else.
std::vector<eval::Ref<ConfigObject>> readConfigs(const eval::Value &value);

// triton.autotune(...): returns the decorator.
eval::Value autotuneDecorator(const eval::Arguments &arguments);

} // namespace nereid::host
