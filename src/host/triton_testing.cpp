#include "host/triton_testing.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/launch_argument.h"
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

const CudaFacts &factsFor(const Context &context, const char *name) {
  Gpu *gpu = context->gpu ? context->gpu->find() : nullptr;
  if (!gpu)
    eval::raise("NotImplementedError", cat("triton.testing.", name,
                                           "() computes a peak from a GPU's figures, and there "
                                           "is none: measure one with do_bench"));
  return gpu->device.facts();
}

// As upstream computes it from the driver's figures.
eval::Value memoryBandwidth(const Context &context) {
  const CudaFacts &facts = factsFor(context, "get_dram_gbps");
  return eval::Value::real(double(facts.memoryKilohertz) * facts.memoryBusBits * 2 / 1e6 / 8);
}

// Operations of a quarter of a multiprocessor in one clock, as upstream counts them; 0: it has none
// for this dtype.
int tensorOperations(Scalar dtype, int capability) {
  if (capability < 8)
    return dtype == Scalar::F16 ? 256 : 0;
  switch (bitWidth(dtype)) {
  case 8:
    return 1024;
  case 16:
    return 512;
  case 32:
    return 256;
  default:
    return 0;
  }
}
int vectorOperations(Scalar dtype, int capability) {
  if (dtype == Scalar::F32)
    return 32;
  return dtype == Scalar::F16 || (dtype == Scalar::BF16 && capability >= 8) ? 64 : 0;
}

// The peak of all multiprocessors at a clock in kHz, in TFLOP/s.
void addPeak(eval::Module &module, const Context &context, const char *name,
             int (*operations)(Scalar, int)) {
  auto signature = std::make_shared<eval::Signature>(name, "dtype, clock_rate, device=");
  module.define(name, [context, name, operations, signature](const eval::Arguments &call) {
    auto given = signature->match(call);
    const CudaFacts &facts = factsFor(context, name);
    std::optional<Scalar> dtype = elementTypeOf(*given[0]);
    int each = dtype ? operations(*dtype, facts.capabilityMajor) : 0;
    if (each == 0)
      eval::raise("RuntimeError", "dtype not supported");
    constexpr int kQuarters = 4;
    return eval::Value::real(facts.multiprocessors * kQuarters * eval::toDouble(*given[1]) * each *
                             1e-9);
  });
}

void addGpuFunctions(eval::Module &module, const Context &context) {
  module.define("get_dram_gbps",
                [context](const eval::Arguments &) { return memoryBandwidth(context); });
  addPeak(module, context, "get_max_tensorcore_tflops", tensorOperations);
  addPeak(module, context, "get_max_simd_tflops", vectorOperations);
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
