// The engine: one device, and the kernels compiled for it.
//
//   Engine engine(makeCpuDevice(), options);
//   Kernel kernel(function, rules);
//   Bound bound;
//   bind(kernel.rules(), arguments, {}, bound);
//   auto compiled = engine.compile(kernel, bound, sink);    // in memory, on disk, or made now
//   Status status = engine.device().launch(*compiled->loaded, grid, bound.words);
//
// Thread-safe: several threads may compile and launch at once.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/compile.h"
#include "jit/argument.h"
#include "jit/disk_cache.h"
#include "runtime/device.h"
#include "sema/language.h"

namespace nereid::jit {

// One specialization of a kernel, ready to launch.
struct Compiled {
  Artifact artifact; // without its code, which the device has
  std::shared_ptr<LoadedKernel> loaded;
  sema::Specialization spec;
  double milliseconds = 0; // to compile and load
  bool fromDisk = false;
};

// A jit function and its specializations on one engine.
class Kernel {
public:
  Kernel(eval::Ref<sema::JitFunction> function, std::vector<ParameterRule> rules)
      : function_(std::move(function)), rules_(std::move(rules)) {}
  const sema::JitFunction &function() const { return *function_; }
  const std::vector<ParameterRule> &rules() const { return rules_; }

private:
  friend class Engine;
  eval::Ref<sema::JitFunction> function_;
  std::vector<ParameterRule> rules_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const Compiled>> specializations_;
};

// The rules that a function's annotations imply, all parameters specialized.
std::vector<ParameterRule> rulesOf(const sema::JitFunction &function);

struct EngineOptions {
  std::string cacheDirectory; // empty: nothing on disk
  uint64_t cacheLimit = DiskCache::kDefaultLimit;
  CompileOptions compile;
  // Compile for this besides, and let `compile.onStage` show that: what another machine would get.
  std::optional<TargetSpec> shownTarget;
};

class Engine {
public:
  Engine(std::unique_ptr<Device> device, EngineOptions options);

  Device &device() { return *device_; }
  // What its code can use of arguments' divisors.
  Divisors divisors() const;
  const DiskCache &cache() const { return cache_; }

  // The specialization of `kernel` that `bound` asks for; null if `sink` received an error.
  std::shared_ptr<const Compiled> compile(Kernel &kernel, const Bound &bound, DiagSink &sink);

  // The text of every stage that `compiled` went through, by the stage's name: compiles it again.
  std::vector<std::pair<std::string, std::string>>
  stages(const Kernel &kernel, const Compiled &compiled, DiagSink &sink) const;

  // How often each happened, for --verbose and tests.
  struct Counts {
    std::atomic<int> compiled{0}, fromDisk{0}, fromMemory{0};
  };
  const Counts &counts() const { return counts_; }

private:
  std::shared_ptr<const Compiled> build(const Kernel &kernel, const Bound &bound, DiagSink &sink);

  std::unique_ptr<Device> device_;
  EngineOptions options_;
  DiskCache cache_;
  // The front end may run a script's code (constexpr functions), which is not made for threads, and
  // which may even launch a kernel itself.
  std::recursive_mutex frontEnd_;
  Counts counts_;
};

} // namespace nereid::jit
