#include "backend/nvidia/nvidia_backend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include "backend/common/parameters.h"
#include "backend/nvidia/codegen.h"
#include "backend/nvidia/kernel.h"
#include "backend/nvidia/products/scaled_maxima.h"
#include "backend/nvidia/products/whole_masks.h"
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
  // The kernel for many programs; beside it that for few, and that for launches which are not as
  // the first needs them.
  static Result<Artifact> writeAll(ModuleOp module, const TargetSpec &target,
                                   const nvidia::Machine &machine, const EmitObserver &observer) {
    using nvidia::OperandSource;
    OwningOpRef<ModuleOp> rewritten = module.clone();
    func::FuncOp kernel = *rewritten->getOps<func::FuncOp>().begin();
    auto scales = nvidia::rewriteScaledMaxima(kernel);
    nvidia::branchAroundWholeMasks(kernel);
    auto writeFed = [&](OperandSource source, const EmitObserver &watcher) {
      auto fed = write(*rewritten, target, machine, source, watcher);
      if (fed.ok())
        fed.value().scales.assign(scales.begin(), scales.end());
      return fed;
    };
    auto isWritten = [](const Result<Artifact> &artifact) {
      return artifact.ok() && !artifact.value().entry.empty();
    };
    auto arranged = ifItFits(writeFed(OperandSource::Producer, observer));
    if (arranged.ok() && !isWritten(arranged))
      arranged = ifItFits(writeFed(OperandSource::FirstThread, observer));
    if (arranged.ok() && !isWritten(arranged))
      arranged = ifItFits(write(module, target, machine, OperandSource::ThreadsOfMany, observer));
    if (!arranged.ok())
      return arranged;
    bool isArranged = isWritten(arranged);
    auto main = write(module, target, machine, OperandSource::Threads,
                      isArranged ? EmitObserver() : observer);
    if (!main.ok())
      return main;
    if (isArranged) {
      arranged.value().otherwise = serialize(main.value());
      main = std::move(arranged);
    }
    auto few = ifItFits(writeFed(OperandSource::FirstOfFew, {}));
    if (!few.ok())
      return few;
    if (isWritten(few))
      main.value().ofFew = serialize(few.value());
    return main;
  }

  // What boxes leave no shared memory for is written without them. Other failures are told: behind
  // code that is right but slow nobody would find them.
  static Result<Artifact> ifItFits(Result<Artifact> written) {
    bool isTooLarge = !written.ok() && written.error().code() == StatusCode::OutOfMemory;
    return isTooLarge ? Result<Artifact>(Artifact()) : std::move(written);
  }

  // An artifact without an entry: the kernel does not suit `source`.
  static Result<Artifact> write(ModuleOp module, const TargetSpec &target,
                                const nvidia::Machine &machine, nvidia::OperandSource source,
                                const EmitObserver &observer) {
    auto generator = nvidia::createTargetMachine(target);
    llvm::LLVMContext context;
    llvm::Module code("kernel", context);
    code.setDataLayout(generator.value()->createDataLayout());
    code.setTargetTriple(generator.value()->getTargetTriple());
    auto emitted = nvidia::emitKernel(module, code, machine, source);
    if (!emitted.ok())
      return emitted.error();
    Artifact artifact;
    artifact.target = target;
    artifact.parameters = parametersOf(*module.getOps<func::FuncOp>().begin());
    artifact.entry = emitted.value().entry;
    if (artifact.entry.empty())
      return artifact;
    artifact.sharedBytes = emitted.value().sharedBytes;
    artifact.threadsPerProgram = emitted.value().threads;
    artifact.tensorMaps = std::move(emitted.value().maps);
    artifact.conditions = std::move(emitted.value().conditions);
    artifact.ranges = std::move(emitted.value().ranges);
    artifact.notNegative = std::move(emitted.value().notNegative);
    artifact.walksGrid = emitted.value().walksGrid;
    artifact.drawsPrograms = emitted.value().drawsPrograms;
    artifact.programsPerBlock = emitted.value().programsPerBlock;
    generator = nvidia::createTargetMachine(target, emitted.value().leastPtx);
    if (!generator.ok())
      return generator.error();
    auto text = nvidia::generatePtx(code, *generator.value(), observer);
    if (!text.ok())
      return text.error();
    artifact.code = std::move(text).value();
    return artifact;
  }
};

} // namespace

const Backend &nvidiaBackend() {
  static const NvidiaBackend backend;
  return backend;
}

} // namespace nereid
