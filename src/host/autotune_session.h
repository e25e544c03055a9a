// Timing the configurations of an autotuned kernel on one set of arguments.
#pragma once

#include <array>
#include <vector>

#include "host/autotune.h"

namespace nereid::host {

// Milliseconds: the median, the 20 % and the 80 % quantile. Infinite: the configuration cannot run.
using Timing = std::array<double, 3>;

// One per configuration, in order. Compiles all of them, on every core, then lets them race
// (tune/race.h); or hands each to the script's own do_bench. Configurations that come to the same
// code on this device (on a CPU, those that differ in num_warps and num_stages only) are timed once
// and share the result.
//
// Runs the hooks around every run. Before they race, configurations are compared: those that
// compute something else than most do not take part (autotune_agreement.h). Raises what a
// configuration raises, unless it merely does not fit the device or fails a static_assert.
std::vector<Timing> timeConfigs(Launchable &kernel, const AutotuneOptions &options,
                                const std::vector<eval::Ref<ConfigObject>> &configs,
                                const LaunchCall &call);

// As a script sees it: a list of three floats.
eval::Value timingObject(const Timing &timing);

// What comes before the first real launch: outputs that accumulate start from zero again.
void resetAfterTuning(KernelObject &kernel, const AutotuneOptions &options,
                      const ConfigObject &best, const LaunchCall &call);

} // namespace nereid::host
