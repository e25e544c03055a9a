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

// Is `name` a launch option (num_warps, ...), whether or not it means anything here?
bool isLaunchOption(std::string_view name);

// Sets one option; false: there is none with this name. Raises for a value it cannot have.
bool setLaunchOption(std::string_view name, const eval::Value &value, sema::LaunchOptions &options);

} // namespace nereid::host
