#include "host/triton_testing.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/triton_testing_compare.h"
#include "tune/repeats.h"
#include "tune/statistics.h"

namespace nereid::host {

namespace {

using Context = std::shared_ptr<ScriptContext>;

// -- do_bench ---

// Times a function of the script. Unlike upstream it does not empty the cache between runs: on a
// GPU that takes a fraction of a millisecond, on a CPU longer than most kernels.
class Stopwatch {
public:
  Stopwatch(const Context &context, eval::Value function, std::vector<eval::Value> gradToNone)
      : context_(context), function_(std::move(function)), gradToNone_(std::move(gradToNone)) {}

  std::vector<double> run(double warmup, double timed) {
    once();
    tune::Repeats repeats = tune::planRepeats(estimate(timed), warmup, timed);
    for (int i = 0; i < repeats.warmup; ++i)
      once();
    std::vector<double> times;
    for (int i = 0; i < repeats.timed; ++i)
      times.push_back(once());
    return times;
  }

private:
  double once() {
    for (const eval::Value &tensor : gradToNone_)
      eval::setAttr(tensor, "grad", {});
    auto start = std::chrono::steady_clock::now();
    eval::call(function_, std::initializer_list<eval::Value>{});
    synchronize();
    std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    return elapsed.count();
  }

  void synchronize() const {
    Status status = context_->engine->device().synchronize();
    if (!status.ok())
      eval::raise("RuntimeError", status.what());
  }

  // Of five runs, or fewer if they are long.
  double estimate(double budget) {
    constexpr int kRuns = 5;
    double total = 0;
    int runs = 0;
    while (runs < kRuns && (runs == 0 || total < budget)) {
      total += once();
      ++runs;
    }
    return total / runs;
  }

  const Context &context_;
  const eval::Value function_;
  const std::vector<eval::Value> gradToNone_;
};

eval::Value listOf(const std::vector<double> &numbers) {
  std::vector<eval::Value> values;
  for (double number : numbers)
    values.push_back(eval::Value::real(number));
  return eval::Value::list(std::move(values));
}

eval::Value summarize(const std::vector<double> &times, const eval::Value *quantiles,
                      const eval::Value *returnMode) {
  if (quantiles && !quantiles->isNone()) {
    std::vector<double> fractions;
    for (const eval::Value &fraction : eval::items(*quantiles)) {
      double value = eval::toDouble(fraction);
      if (!(value >= 0 && value <= 1))
        eval::raise("ValueError", "Quantiles must be in the range [0, 1]");
      fractions.push_back(value);
    }
    std::vector<double> result = tune::quantiles(times, fractions);
    return result.size() == 1 ? eval::Value::real(result[0]) : listOf(result);
  }
  std::string mode = returnMode ? eval::toText(*returnMode, "return_mode") : "mean";
  if (mode == "all")
    return listOf(times);
  if (mode == "min")
    return eval::Value::real(tune::minimum(times));
  if (mode == "max")
    return eval::Value::real(tune::maximum(times));
  if (mode == "mean")
    return eval::Value::real(tune::mean(times));
  if (mode == "median")
    return eval::Value::real(tune::median(times));
  eval::raise("AssertionError",
              cat("return_mode is one of 'min', 'max', 'mean', 'median', 'all', not ",
                  eval::repr(*returnMode)));
}

std::vector<eval::Value> tensorsOf(const eval::Value *value) {
  return !value || value->isNone() ? std::vector<eval::Value>{} : eval::items(*value);
}

eval::Value doBench(const eval::Arguments &call, const Context &context) {
  static const eval::Signature signature(
      "do_bench", "fn, warmup=, rep=, grad_to_none=, quantiles=, return_mode=");
  auto given = signature.match(call);
  double warmup = given[1] ? eval::toDouble(*given[1]) : 25;
  double timed = given[2] ? eval::toDouble(*given[2]) : 100;
  Stopwatch stopwatch(context, *given[0], tensorsOf(given[3]));
  return summarize(stopwatch.run(warmup, timed), given[4], given[5]);
}

// A graph of launches is a way to spare a GPU's host work; here a run is measured like any other.
eval::Value doBenchGraph(const eval::Arguments &call, const Context &context) {
  static const eval::Signature signature("do_bench_cudagraph",
                                         "fn, rep=, grad_to_none=, quantiles=, return_mode=");
  auto given = signature.match(call);
  double timed = given[1] ? eval::toDouble(*given[1]) : 20;
  Stopwatch stopwatch(context, *given[0], tensorsOf(given[2]));
  return summarize(stopwatch.run(0, timed), given[3], given[4]);
}

// -- What only a GPU has ---

void refuse(eval::Module &module, const char *name, const char *why) {
  module.define(name, [name, why](const eval::Arguments &) -> eval::Value {
    eval::raise("NotImplementedError", cat("triton.testing.", name, "() ", why));
  });
}

void addGpuFunctions(eval::Module &module) {
  constexpr const char *kClock =
      "computes a peak from a GPU's clocks, and this device has none: measure one with do_bench";
  refuse(module, "get_dram_gbps", kClock);
  refuse(module, "get_max_tensorcore_tflops", kClock);
  refuse(module, "get_max_simd_tflops", kClock);
  refuse(module, "nvsmi", "asks nvidia-smi, which a script here cannot run");
  refuse(module, "set_gpu_clock", "sets a GPU's clock, which a script here cannot do");
  refuse(module, "cuda_memcheck", "is not needed: nereid run --device=interp checks every access");
}

} // namespace

eval::Ref<eval::Module> testingModule(const Context &context) {
  auto module = eval::make<eval::Module>("triton.testing");
  module->define("do_bench",
                 [context](const eval::Arguments &call) { return doBench(call, context); });
  module->define("do_bench_cudagraph",
                 [context](const eval::Arguments &call) { return doBenchGraph(call, context); });
  module->define("assert_close", assertClose);
  module->set("Benchmark", benchmarkType());
  module->set("perf_report", perfReportFunction(context));
  addGpuFunctions(*module);
  return module;
}

} // namespace nereid::host
