// Runs native kernel code so that a wild access becomes a report instead of the end of the process.
#pragma once

#include <cstdint>
#include <functional>

namespace nereid {

// What stopped a guarded call; kind 0: nothing did.
struct Fault {
  int signal = 0; // SIGSEGV, SIGBUS, SIGFPE, SIGILL, or SIGINT (runtime/interrupt.h)
  uint64_t address = 0;
  bool happened() const { return signal != 0; }
};

// Calls `code`. If it touches memory that it may not, divides an integer by zero, or runs an
// instruction this machine lacks, the call is abandoned there and the fault returned: nothing that
// `code` owns is cleaned up, so it must own nothing (compiled kernels do not). Signals outside a
// guarded call go where they went before.
Fault runGuarded(const std::function<void()> &code);

} // namespace nereid
