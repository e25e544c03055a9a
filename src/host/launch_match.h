// The arguments of a launch, sorted out: which parameter each belongs to, which are options.
#pragma once

#include <vector>

#include "host/kernel.h"

namespace nereid::host {

struct MatchedLaunch {
  std::vector<const eval::Value *> slots; // one per parameter; null only for an empty `*args`
  eval::Value star;                       // the tuple that `*args` got
  sema::LaunchOptions options;
};

// Points into the call and into the kernel's defaults: valid as long as both. Raises TypeError and
// KeyError in Python's words.
void matchLaunch(const KernelObject &kernel, const LaunchCall &call, MatchedLaunch &matched);

// What is inside a tl.constexpr; any other value itself.
const eval::Value &unwrapped(const eval::Value &value);

// Sets one option; false: there is none with this name. Raises for a value it cannot have.
bool setLaunchOption(std::string_view name, const eval::Value &value, sema::LaunchOptions &options);

} // namespace nereid::host
