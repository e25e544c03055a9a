// What a cubin, the machine code that NVIDIA's assembler writes, says of a kernel's needs.
//
// A cubin is an ELF file. Its section .nv.info is a list of attributes of symbols: registers a
// thread, and bytes of stack, which is where values are that found no register.
//
//   auto needs = readCubin(bytes, "add_kernel");     // needs.value().registers is 39
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace nereid {

struct KernelNeeds {
  uint32_t registers = 0;  // a thread
  uint32_t stackBytes = 0; // a thread, in memory: spilled values and called functions' frames
  friend bool operator==(const KernelNeeds &, const KernelNeeds &) = default;
};

// Not PTX, which is text; says nothing of what is inside.
bool isCubin(std::string_view bytes);
// A Status if the bytes are no cubin, or one without such a kernel. Damaged ones never crash.
Result<KernelNeeds> readCubin(std::string_view bytes, std::string_view kernel);

// Which multiprocessors `arch` ("sm_90a") has, as far as residency goes; all zero if unknown.
struct Multiprocessor {
  uint32_t threads = 0, programs = 0, registers = 0, sharedBytes = 0;
  uint32_t reservedBytes = 0; // of shared memory, for each program
};
Multiprocessor multiprocessorOf(std::string_view arch);

// Programs of `threads` threads that are resident at once, and what keeps more away: "threads",
// "registers", "shared memory", "programs".
struct Residency {
  uint32_t programs = 0;
  std::string_view limit;
};
Residency residencyOf(const Multiprocessor &chip, uint32_t threads, uint32_t registers,
                      uint32_t sharedBytes);

} // namespace nereid
