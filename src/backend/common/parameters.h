// What a launcher must know of a kernel's parameters, whatever runs it.
#pragma once

#include <vector>

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "artifact/artifact.h"

namespace nereid {

std::vector<KernelParameter> parametersOf(mlir::func::FuncOp kernel);

} // namespace nereid
