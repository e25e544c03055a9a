// What happens around every timed run of an autotuned kernel: hooks, outputs set to zero, values
// saved and restored.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "host/autotune.h"

namespace nereid::host {

// The hooks of one configuration on one set of arguments.
class TuningHooks {
public:
  TuningHooks(KernelObject &kernel, const AutotuneOptions &options, const ConfigObject &config,
              const LaunchCall &call);
  void before();
  // `exception`: what the run raised, or None.
  void after(const eval::Value &exception);
  // Once, when tuning is over.
  void reset();

private:
  void zero();

  const AutotuneOptions &options_;
  const eval::Value configHook_;
  const eval::Ref<eval::Dict> arguments_; // by name, the configuration's included
  std::vector<std::pair<std::string, eval::Value>> saved_;
};

} // namespace nereid::host
