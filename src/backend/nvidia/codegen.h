// From the emitter's LLVM IR to PTX.
#pragma once

#include "backend/backend.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace nereid::nvidia {

// Optimizes `module` (consumed) and gives its PTX, showing both on the way.
Result<std::string> generatePtx(llvm::Module &module, llvm::TargetMachine &machine,
                                const EmitObserver &observer);

} // namespace nereid::nvidia
