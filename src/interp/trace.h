// Facts about where a value comes from, found once when a kernel is prepared.
#pragma once

#include <vector>

#include "mlir/IR/Value.h"

namespace nereid::interp {

// The parameters that a pointer may have been computed from, in order; empty if it may also have
// come from elsewhere (an integer, memory). A select, a branch and a loop may choose among several.
std::vector<unsigned> rootParameters(mlir::Value pointer);

// Whether lanes of `value` may hold what nobody chose: the value of a lane that a load masked off.
// Errs toward true.
bool mayBeMaskedOff(mlir::Value value);

} // namespace nereid::interp
