// What the CPU backend cannot compile, said before it starts.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "base/result.h"

namespace nereid::cpu {

// An InvalidArgument that names the first operation the backend has no code for.
Status checkSupported(mlir::func::FuncOp kernel);

} // namespace nereid::cpu
