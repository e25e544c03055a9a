// The backend of the interpreter: an artifact whose code is the tile IR itself, as bytecode.
//
// Its contract is Backend's (backend/backend.h), which lies above this folder; the registry there
// wraps these functions.
#pragma once

#include <string_view>

#include "artifact/artifact.h"
#include "base/result.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace nereid {

// The one function of `module` as an artifact. Fails where it holds none, or several.
Result<Artifact> emitInterpArtifact(mlir::ModuleOp module);

} // namespace nereid
