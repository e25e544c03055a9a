#include "backend/common/run_passes.h"

#include "llvm/IR/Module.h"

namespace nereid {

void runPasses(llvm::Module &module, llvm::PassBuilder &builder, llvm::FunctionPassManager passes) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

} // namespace nereid
