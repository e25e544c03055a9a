// A kernel's entry: the ABI of artifact/artifact.h, and the loop over programs around the body.
#pragma once

#include <string>

#include "mlir/IR/BuiltinOps.h"

#include "backend/cpu/machine.h"
#include "base/result.h"

namespace nereid::cpu {

struct EmittedKernel {
  std::string entry;
  uint64_t scratchBytes = 0; // past the CpuScratch
};

// Replaces the one func.func of `module` by its entry, in arith, math, scf, vector and LLVM.
Result<EmittedKernel> emitKernel(mlir::ModuleOp module, const Machine &machine);

} // namespace nereid::cpu
