// Which addresses a launch may touch.
//
// An access through a pointer that was computed from certain parameters must lie in what one of
// them points into: landing in another tensor is as much a mistake as landing in none, and is
// reported before it happens. A pointer of unknown origin may reach whatever the parameters point
// into. Where a parameter points into memory that Nereid does not know, there is nothing to judge
// by, and accesses through it are not checked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
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
  std::optional<Allocation> allocation = {}; // if Nereid knows it
};

class MemoryGuard {
public:
  explicit MemoryGuard(std::vector<PointerArgument> arguments);

  // Whether the access may go ahead. `roots`: the parameters, by position, that the pointer was
  // computed from; none if that is not known.
  bool allows(uint64_t address, uint64_t bytes, std::span<const unsigned> roots) {
    if (roots.empty())
      return !checks_ || latest_.contains(address, bytes) || find(address, bytes);
    return std::any_of(roots.begin(), roots.end(), [&](unsigned root) {
      const std::optional<Allocation> &allocation = atPosition_[root];
      return !allocation || allocation->contains(address, bytes);
    });
  }

  const std::vector<PointerArgument> &arguments() const { return arguments_; }

private:
  bool find(uint64_t address, uint64_t bytes);

  std::vector<PointerArgument> arguments_;
  std::vector<std::optional<Allocation>> atPosition_; // by parameter
  bool checks_ = true;
  Allocation latest_ = {}; // the last one found: neighbouring lanes mostly share it
};

} // namespace nereid::interp
