// The emitter has already vectorized, unrolled and hoisted, so both pipelines are short: measured,
// LLVM's O2 gives the same speed and takes three times as long.
#include "backend/cpu/codegen.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "backend/common/run_passes.h"
#include "base/text.h"

namespace nereid::cpu {
namespace {

Status lowerToLlvmDialect(mlir::ModuleOp module) {
  mlir::PassManager pm(module.getContext());
  pm.enableVerifier(false);
  pm.addPass(mlir::createCSEPass());
  pm.addPass(mlir::createSCFToControlFlowPass());
  // Before convert-to-llvm, whose interface leaves some vector operations behind.
  pm.addPass(mlir::createConvertVectorToLLVMPass());
  pm.addPass(mlir::createConvertToLLVMPass());
  pm.addPass(mlir::createReconcileUnrealizedCastsPass());
  if (failed(pm.run(module)))
    return Status(StatusCode::Internal, "the CPU backend's MLIR does not lower to LLVM");
  return {};
}

void setFunctionAttributes(llvm::Module &module, const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    function.addFnAttr(llvm::Attribute::NoUnwind);
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr("no-trapping-math", "true");
  }
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopUnrolling = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  runPasses(module, builder, std::move(passes));
}

// The one lane that a constant mask lets through; nothing if it is none or more.
std::optional<unsigned> loneLane(const llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  std::optional<unsigned> lone;
  for (unsigned lane = 0; constant && type && lane < type->getNumElements(); ++lane) {
    llvm::Constant *element = constant->getAggregateElement(lane);
    if (!element || !(element->isOneValue() || element->isNullValue()) ||
        (element->isOneValue() && lone))
      return std::nullopt;
    if (element->isOneValue())
      lone = lane;
  }
  return lone;
}

// Masked stores of one lane become plain stores. LLVM 22 does so too, but where the lanes were
// truncated first, AVX-512's code generator stores the lane as wide as it was before.
void storeLoneLanes(llvm::Module &module) {
  llvm::SmallVector<llvm::IntrinsicInst *> stores;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == llvm::Intrinsic::masked_store)
          stores.push_back(call);
  for (llvm::IntrinsicInst *store : stores) {
    std::optional<unsigned> lane = loneLane(store->getArgOperand(2));
    if (!lane)
      continue;
    llvm::IRBuilder<> builder(store);
    llvm::Value *value = store->getArgOperand(0);
    llvm::Type *type = value->getType()->getScalarType();
    llvm::Value *to = builder.CreateConstGEP1_32(type, store->getArgOperand(1), *lane);
    builder.CreateAlignedStore(builder.CreateExtractElement(value, *lane), to,
                               llvm::commonAlignment(store->getParamAlign(1).valueOrOne(),
                                                     *lane * type->getPrimitiveSizeInBits() / 8));
    store->eraseFromParent();
  }
}

// The emitter writes an address as a base that the loop does not change and the loop's own counter
// (lanes.h), which is what loop strength reduction would look for, in a quarter of the time that a
// compilation takes.
class NoStrengthReduction : public llvm::OptPassGate {
public:
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    return pass != "Loop Strength Reduction";
  }
  bool isEnabled() const override { return true; }
};

std::string printed(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

Result<std::string> emitFile(llvm::Module &module, llvm::TargetMachine &machine,
                             llvm::CodeGenFileType kind) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, kind))
    return Status(StatusCode::Internal, "LLVM cannot write object files for this target");
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

} // namespace

void loadCodegenDialects(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::arith::registerConvertArithToLLVMInterface(registry);
  mlir::cf::registerConvertControlFlowToLLVMInterface(registry);
  mlir::registerConvertFuncToLLVMInterface(registry);
  mlir::registerConvertMathToLLVMInterface(registry);
  mlir::ub::registerConvertUBToLLVMInterface(registry);
  mlir::vector::registerConvertVectorToLLVMInterface(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::vector::VectorDialect,
                      mlir::cf::ControlFlowDialect, mlir::ub::UBDialect>();
}

Result<std::string> generateObject(mlir::ModuleOp module, llvm::TargetMachine &machine,
                                   const EmitObserver &observer) {
  auto wants = [&](std::string_view stage) { return observer.wants && observer.wants(stage); };
  if (wants("target")) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    observer.show("target", text);
  }
  if (Status status = lowerToLlvmDialect(module); !status.ok())
    return status;
  NoStrengthReduction gate;
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  std::unique_ptr<llvm::Module> translated =
      mlir::translateModuleToLLVMIR(module, context, "kernel", /*disableVerification=*/true);
  if (!translated)
    return Status(StatusCode::Internal, "the CPU backend's MLIR does not translate to LLVM IR");
  translated->setDataLayout(machine.createDataLayout());
  translated->setTargetTriple(machine.getTargetTriple());
  setFunctionAttributes(*translated, machine);
  optimize(*translated, machine);
  storeLoneLanes(*translated);
  if (wants("llvm"))
    observer.show("llvm", printed(*translated));
  if (wants("asm")) {
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*translated);
    Result<std::string> text = emitFile(*copy, machine, llvm::CodeGenFileType::AssemblyFile);
    observer.show("asm", text.ok() ? text.value() : text.error().what());
  }
  return emitFile(*translated, machine, llvm::CodeGenFileType::ObjectFile);
}

} // namespace nereid::cpu
