// What C's math library calls an operation.
#pragma once

#include "mlir/IR/Operation.h"

namespace nereid {

// The name of the function of doubles ("exp"; of floats it is "expf"); empty if C has none that
// does what `op` does.
llvm::StringRef libraryName(mlir::Operation *op);

} // namespace nereid
