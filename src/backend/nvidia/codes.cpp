// Each code is drafted as LLVM IR, one after the other since they read the same MLIR. Then LLVM
// makes PTX of them side by side: that is most of the time of a compilation.
#include "backend/nvidia/codes.h"

#include <future>
#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include "backend/common/parameters.h"
#include "backend/nvidia/codegen.h"
#include "backend/nvidia/early_loads.h"
#include "backend/nvidia/kernel.h"
#include "backend/nvidia/math/flushed_exponentials.h"
#include "backend/nvidia/products/scaled_maxima.h"
#include "backend/nvidia/products/whole_masks.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

struct Draft {
  struct Code {
    llvm::LLVMContext context;
    llvm::Module module{"kernel", context};
  };
  Artifact artifact; // all but its code; no entry: the kernel does not suit the source
  std::unique_ptr<Code> code = std::make_unique<Code>();
  int leastPtx = 0;

  bool isWritten() const { return !artifact.entry.empty(); }
};

func::FuncOp kernelOf(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

class Drafter {
public:
  Drafter(const TargetSpec &target, const Machine &machine, const llvm::TargetMachine &generator)
      : target_(target), machine_(machine), generator_(generator) {}

  Result<Draft> draft(ModuleOp module, OperandSource source) const {
    Draft draft;
    llvm::Module &code = draft.code->module;
    code.setDataLayout(generator_.createDataLayout());
    code.setTargetTriple(generator_.getTargetTriple());
    auto emitted = emitKernel(module, code, machine_, source);
    if (!emitted.ok())
      return emitted.error();
    EmittedKernel &kernel = emitted.value();
    draft.leastPtx = kernel.leastPtx;
    Artifact &artifact = draft.artifact;
    artifact.target = target_;
    artifact.parameters = parametersOf(kernelOf(module));
    artifact.entry = kernel.entry;
    artifact.sharedBytes = kernel.sharedBytes;
    artifact.threadsPerProgram = kernel.threads;
    artifact.tensorMaps = std::move(kernel.maps);
    artifact.conditions = std::move(kernel.conditions);
    artifact.ranges = std::move(kernel.ranges);
    artifact.notNegative = std::move(kernel.notNegative);
    artifact.walksGrid = kernel.walksGrid;
    artifact.drawsPrograms = kernel.drawsPrograms;
    artifact.programsPerBlock = kernel.programsPerBlock;
    return draft;
  }

  // What boxes leave no shared memory for is written without them. Other failures are told: behind
  // code that is right but slow nobody would find them.
  Result<Draft> draftIfItFits(ModuleOp module, OperandSource source) const {
    auto drafted = draft(module, source);
    bool isTooLarge = !drafted.ok() && drafted.error().code() == StatusCode::OutOfMemory;
    return isTooLarge ? Result<Draft>(Draft()) : std::move(drafted);
  }

private:
  const TargetSpec &target_;
  const Machine &machine_;
  const llvm::TargetMachine &generator_;
};

Result<Artifact> finish(Draft &draft, const EmitObserver &observer) {
  auto generator = createTargetMachine(draft.artifact.target, draft.leastPtx);
  if (!generator.ok())
    return generator.error();
  auto text = generatePtx(draft.code->module, *generator.value(), observer);
  if (!text.ok())
    return text.error();
  draft.artifact.code = std::move(text).value();
  return std::move(draft.artifact);
}

// The artifact's bytes; none of what is not written.
std::future<Result<std::string>> finishAside(Draft &draft) {
  if (!draft.isWritten())
    return std::async(std::launch::deferred, [] { return Result<std::string>(std::string()); });
  return std::async([&draft]() -> Result<std::string> {
    WorkScope work(cat("writing the code of kernel ", draft.artifact.entry));
    auto artifact = finish(draft, {});
    return artifact.ok() ? Result<std::string>(serialize(artifact.value())) : artifact.error();
  });
}

Result<Artifact> finishAll(Draft &main, Draft &otherwise, Draft &few,
                           const EmitObserver &observer) {
  auto ofOtherwise = finishAside(otherwise), ofFew = finishAside(few);
  auto finished = finish(main, observer);
  auto otherwiseBytes = ofOtherwise.get(), fewBytes = ofFew.get();
  if (!finished.ok())
    return finished;
  if (!otherwiseBytes.ok())
    return otherwiseBytes.error();
  if (!fewBytes.ok())
    return fewBytes.error();
  finished.value().otherwise = std::move(otherwiseBytes).value();
  finished.value().ofFew = std::move(fewBytes).value();
  return finished;
}

} // namespace

Result<Artifact> writeCodes(ModuleOp module, const TargetSpec &target, const Machine &machine,
                            const EmitObserver &observer) {
  auto generator = createTargetMachine(target);
  if (!generator.ok())
    return generator.error();
  Drafter drafter(target, machine, *generator.value());
  loadEarly(kernelOf(module));
  flushExponentials(kernelOf(module));
  OwningOpRef<ModuleOp> rewritten = module.clone();
  func::FuncOp kernel = kernelOf(*rewritten);
  auto scales = rewriteScaledMaxima(kernel);
  branchAroundWholeMasks(kernel);
  auto draftFed = [&](OperandSource source) {
    auto fed = drafter.draftIfItFits(*rewritten, source);
    if (fed.ok())
      fed.value().artifact.scales.assign(scales.begin(), scales.end());
    return fed;
  };
  auto arranged = draftFed(OperandSource::Producer);
  if (arranged.ok() && !arranged.value().isWritten())
    arranged = draftFed(OperandSource::FirstThread);
  if (arranged.ok() && !arranged.value().isWritten())
    arranged = drafter.draftIfItFits(module, OperandSource::ThreadsOfMany);
  if (!arranged.ok())
    return arranged.error();
  auto plain = drafter.draft(module, OperandSource::Threads);
  if (!plain.ok())
    return plain.error();
  auto few = draftFed(OperandSource::FirstOfFew);
  if (!few.ok())
    return few.error();
  Draft none;
  bool isArranged = arranged.value().isWritten();
  return finishAll(isArranged ? arranged.value() : plain.value(), isArranged ? plain.value() : none,
                   few.value(), observer);
}

} // namespace nereid::nvidia
