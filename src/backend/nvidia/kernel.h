// From a kernel of tile IR to the LLVM IR of one thread.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include "backend/nvidia/target.h"

namespace llvm {
class Module;
}

namespace nereid::nvidia {

struct EmittedKernel {
  std::string entry;
  uint32_t sharedBytes = 0;
};

// Writes the one kernel of `module` into `target`. A Status: a limit of the machine.
Result<EmittedKernel> emitKernel(mlir::ModuleOp module, llvm::Module &target,
                                 const Machine &machine);

} // namespace nereid::nvidia
