#include "compiler/backends.h"

#include "backend/backend.h"
#include "interp/interp_backend.h"
#include "mlir/IR/BuiltinOps.h"

namespace nereid {
namespace {

// The interpreter runs tile IR itself: nothing is left to compile.
class InterpBackend final : public Backend {
public:
  std::string_view name() const override { return "interp"; }
  Status accepts(const TargetSpec &) const override { return {}; }
  void loadDialects(mlir::MLIRContext &) const override {}
  Result<Artifact> emit(mlir::ModuleOp module, const TargetSpec &target,
                        const EmitObserver &) const override {
    auto artifact = emitInterpArtifact(module);
    if (artifact.ok())
      artifact.value().target = target;
    return artifact;
  }
};

} // namespace

const Backend *backendNamed(std::string_view name) {
  static const InterpBackend interp;
  return name == interp.name() ? &interp : findBackend(name);
}

} // namespace nereid
