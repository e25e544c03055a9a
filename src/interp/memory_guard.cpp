#include "interp/memory_guard.h"

namespace nereid::interp {

MemoryGuard::MemoryGuard(std::vector<PointerArgument> arguments)
    : arguments_(std::move(arguments)) {
  for (PointerArgument &argument : arguments_) {
    auto allocation = MemoryMap::find(argument.address);
    if (allocation && allocation->contains(argument.address, 0))
      argument.allocation = *allocation;
    else
      checks_ = false;
    atPosition_.resize(std::max(atPosition_.size(), argument.position + 1));
    atPosition_[argument.position] = argument.allocation;
  }
}

bool MemoryGuard::find(uint64_t address, uint64_t bytes) {
  for (const PointerArgument &argument : arguments_)
    if (argument.allocation && argument.allocation->contains(address, bytes)) {
      latest_ = *argument.allocation;
      return true;
    }
  auto allocation = MemoryMap::find(address);
  if (!allocation || !allocation->contains(address, bytes))
    return false;
  latest_ = *allocation;
  return true;
}

} // namespace nereid::interp
