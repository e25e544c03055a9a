#include "interp/machine.h"

namespace nereid::interp {
namespace {

constexpr size_t kAlignment = 64;

std::byte *aligned(std::byte *address) {
  auto bits = reinterpret_cast<uintptr_t>(address);
  return address + (kAlignment - bits % kAlignment) % kAlignment;
}

} // namespace

void run(const Steps &steps, Machine &machine) {
  for (const Step &step : steps) {
    step(machine);
    if (machine.stopped())
      return;
  }
}

Machine::Machine(const std::vector<SlotPlace> &places, size_t bytes, Grid grid, MemoryGuard memory,
                 Print print)
    : bytes_(bytes + kAlignment), grid_(grid), memory_(std::move(memory)),
      print_(std::move(print)) {
  std::byte *base = aligned(bytes_.data());
  for (const SlotPlace &place : places)
    addresses_.push_back(place.constant ? const_cast<std::byte *>(place.constant)
                                        : base + place.offset);
}

void Machine::setProgram(uint64_t linear) {
  program_ = {uint32_t(linear % grid_.x), uint32_t(linear / grid_.x % grid_.y),
              uint32_t(linear / grid_.x / grid_.y)};
}

void Machine::stop(Diagnostic why) {
  if (!why_)
    why_ = std::move(why);
}

} // namespace nereid::interp
