// A kernel in execution: one program at a time, every value of it in its place.
//
// A kernel is prepared once (prepare.h): each operation becomes a Step, a function that knows where
// its operands and results lie. Shapes are static, so where is decided then: a Slot is a number,
// and a Machine holds the address of each. Running a program is calling its steps in order.
//
// A Machine belongs to one launch and one thread. A fault stops it: steps after it do not run, and
// the launch reports diagnostic().
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "interp/memory_guard.h"
#include "runtime/device.h"
#include "runtime/interrupt.h"

namespace nereid::interp {

class Machine;

// Where a value's lanes lie, row-major and without gaps.
enum class Slot : uint32_t {};

using Step = std::function<void(Machine &)>;
using Steps = std::vector<Step>;

// Runs the steps in order, until one of them stops the machine.
void run(const Steps &steps, Machine &machine);

// Where each slot's lanes are: in the pool of constants, or at an offset of a launch's memory.
struct SlotPlace {
  const std::byte *constant = nullptr;
  size_t offset = 0;
};

class Machine {
public:
  using Print = std::function<void(std::string_view text)>;

  Machine(const std::vector<SlotPlace> &places, size_t bytes, Grid grid, MemoryGuard memory,
          Print print);

  // The lanes of a slot.
  template <typename T> T *lanes(Slot slot) {
    return reinterpret_cast<T *>(addresses_[static_cast<uint32_t>(slot)]);
  }

  const Grid &grid() const { return grid_; }
  const std::array<uint32_t, 3> &program() const { return program_; }
  void setProgram(uint64_t linear);

  MemoryGuard &memory() { return memory_; }
  void print(std::string_view text) { print_(text); }

  // Ends the launch with `why`.
  void stop(Diagnostic why);
  // By a fault, or by an interrupt (runtime/interrupt.h), which has no diagnostic.
  bool stopped() const { return why_.has_value() || launchesInterrupted(); }
  const std::optional<Diagnostic> &diagnostic() const { return why_; }

private:
  std::vector<std::byte> bytes_;
  std::vector<std::byte *> addresses_; // by Slot
  Grid grid_;
  std::array<uint32_t, 3> program_ = {};
  MemoryGuard memory_;
  Print print_;
  std::optional<Diagnostic> why_;
};

} // namespace nereid::interp
