// Timing a function of a script: what do_bench and do_bench_cudagraph do.
//
// With a GPU in use, time is the GPU's: events around each run, with the L2 cache emptied before
// it, and nothing waits in between. Otherwise it is the clock on the wall, and the cache is left as
// it is: emptying a CPU's takes longer than most kernels.
#pragma once

#include <vector>

#include "host/script_context.h"

namespace nereid::host {

struct BenchPlan {
  eval::Value function;
  std::vector<eval::Value> gradToNone; // whose .grad is forgotten before each run
  double warmup = 0, timed = 0;        // milliseconds to spend
};

// Milliseconds of each timed run. Raises what the function raises.
std::vector<double> timeRuns(const ScriptContext &context, const BenchPlan &plan);

// Milliseconds a run, ten times over: as many runs as fill the plan's time replay as one graph,
// which spares the host's work between them. Without a GPU a run is timed like any other.
std::vector<double> timeGraph(const ScriptContext &context, const BenchPlan &plan);

} // namespace nereid::host
