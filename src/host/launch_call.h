// Launchable: what `x[grid](...)` may be applied to: a kernel, or a decorator around one.
//
// Decorators nest: @autotune around @heuristics around @jit. Each adds keyword arguments to a call
// and hands it to what it wraps.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "eval/value.h"
#include "jit/engine.h"
#include "runtime/device.h"
#include "tensor/storage.h"

namespace nereid::host {

class KernelObject;

// One launch on its way to the device. Spans of the caller's storage: valid during the call only.
struct LaunchCall {
  eval::Value grid; // a tuple or list of ints, or a callable that makes one; None under warmup
  std::span<const eval::Value> positional;
  std::span<const eval::Keyword> keywords;
  bool warmup = false; // compile, do not run
};

// A launch whose arguments are known: what is left is to compile and to run.
struct BoundLaunch {
  jit::Bound bound;
  Grid grid;
  int gpu = -1; // which it runs on; -1: none, but the engine for the CPU
  std::vector<std::shared_ptr<tensor::Storage>> memory; // of the arguments on the GPU
};

// A launch that a device can be given, any number of times.
struct PreparedLaunch {
  std::shared_ptr<const jit::Compiled> compiled; // null if the grid is empty
  Grid grid;
  std::vector<uint64_t> words;
  int gpu = -1; // which it runs on; -1: none, but the engine for the CPU
  std::vector<std::shared_ptr<tensor::Storage>> memory; // made current before each run
};

class Launchable {
public:
  virtual ~Launchable() = default;
  // Matches and converts the arguments and evaluates the grid (no programs under warmup). Raises.
  virtual BoundLaunch bind(const LaunchCall &call) = 0;
  // Binds, compiles and runs; returns the compiled kernel as an object. Raises.
  virtual eval::Value launch(const LaunchCall &call) = 0;
  virtual KernelObject &kernel() = 0; // the innermost
};

// The value as a Launchable; raises TypeError "`decorator` decorates a kernel, not ..." otherwise.
Launchable &launchableOf(const eval::Value &value, std::string_view decorator);

// The attributes that every Launchable `self` has: run, warmup. And `self[grid]`.
std::optional<eval::Value> launchableAttr(eval::Ref<eval::Object> self, std::string_view name);
eval::Value gridLauncher(eval::Ref<eval::Object> self, const eval::Value &grid);

} // namespace nereid::host
