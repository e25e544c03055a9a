// What the NVIDIA emitter knows of the machine it writes for.
#pragma once

#include <memory>

#include "artifact/artifact.h"
#include "base/result.h"

namespace llvm {
class TargetMachine;
}

namespace nereid::nvidia {

struct Machine {
  int capability = 75;             // 90 of sm_90a
  bool isExact = false;            // sm_90a: has what only that chip has (wgmma)
  int warps = 4;                   // of a program
  int stages = 3;                  // how far loads of loops run ahead
  int maxRegisters = 0;            // a thread; 0: the assembler decides
  uint32_t maxSharedBytes() const; // of a program
  int maxThreads() const;          // resident on a multiprocessor

  bool hasAsyncCopy() const { return capability >= 80; }
  bool hasBf16() const { return capability >= 80; }
  bool hasFloat8() const { return capability >= 89; }
  bool hasWarpgroups() const { return capability == 90 && isExact; }
};

// The chip of "sm_90a"; a Status if there is none that we know.
Result<Machine> machineOf(const TargetSpec &target);

// LLVM's code generator for it, writing PTX of `leastPtx` (84: version 8.4) if the chip's is older.
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetSpec &target,
                                                                 int leastPtx = 0);

} // namespace nereid::nvidia
