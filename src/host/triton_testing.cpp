#include "host/triton_testing.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/triton_stopwatch.h"
#include "host/triton_testing_compare.h"
#include "tune/statistics.h"

namespace nereid::host {

namespace {

using Context = std::shared_ptr<ScriptContext>;

// -- do_bench ---

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
  BenchPlan plan{*given[0], tensorsOf(given[3])};
  plan.warmup = given[1] ? eval::toDouble(*given[1]) : 25;
  plan.timed = given[2] ? eval::toDouble(*given[2]) : 100;
  return summarize(timeRuns(*context, plan), given[4], given[5]);
}

eval::Value doBenchGraph(const eval::Arguments &call, const Context &context) {
  static const eval::Signature signature("do_bench_cudagraph",
                                         "fn, rep=, grad_to_none=, quantiles=, return_mode=");
  auto given = signature.match(call);
  BenchPlan plan{*given[0], tensorsOf(given[2])};
  plan.timed = given[1] ? eval::toDouble(*given[1]) : 20;
  return summarize(timeGraph(*context, plan), given[3], given[4]);
}

// -- What only a GPU has ---

void refuse(eval::Module &module, const char *name, const char *why) {
  module.define(name, [name, why](const eval::Arguments &) -> eval::Value {
    eval::raise("NotImplementedError", cat("triton.testing.", name, "() ", why));
  });
}

// As upstream computes it from the driver's figures.
eval::Value memoryBandwidth(const Context &context) {
  Gpu *gpu = context->gpu ? context->gpu->find() : nullptr;
  if (!gpu)
    eval::raise("NotImplementedError", "triton.testing.get_dram_gbps() computes a peak from a "
                                       "GPU's clocks, and there is none: measure with do_bench");
  const CudaFacts &facts = gpu->device.facts();
  return eval::Value::real(double(facts.memoryKilohertz) * facts.memoryBusBits * 2 / 1e6 / 8);
}

void addGpuFunctions(eval::Module &module, const Context &context) {
  constexpr const char *kClock =
      "computes a peak from a GPU's clocks, which Nereid does not know: measure one with do_bench";
  module.define("get_dram_gbps",
                [context](const eval::Arguments &) { return memoryBandwidth(context); });
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
  addGpuFunctions(*module, context);
  return module;
}

} // namespace nereid::host
