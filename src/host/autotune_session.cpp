#include "host/autotune_session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <thread>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/autotune_agreement.h"
#include "host/autotune_hooks.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/launch_errors.h"
#include "host/triton_errors.h"
#include "runtime/cuda_timer.h"
#include "tune/race.h"
#include "tune/statistics.h"

namespace nereid::host {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFractions[] = {0.5, 0.2, 0.8};

struct Candidate {
  eval::Ref<ConfigObject> config;
  std::vector<std::pair<std::string, eval::Value>> own; // what the configuration adds
  std::vector<eval::Keyword> keywords;                  // the call's and its own
  BoundLaunch launch;
  std::string code; // equal: the same code, arguments and hooks
};

class TuningSession {
public:
  TuningSession(Launchable &inner, const AutotuneOptions &options, const LaunchCall &call)
      : inner_(inner), kernel_(inner.kernel()), options_(options), call_(call) {}

  std::vector<Timing> run(const std::vector<eval::Ref<ConfigObject>> &configs) {
    for (const auto &config : configs)
      addCandidate(config);
    std::vector<Timing> timings(configs.size());
    std::vector<size_t> distinct = findDistinct();
    std::vector<Timing> measured = options_.doBench.isNone() ? race(distinct) : bench(distinct);
    for (size_t i = 0; i < configs.size(); ++i)
      timings[i] = measured[leaderOf_[i]];
    return timings;
  }

private:
  void addCandidate(const eval::Ref<ConfigObject> &config) {
    Candidate candidate;
    candidate.config = config;
    candidate.own = config->allKeywords();
    candidate.keywords.assign(call_.keywords.begin(), call_.keywords.end());
    refuseConflicts(*config);
    for (const auto &[name, value] : candidate.own)
      candidate.keywords.push_back({name, value});
    // A hook may change what the arguments are (the block shape of a descriptor).
    TuningHooks hooks(kernel_, options_, *config, call_);
    if (!config->preHook.isNone())
      hooks.before();
    candidate.launch = inner_.bind({call_.grid, call_.positional, candidate.keywords});
    if (!config->preHook.isNone())
      hooks.after({});
    candidate.code = codeOf(candidate);
    candidates_.push_back(std::move(candidate));
  }

  void refuseConflicts(const ConfigObject &config) const {
    std::vector<std::string> twice;
    for (const auto &[name, value] : config.kwargs->entries())
      for (const eval::Keyword &keyword : call_.keywords)
        if (keyword.name == *name.asString())
          twice.push_back(*name.asString());
    if (!twice.empty())
      eval::raise("ValueError", cat("Conflicting meta-parameters: ", join(twice, ", "),
                                    ". Make sure that you don't re-define auto-tuned symbols."));
  }

  std::string codeOf(const Candidate &candidate) const {
    std::string key = candidate.launch.bound.key;
    if (candidate.launch.gpu < 0) {
      // Warps and stages are facts of GPUs: only what follows them can change the code here.
      const sema::LaunchOptions &options = candidate.launch.bound.spec.options;
      key = cat(key.substr(0, key.rfind('|')), options.allowContraction ? 'f' : '-',
                options.debug ? 'd' : '-', options.sanitizeOverflow ? 's' : '-');
    }
    const Grid &grid = candidate.launch.grid;
    return cat(key, "|", grid.x, ",", grid.y, ",", grid.z, "|",
               reinterpret_cast<uintptr_t>(candidate.config->preHook.object()));
  }

  // The candidates that differ in what they run; leaderOf_ gives each its place among them.
  std::vector<size_t> findDistinct() {
    std::vector<size_t> distinct;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      auto same = std::find_if(distinct.begin(), distinct.end(), [&](size_t other) {
        return candidates_[other].code == candidates_[i].code;
      });
      leaderOf_.push_back(static_cast<size_t>(same - distinct.begin()));
      if (same == distinct.end())
        distinct.push_back(i);
    }
    return distinct;
  }

  void announce(const Candidate &candidate) const {
    if (kernel_.context().printAutotuning)
      kernel_.context().say(cat("Autotuning kernel ", kernel_.name(), " with config ",
                                candidate.config->str(), "\n"));
  }

  // Null where a configuration does not fit; raises where the kernel is wrong.
  std::vector<PreparedLaunch> compileAll(const std::vector<size_t> &distinct) {
    std::vector<PreparedLaunch> prepared(distinct.size());
    std::vector<DiagSink> sinks(distinct.size());
    std::vector<std::exception_ptr> raised(distinct.size());
    std::atomic<size_t> next{0};
    auto work = [&] {
      for (size_t i; (i = next++) < distinct.size();) {
        const BoundLaunch &launch = candidates_[distinct[i]].launch;
        prepared[i] = prepareLaunch(launch, nullptr);
        try {
          prepared[i].compiled = compileBound(kernel_, launch, sinks[i]);
        } catch (const eval::Raised &) {
          raised[i] = std::current_exception();
        }
      }
    };
    size_t threads = std::min<size_t>(distinct.size(), std::thread::hardware_concurrency());
    std::vector<std::thread> workers;
    for (size_t i = 1; i < threads; ++i)
      workers.emplace_back(work);
    work();
    for (std::thread &worker : workers)
      worker.join();
    for (size_t i = 0; i < distinct.size(); ++i) {
      if (raised[i])
        std::rethrow_exception(raised[i]);
      if (!prepared[i].compiled && !merelyDoesNotFit(sinks[i]))
        raiseCompilationError(kernel_, sinks[i]);
    }
    return prepared;
  }

  static bool merelyDoesNotFit(const DiagSink &sink) {
    for (const Diagnostic &diagnostic : sink.sorted())
      if (severityOf(diagnostic.kind) == Severity::Error)
        return diagnostic.kind == DiagKind::StaticAssertFailed ||
               diagnostic.kind == DiagKind::TargetLacks;
    return false;
  }

  double timeOnce(const Candidate &candidate, const PreparedLaunch &launch) {
    TuningHooks hooks(kernel_, options_, *candidate.config, call_);
    hooks.before();
    double milliseconds = 0;
    try {
      milliseconds = launch.gpu >= 0 ? timeOnGpu(launch) : timeByClock(launch);
    } catch (const eval::Raised &raised) {
      hooks.after(raised.exception);
      throw;
    }
    hooks.after({});
    return milliseconds;
  }

  double timeByClock(const PreparedLaunch &launch) {
    auto start = std::chrono::steady_clock::now();
    runPrepared(kernel_, launch);
    check(kernel_.context().engine->device().synchronize());
    std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    return elapsed.count();
  }

  // By the GPU's own events, with its cache emptied before, as do_bench does it.
  double timeOnGpu(const PreparedLaunch &launch) {
    Gpu &gpu = *kernel_.context().gpu->find(launch.gpu);
    if (!timer_)
      timer_ = std::make_unique<CudaTimer>(gpu.device.context(), gpu.memory);
    makeCurrent(kernel_, launch);
    check(timer_->clearCache());
    check(timer_->mark());
    runPrepared(kernel_, launch);
    check(timer_->mark());
    auto times = timer_->takeIntervals();
    if (!times.ok())
      raiseLaunchFailed(kernel_, times.error());
    return times.value().front();
  }

  void check(const Status &status) {
    if (!status.ok())
      raiseLaunchFailed(kernel_, status);
  }

  std::vector<Timing> race(const std::vector<size_t> &distinct) {
    for (size_t index : distinct)
      announce(candidates_[index]);
    std::vector<PreparedLaunch> prepared = compileAll(distinct);
    TuningAgreement agreement(kernel_, call_);
    compare(agreement, distinct, prepared);
    tune::RaceRules rules;
    if (options_.milliseconds > 0)
      rules.budget = std::min(rules.budget, options_.milliseconds);
    tune::Race race(distinct.size(), rules);
    while (auto i = race.next()) {
      if (prepared[*i].compiled)
        race.record(*i, timeOnce(candidates_[distinct[*i]], prepared[*i]));
      else
        race.fail(*i);
    }
    std::vector<Timing> timings;
    for (size_t i = 0; i < distinct.size(); ++i) {
      Timing timing = {kInfinite, kInfinite, kInfinite};
      if (!race.samples(i).empty())
        std::ranges::copy(tune::quantiles(race.samples(i), kFractions), timing.begin());
      timings.push_back(timing);
    }
    agreement.beforeRun(); // what the races did to the arguments is undone
    return timings;
  }

  // Runs each once and forgets those that compute something else than the others. (The first run of
  // all meets cold memory, too; it would be unfair to count it.)
  void compare(TuningAgreement &agreement, const std::vector<size_t> &distinct,
               std::vector<PreparedLaunch> &prepared) {
    for (size_t i = 0; i < distinct.size(); ++i) {
      if (!prepared[i].compiled)
        continue;
      TuningHooks hooks(kernel_, options_, *candidates_[distinct[i]].config, call_);
      agreement.beforeRun();
      hooks.before();
      runPrepared(kernel_, prepared[i]);
      agreement.afterRun(i);
      hooks.after({});
    }
    std::vector<std::vector<const ConfigObject *>> configs(distinct.size());
    for (size_t i = 0; i < candidates_.size(); ++i)
      configs[leaderOf_[i]].push_back(&*candidates_[i].config);
    for (size_t i : agreement.refused(configs))
      prepared[i].compiled = nullptr;
  }

  // The script's own do_bench, which gets a callable that does one run, hooks included.
  std::vector<Timing> bench(const std::vector<size_t> &distinct) {
    std::vector<Timing> timings;
    for (size_t index : distinct) {
      announce(candidates_[index]);
      timings.push_back(benchOne(candidates_[index]));
    }
    return timings;
  }

  Timing benchOne(const Candidate &candidate) {
    eval::Value runOnce = eval::make<eval::NativeFunction>(
        "kernel_call", [this, &candidate](const eval::Arguments &) -> eval::Value {
          TuningHooks hooks(kernel_, options_, *candidate.config, call_);
          hooks.before();
          try {
            inner_.launch({call_.grid, call_.positional, candidate.keywords});
          } catch (const eval::Raised &raised) {
            hooks.after(raised.exception);
            throw;
          }
          hooks.after({});
          return {};
        });
    std::vector<eval::Value> fractions;
    for (double fraction : kFractions)
      fractions.push_back(eval::Value::real(fraction));
    const eval::Value positional[] = {runOnce};
    const eval::Keyword keywords[] = {{"quantiles", eval::Value::tuple(std::move(fractions))}};
    try {
      return readTiming(eval::call(options_.doBench, eval::Arguments{positional, keywords}));
    } catch (const eval::Raised &raised) {
      const TritonErrors &errors = tritonErrors();
      const eval::ExceptionType &type = *raised.exception->type;
      if (type.derivesFrom(errors.outOfResources.get()) ||
          type.derivesFrom(errors.compileTimeAssertionFailure.get()) ||
          type.derivesFrom(errors.ptxasError.get()))
        return {kInfinite, kInfinite, kInfinite};
      throw;
    }
  }

  // A list of quantiles, or one number for all of them.
  static Timing readTiming(const eval::Value &result) {
    if (result.isNumber()) {
      double time = result.asFloat();
      return {time, time, time};
    }
    std::vector<eval::Value> items = eval::items(result);
    Timing timing{};
    for (size_t i = 0; i < timing.size() && !items.empty(); ++i)
      timing[i] = eval::toDouble(items[std::min(i, items.size() - 1)]);
    return timing;
  }

  Launchable &inner_;
  KernelObject &kernel_;
  const AutotuneOptions &options_;
  const LaunchCall &call_;
  std::vector<Candidate> candidates_;
  std::vector<size_t> leaderOf_;
  std::unique_ptr<CudaTimer> timer_; // of launches on a GPU
};

} // namespace

std::vector<Timing> timeConfigs(Launchable &kernel, const AutotuneOptions &options,
                                const std::vector<eval::Ref<ConfigObject>> &configs,
                                const LaunchCall &call) {
  return TuningSession(kernel, options, call).run(configs);
}

eval::Value timingObject(const Timing &timing) {
  std::vector<eval::Value> values;
  for (double value : timing)
    values.push_back(eval::Value::real(value));
  return eval::Value::list(std::move(values));
}

void resetAfterTuning(KernelObject &kernel, const AutotuneOptions &options,
                      const ConfigObject &best, const LaunchCall &call) {
  TuningHooks(kernel, options, best, call).reset();
}

} // namespace nereid::host
