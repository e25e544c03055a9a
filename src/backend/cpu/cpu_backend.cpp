#include "backend/cpu/cpu_backend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Target/TargetMachine.h"

#include "backend/common/parameters.h"
#include "backend/cpu/codegen.h"
#include "backend/cpu/kernel.h"
#include "backend/cpu/support.h"
#include "base/check.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

class CpuBackend : public Backend {
public:
  std::string_view name() const override { return "cpu"; }

  Status accepts(const TargetSpec &target) const override {
    auto machine = cpu::createTargetMachine(target);
    return machine.ok() ? Status() : machine.error();
  }

  void loadDialects(MLIRContext &context) const override {
    tile::loadDialects(context);
    cpu::loadCodegenDialects(context);
  }

  Result<Artifact> emit(ModuleOp module, const TargetSpec &target,
                        const EmitObserver &observer) const override {
    auto machine = cpu::createTargetMachine(target);
    if (!machine.ok())
      return machine.error();
    auto kernels = module.getOps<func::FuncOp>();
    NEREID_CHECK(!kernels.empty(), "a module without a kernel");
    if (Status status = cpu::checkSupported(*kernels.begin()); !status.ok())
      return status;

    Artifact artifact;
    artifact.target = target;
    artifact.parameters = parametersOf(*kernels.begin());
    artifact.formatVersion = "cpu-1";
    auto emitted = cpu::emitKernel(module, cpu::machineOf(*machine.value()));
    if (!emitted.ok())
      return emitted.error();
    artifact.entry = emitted.value().entry;
    artifact.scratchBytes = emitted.value().scratchBytes;
    auto object = cpu::generateObject(module, *machine.value(), observer);
    if (!object.ok())
      return object.error();
    artifact.code = std::move(object).value();
    return artifact;
  }
};

} // namespace

const Backend &cpuBackend() {
  static const CpuBackend backend;
  return backend;
}

} // namespace nereid
