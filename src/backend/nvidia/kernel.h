// From a kernel of tile IR to the LLVM IR of one thread.
#pragma once

#include "mlir/IR/BuiltinOps.h"

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
  bool walksGrid = false;
  int leastPtx = 0; // the version of PTX that it needs beyond the chip's first: 84 of 8.4
};

// Who brings what products multiply: the threads themselves, or a producer that reads boxes of
// tensors (supply.h), if there are any; only under the conditions that come with it.
enum class OperandSource : uint8_t { Threads, Boxes };

// Writes the one kernel of `module` into `target`. A Status: a limit of the machine.
Result<EmittedKernel> emitKernel(mlir::ModuleOp module, llvm::Module &target,
                                 const Machine &machine, OperandSource source);

} // namespace nereid::nvidia
