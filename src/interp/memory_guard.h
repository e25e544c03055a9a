// Which addresses a launch may touch.
//
// If every pointer parameter of the launch points into an allocation that Nereid knows, then every
// access must lie inside one; an access outside all of them is a mistake in the kernel, and is
// reported before it happens. If some parameter points elsewhere, memory is not ours to judge and
// nothing is checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/memory_map.h"
#include "source/source.h"

namespace nereid::interp {

// A pointer parameter and what the launch passed for it.
struct PointerArgument {
  std::string name;
  size_t position = 0; // among all parameters
  Span declared;
  uint64_t elementBytes = 1;
  uint64_t address = 0;
  Allocation allocation = {}; // size 0: not known
};

class MemoryGuard {
public:
  explicit MemoryGuard(std::vector<PointerArgument> arguments);

  // Whether the access may go ahead.
  bool allows(uint64_t address, uint64_t bytes) {
    return !checks_ || latest_.contains(address, bytes) || find(address, bytes);
  }

  const std::vector<PointerArgument> &arguments() const { return arguments_; }

private:
  bool find(uint64_t address, uint64_t bytes);

  std::vector<PointerArgument> arguments_;
  bool checks_ = true;
  Allocation latest_ = {}; // the last one found: neighbouring lanes mostly share it
};

} // namespace nereid::interp
