// LLVM's function passes, run without the ceremony around them.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace nereid {

// Runs `passes` over every function of `module` that has a body; `builder` knows the target.
void runPasses(llvm::Module &module, llvm::PassBuilder &builder, llvm::FunctionPassManager passes);

} // namespace nereid
