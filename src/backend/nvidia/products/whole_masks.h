// Masks that hold in all lanes of most rounds: `where(rows >= columns, s, -inf)` of causal
// attention needs its lanes on the diagonal alone.
//
//   s = where(mask, s, other)     becomes     if not all(mask): s = where(mask, s, other)
//
// where all(mask) follows from the bounds of what is compared: integers that are a number of the
// program's, or of the round's, plus constants.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace nereid::nvidia {

// Rewrites the loops of the kernel that multiply matrices.
void branchAroundWholeMasks(mlir::func::FuncOp kernel);

} // namespace nereid::nvidia
