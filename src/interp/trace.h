// Facts about where a value comes from, found once when a kernel is prepared.
#pragma once

#include <optional>

#include "mlir/IR/Value.h"

namespace nereid::interp {

// The parameter that a pointer was computed from, if that is plain to see.
std::optional<unsigned> rootParameter(mlir::Value pointer);

// Whether lanes of `value` may hold what nobody chose: the value of a lane that a load masked off.
// Errs toward true.
bool mayBeMaskedOff(mlir::Value value);

} // namespace nereid::interp
