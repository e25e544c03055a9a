// Which configurations of an autotuned kernel are worth timing for given arguments.
#pragma once

#include <vector>

#include "host/autotune.h"

namespace nereid::host {

// Asks the script's early_config_prune, then keeps the top_k by its perf_model. Never empty: raises
// AutotunerError instead.
std::vector<eval::Ref<ConfigObject>>
pruneConfigs(KernelObject &kernel, const AutotuneOptions &options, const LaunchCall &call);

} // namespace nereid::host
