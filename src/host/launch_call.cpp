// How a script starts a launch: `kernel[grid](...)`, `kernel.run(..., grid=grid)` and
// `kernel.warmup(..., grid=grid)`, for kernels and for the decorators around them alike.
#include "host/launch_call.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::host {

namespace {

// `kernel[grid]`: waits for its arguments.
class GridLauncher : public eval::Object {
public:
  GridLauncher(eval::Ref<eval::Object> target, Launchable *launchable, eval::Value grid)
      : target_(std::move(target)), launchable_(launchable), grid_(std::move(grid)) {}
  std::string typeName() const override { return "function"; }
  bool isCallable() const override { return true; }
  eval::Value call(const eval::Arguments &arguments) override {
    return launchable_->launch({grid_, arguments.positional, arguments.keywords});
  }

private:
  const eval::Ref<eval::Object> target_; // keeps launchable_ alive
  Launchable *const launchable_;
  const eval::Value grid_;
};

Launchable &asLaunchable(eval::Object &object) {
  return *dynamic_cast<Launchable *>(&object);
}

// run() and warmup(): the grid and the mode are keyword arguments beside the kernel's own.
eval::Value launchByKeywords(eval::Object &self, const eval::Arguments &arguments, bool warmup) {
  LaunchCall call;
  call.warmup = warmup;
  call.positional = arguments.positional;
  std::vector<eval::Keyword> keywords;
  bool hasGrid = false;
  for (const eval::Keyword &keyword : arguments.keywords) {
    if (keyword.name == "grid") {
      call.grid = keyword.value;
      hasGrid = true;
    } else if (keyword.name == "warmup" && !warmup) {
      call.warmup = eval::truthy(keyword.value);
    } else {
      keywords.push_back(keyword);
    }
  }
  if (!hasGrid)
    eval::raise("TypeError", cat(warmup ? "warmup" : "run",
                                 "() missing 1 required keyword-only argument: 'grid'"));
  call.keywords = keywords;
  return asLaunchable(self).launch(call);
}

const eval::Method kMethods[] = {
    {"run",
     [](eval::Object &self, const eval::Arguments &arguments) {
       return launchByKeywords(self, arguments, false);
     }},
    {"warmup",
     [](eval::Object &self, const eval::Arguments &arguments) {
       return launchByKeywords(self, arguments, true);
     }},
};

} // namespace

Launchable &launchableOf(const eval::Value &value, std::string_view decorator) {
  if (auto *launchable = value.as<Launchable>())
    return *launchable;
  eval::raise("TypeError", cat("@triton.", decorator, " decorates a kernel, not ",
                               eval::typeName(value), ": put @triton.jit below it"));
}

std::optional<eval::Value> launchableAttr(eval::Ref<eval::Object> self, std::string_view name) {
  return eval::bindMethod(kMethods, *self, name);
}

eval::Value gridLauncher(eval::Ref<eval::Object> self, const eval::Value &grid) {
  Launchable &launchable = asLaunchable(*self);
  return eval::make<GridLauncher>(std::move(self), &launchable, grid);
}

} // namespace nereid::host
