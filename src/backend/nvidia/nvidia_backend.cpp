#include "backend/nvidia/nvidia_backend.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Target/TargetMachine.h"

#include "backend/nvidia/codes.h"
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
    auto found = nvidia::machineOf(target);
    if (!found.ok())
      return found.error();
    nvidia::Machine machine = found.value();
    machine.warps = optionOf(module, "tile.num_warps", machine.warps);
    machine.stages = optionOf(module, "tile.num_stages", machine.stages);
    machine.maxRegisters = optionOf(module, "tile.max_registers", machine.maxRegisters);
    if (machine.warps > 32)
      return Status(StatusCode::InvalidArgument,
                    cat("num_warps is ", machine.warps, ", and a program has 32 warps at most"));
    return nvidia::writeCodes(module, target, machine, observer);
  }
};

} // namespace

const Backend &nvidiaBackend() {
  static const NvidiaBackend backend;
  return backend;
}

} // namespace nereid
