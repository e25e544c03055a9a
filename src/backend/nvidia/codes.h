// The codes of a kernel: that of most launches, and beside it that of launches of few programs and
// that of launches which are not as the first needs them (artifact.h).
#pragma once

#include "backend/backend.h"
#include "backend/nvidia/target.h"

namespace nereid::nvidia {

// Of the one kernel of `module`, which is consumed. `observer` sees the code of most launches. A
// Status: a limit of the machine.
Result<Artifact> writeCodes(mlir::ModuleOp module, const TargetSpec &target, const Machine &machine,
                            const EmitObserver &observer);

} // namespace nereid::nvidia
