// A backend turns tile IR into an Artifact for one kind of machine.
//
// Nothing above this folder mentions a backend by name: compiler/ asks the registry.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "artifact/artifact.h"
#include "base/result.h"

namespace mlir {
class ModuleOp;
class MLIRContext;
} // namespace mlir

namespace nereid {

// Shows a form of the kernel on its way down: "target" (the last MLIR), "llvm", "asm". Called only
// for stages that `wants` asks for, since printing costs time.
struct EmitObserver {
  std::function<bool(std::string_view stage)> wants;
  std::function<void(std::string_view stage, std::string_view text)> show;
};

class Backend {
public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;

  // Whether `target` is one this backend compiles for, and if not, why.
  virtual Status accepts(const TargetSpec &target) const = 0;

  // Adds to `context` what emit() needs.
  virtual void loadDialects(mlir::MLIRContext &context) const = 0;

  // Machine code for the one kernel of `module`, which is optimized tile IR and is consumed.
  // An error Status with code Internal is our bug; any other is a limit of the target.
  virtual Result<Artifact> emit(mlir::ModuleOp module, const TargetSpec &target,
                                const EmitObserver &observer) const = 0;
};

// Every backend in this build, in the order help texts list them; null if there is none by `name`.
const Backend *findBackend(std::string_view name);
std::span<const std::string_view> backendNames();

} // namespace nereid
