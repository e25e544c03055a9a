#include "backend/cpu/cpu_backend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Target/TargetMachine.h"

#include "backend/cpu/codegen.h"
#include "backend/cpu/kernel.h"
#include "backend/cpu/support.h"
#include "base/check.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

std::string parameterType(func::FuncOp kernel, BlockArgument parameter) {
  if (auto type = kernel.getArgAttrOfType<StringAttr>(parameter.getArgNumber(), "tile.type"))
    return type.str();
  std::string text;
  llvm::raw_string_ostream out(text);
  Type type = parameter.getType();
  if (auto pointer = dyn_cast<tile::PtrType>(type))
    out << '*' << pointer.getPointee();
  else
    out << type;
  return text;
}

std::vector<KernelParameter> parametersOf(func::FuncOp kernel) {
  std::vector<KernelParameter> parameters;
  for (BlockArgument parameter : kernel.getArguments()) {
    auto name = kernel.getArgAttrOfType<StringAttr>(parameter.getArgNumber(), "tile.name");
    parameters.push_back({name ? name.str() : "", parameterType(kernel, parameter)});
  }
  return parameters;
}

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
