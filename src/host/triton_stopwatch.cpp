#include "host/triton_stopwatch.h"

#include <chrono>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "runtime/cuda_timer.h"
#include "tune/repeats.h"

namespace nereid::host {
namespace {

constexpr int kEstimateRuns = 5;

void check(const Status &status) {
  if (!status.ok())
    eval::raise("RuntimeError",
                cat(status.what(), status.nextStep().empty() ? "" : "\nhelp: ", status.nextStep()));
}

void runOnce(const BenchPlan &plan) {
  for (const eval::Value &tensor : plan.gradToNone)
    eval::setAttr(tensor, "grad", {});
  eval::call(plan.function, std::initializer_list<eval::Value>{});
}

class WallStopwatch {
public:
  WallStopwatch(const ScriptContext &context, const BenchPlan &plan)
      : context_(context), plan_(plan) {}

  std::vector<double> run() {
    once();
    tune::Repeats repeats = tune::planRepeats(estimate(), plan_.warmup, plan_.timed);
    for (int i = 0; i < repeats.warmup; ++i)
      once();
    std::vector<double> times;
    for (int i = 0; i < repeats.timed; ++i)
      times.push_back(once());
    return times;
  }

private:
  double once() {
    auto start = std::chrono::steady_clock::now();
    runOnce(plan_);
    check(context_.engine->device().synchronize());
    std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    return elapsed.count();
  }

  // Of five runs, or fewer if they are long.
  double estimate() {
    double total = 0;
    int runs = 0;
    while (runs < kEstimateRuns && (runs == 0 || total < plan_.timed)) {
      total += once();
      ++runs;
    }
    return total / runs;
  }

  const ScriptContext &context_;
  const BenchPlan &plan_;
};

// While it lives, launches are plain: what a graph takes to begin is no part of a kernel's time,
// and while runs queue up the host's time does not count.
class PlainLaunches {
public:
  explicit PlainLaunches(CudaDevice &device) : device_(device), path_(device.launchPath()) {
    device.setLaunchPath(CudaLaunchPath::Plain);
  }
  ~PlainLaunches() { device_.setLaunchPath(path_); }
  PlainLaunches(const PlainLaunches &) = delete;
  PlainLaunches &operator=(const PlainLaunches &) = delete;

private:
  CudaDevice &device_;
  const CudaLaunchPath path_;
};

class GpuStopwatch {
public:
  GpuStopwatch(Gpu &gpu, const BenchPlan &plan)
      : gpu_(gpu), plan_(plan), timer_(gpu.device.context(), gpu.memory) {}

  std::vector<double> run() {
    runOnce(plan_);
    check(gpu_.device.synchronize());
    tune::Repeats repeats = tune::planRepeats(estimate(true), plan_.warmup, plan_.timed);
    for (int i = 0; i < repeats.warmup; ++i)
      runOnce(plan_);
    PlainLaunches plain(gpu_.device);
    for (int i = 0; i < repeats.timed; ++i) {
      check(timer_.clearCache());
      check(timer_.mark());
      runOnce(plan_);
      check(timer_.mark());
    }
    return intervals();
  }

  std::vector<double> runAsGraph() {
    runOnce(plan_);
    check(gpu_.device.synchronize());
    int runs = tune::planRepeats(estimate(false), 0, plan_.timed).timed;
    check(timer_.beginCapture());
    for (int i = 0; i < runs; ++i)
      runOnce(plan_);
    check(timer_.endCapture());
    check(timer_.replay());
    constexpr int kReplays = 10;
    for (int i = 0; i < kReplays; ++i) {
      check(timer_.mark());
      check(timer_.replay());
      check(timer_.mark());
    }
    std::vector<double> times = intervals();
    for (double &time : times)
      time /= runs;
    return times;
  }

private:
  double estimate(bool clears) {
    check(timer_.mark());
    for (int i = 0; i < kEstimateRuns; ++i) {
      if (clears)
        check(timer_.clearCache());
      runOnce(plan_);
    }
    check(timer_.mark());
    return intervals().front() / kEstimateRuns;
  }

  std::vector<double> intervals() {
    auto times = timer_.takeIntervals();
    if (!times.ok())
      check(times.error());
    return std::move(times).value();
  }

  Gpu &gpu_;
  const BenchPlan &plan_;
  CudaTimer timer_;
};

Gpu *gpuInUse(const ScriptContext &context) {
  return context.gpu ? context.gpu->inUse() : nullptr;
}

} // namespace

std::vector<double> timeRuns(const ScriptContext &context, const BenchPlan &plan) {
  if (Gpu *gpu = gpuInUse(context))
    return GpuStopwatch(*gpu, plan).run();
  return WallStopwatch(context, plan).run();
}

std::vector<double> timeGraph(const ScriptContext &context, const BenchPlan &plan) {
  if (Gpu *gpu = gpuInUse(context))
    return GpuStopwatch(*gpu, plan).runAsGraph();
  return WallStopwatch(context, plan).run();
}

} // namespace nereid::host
