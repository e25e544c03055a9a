// From a kernel of tile IR to the LLVM IR of one thread.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include "backend/nvidia/feed/operand_source.h"
#include "backend/nvidia/target.h"

namespace llvm {
class Module;
}

namespace nereid::nvidia {

struct EmittedKernel {
  std::string entry; // empty: nothing was written
  uint32_t sharedBytes = 0, threads = 0;
  // What a launch passes beside the parameters (artifact.h).
  std::vector<TensorMap> maps;
  std::vector<LaunchCondition> conditions;
  std::vector<LaunchRange> ranges;
  std::vector<uint32_t> notNegative;
  bool walksGrid = false;
  int leastPtx = 0; // the version of PTX that it needs beyond the chip's first: 84 of 8.4
  bool drawsPrograms = false;
  uint32_t programsPerBlock = 0;
};

// Writes the one kernel of `module` into `target`. A Status: a limit of the machine.
Result<EmittedKernel> emitKernel(mlir::ModuleOp module, llvm::Module &target,
                                 const Machine &machine, OperandSource source);

} // namespace nereid::nvidia
