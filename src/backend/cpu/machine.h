// What the CPU emitter knows of the machine it writes for. Nothing else in this folder asks what a
// target is called.
#pragma once

#include <cstdint>
#include <memory>

#include "artifact/artifact.h"

namespace llvm {
class TargetMachine;
}

namespace nereid::cpu {

struct Machine {
  int64_t vectorBits = 128; // of the widest vector that is fast
  int64_t vectorRegisters = 16;
  bool hasScaledExponent = false; // one instruction for x * 2^n (AVX-512)

  // 32-bit lanes of a vector.
  int64_t width() const { return vectorBits / 32; }
};

Machine machineOf(const llvm::TargetMachine &target);

// LLVM's code generator for `target`. `arch` is a CPU as LLVM calls it, "znver4" or "x86-64-v3";
// one of another architecture, whose code can be looked at and not run, is "aarch64/neoverse-n1".
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetSpec &target);

} // namespace nereid::cpu
