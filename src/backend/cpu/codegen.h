// From the emitter's MLIR to an ELF object.
#pragma once

#include <string>

#include "mlir/IR/BuiltinOps.h"

#include "backend/backend.h"

namespace llvm {
class TargetMachine;
}

namespace nereid::cpu {

// Adds to `context` what generateObject needs to see translated.
void loadCodegenDialects(mlir::MLIRContext &context);

// Lowers `module` (consumed) to LLVM IR, optimizes it lightly and gives the object file's bytes.
Result<std::string> generateObject(mlir::ModuleOp module, llvm::TargetMachine &machine,
                                   const EmitObserver &observer);

} // namespace nereid::cpu
