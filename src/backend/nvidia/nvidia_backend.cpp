#include "backend/nvidia/nvidia_backend.h"

#include <future>
#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include "backend/common/parameters.h"
#include "backend/nvidia/codegen.h"
#include "backend/nvidia/kernel.h"
#include "backend/nvidia/products/scaled_maxima.h"
#include "backend/nvidia/products/whole_masks.h"
#include "base/check.h"
#include "base/text.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

// What the launch decides, from the module's attributes.
int optionOf(ModuleOp module, StringRef name, int otherwise) {
  auto attribute = module->getAttrOfType<IntegerAttr>(name);
  return attribute ? static_cast<int>(attribute.getInt()) : otherwise;
}

class NvidiaBackend : public Backend {
public:
  std::string_view name() const override { return "nvidia"; }

  Status accepts(const TargetSpec &target) const override {
    auto machine = nvidia::createTargetMachine(target);
    return machine.ok() ? Status() : machine.error();
  }

  void loadDialects(MLIRContext &context) const override { tile::loadDialects(context); }

  Result<Artifact> emit(ModuleOp module, const TargetSpec &target,
                        const EmitObserver &observer) const override {
    auto generator = nvidia::createTargetMachine(target);
    if (!generator.ok())
      return generator.error();
    nvidia::Machine machine = nvidia::machineOf(target).value();
    machine.warps = optionOf(module, "tile.num_warps", machine.warps);
    machine.stages = optionOf(module, "tile.num_stages", machine.stages);
    machine.maxRegisters = optionOf(module, "tile.max_registers", machine.maxRegisters);
    if (machine.warps > 32)
      return Status(StatusCode::InvalidArgument,
                    cat("num_warps is ", machine.warps, ", and a program has 32 warps at most"));

    return writeAll(module, target, machine, observer);
  }

private:
  // One code of the kernel as LLVM IR, which needs nothing of MLIR any more: codes are finished
  // side by side.
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

  // The kernel for many programs; beside it that for few, and that for launches which are not as
  // the first needs them.
  static Result<Artifact> writeAll(ModuleOp module, const TargetSpec &target,
                                   const nvidia::Machine &machine, const EmitObserver &observer) {
    using nvidia::OperandSource;
    OwningOpRef<ModuleOp> rewritten = module.clone();
    func::FuncOp kernel = *rewritten->getOps<func::FuncOp>().begin();
    auto scales = nvidia::rewriteScaledMaxima(kernel);
    nvidia::branchAroundWholeMasks(kernel);
    auto draftFed = [&](OperandSource source) {
      auto fed = ifItFits(draft(*rewritten, target, machine, source));
      if (fed.ok())
        fed.value().artifact.scales.assign(scales.begin(), scales.end());
      return fed;
    };
    auto arranged = draftFed(OperandSource::Producer);
    if (arranged.ok() && !arranged.value().isWritten())
      arranged = draftFed(OperandSource::FirstThread);
    if (arranged.ok() && !arranged.value().isWritten())
      arranged = ifItFits(draft(module, target, machine, OperandSource::ThreadsOfMany));
    if (!arranged.ok())
      return arranged.error();
    auto plain = draft(module, target, machine, OperandSource::Threads);
    if (!plain.ok())
      return plain.error();
    auto few = draftFed(OperandSource::FirstOfFew);
    if (!few.ok())
      return few.error();
    Draft none;
    bool isArranged = arranged.value().isWritten();
    return finishAll(isArranged ? arranged.value() : plain.value(),
                     isArranged ? plain.value() : none, few.value(), observer);
  }

  // LLVM takes most of the time of a compilation, and each code has a context of its own.
  static Result<Artifact> finishAll(Draft &main, Draft &otherwise, Draft &few,
                                    const EmitObserver &observer) {
    auto aside = [](Draft &draft) -> std::future<Result<std::string>> {
      if (!draft.isWritten())
        return std::async(std::launch::deferred, [] { return Result<std::string>(std::string()); });
      return std::async([&draft]() -> Result<std::string> {
        WorkScope work(cat("writing the code of kernel ", draft.artifact.entry));
        auto artifact = finish(draft, {});
        return artifact.ok() ? Result<std::string>(serialize(artifact.value())) : artifact.error();
      });
    };
    auto ofOtherwise = aside(otherwise), ofFew = aside(few);
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

  // What boxes leave no shared memory for is written without them. Other failures are told: behind
  // code that is right but slow nobody would find them.
  static Result<Draft> ifItFits(Result<Draft> written) {
    bool isTooLarge = !written.ok() && written.error().code() == StatusCode::OutOfMemory;
    return isTooLarge ? Result<Draft>(Draft()) : std::move(written);
  }

  static Result<Draft> draft(ModuleOp module, const TargetSpec &target,
                             const nvidia::Machine &machine, nvidia::OperandSource source) {
    auto generator = nvidia::createTargetMachine(target);
    Draft draft;
    llvm::Module &code = draft.code->module;
    code.setDataLayout(generator.value()->createDataLayout());
    code.setTargetTriple(generator.value()->getTargetTriple());
    auto emitted = nvidia::emitKernel(module, code, machine, source);
    if (!emitted.ok())
      return emitted.error();
    Artifact &artifact = draft.artifact;
    artifact.target = target;
    artifact.parameters = parametersOf(*module.getOps<func::FuncOp>().begin());
    artifact.entry = emitted.value().entry;
    artifact.sharedBytes = emitted.value().sharedBytes;
    artifact.threadsPerProgram = emitted.value().threads;
    artifact.tensorMaps = std::move(emitted.value().maps);
    artifact.conditions = std::move(emitted.value().conditions);
    artifact.ranges = std::move(emitted.value().ranges);
    artifact.notNegative = std::move(emitted.value().notNegative);
    artifact.walksGrid = emitted.value().walksGrid;
    artifact.drawsPrograms = emitted.value().drawsPrograms;
    artifact.programsPerBlock = emitted.value().programsPerBlock;
    draft.leastPtx = emitted.value().leastPtx;
    return draft;
  }

  static Result<Artifact> finish(Draft &draft, const EmitObserver &observer) {
    auto generator = nvidia::createTargetMachine(draft.artifact.target, draft.leastPtx);
    if (!generator.ok())
      return generator.error();
    auto text = nvidia::generatePtx(draft.code->module, *generator.value(), observer);
    if (!text.ok())
      return text.error();
    draft.artifact.code = std::move(text).value();
    return std::move(draft.artifact);
  }
};

} // namespace

const Backend &nvidiaBackend() {
  static const NvidiaBackend backend;
  return backend;
}

} // namespace nereid
