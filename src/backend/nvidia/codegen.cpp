#include "backend/nvidia/codegen.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

#include "backend/common/run_passes.h"
#include "base/text.h"

namespace nereid::nvidia {
namespace {

// The emitter computes addresses where they are used: equal ones become one, and what a loop does
// not change leaves it. The assembler does the rest.
void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PassBuilder builder(&machine);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::PromotePass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::ADCEPass());
  runPasses(module, builder, std::move(passes));
}

std::string printed(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

} // namespace

Result<std::string> generatePtx(llvm::Module &module, llvm::TargetMachine &machine,
                                const EmitObserver &observer) {
  auto wants = [&](std::string_view stage) { return observer.wants && observer.wants(stage); };
  std::string broken;
  llvm::raw_string_ostream complaints(broken);
  if (llvm::verifyModule(module, &complaints))
    return Status(StatusCode::Internal, cat("the NVIDIA backend's LLVM IR is wrong: ", broken));
  optimize(module, machine);
  if (wants("llvm"))
    observer.show("llvm", printed(module));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return Status(StatusCode::Internal, "LLVM cannot write PTX");
  passes.run(module);
  std::string text(bytes.begin(), bytes.end());
  if (wants("asm"))
    observer.show("asm", text);
  return text;
}

} // namespace nereid::nvidia
