// From the C interface's arguments to the engine's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "jit/engine.h"
#include "nereid/nereid_c.h"

namespace nereid::api {

// Puts each argument into the slot of its parameter. Returns what is wrong, or an empty string.
std::string matchArguments(const jit::Kernel &kernel, std::span<const nereid_argument> arguments,
                           std::vector<jit::Argument> &slots);

sema::LaunchOptions launchOptions(const nereid_launch_options *options);

// While it lives, the memory of arguments that carry a size is known (runtime/memory_map.h):
// checked runs hold accesses against it, and native launches know what cannot overlap.
class KnownMemory {
public:
  explicit KnownMemory(std::span<const nereid_argument> arguments);
  ~KnownMemory();
  KnownMemory(const KnownMemory &) = delete;
  KnownMemory &operator=(const KnownMemory &) = delete;

private:
  std::span<const nereid_argument> arguments_;
};

} // namespace nereid::api
