// Divisors with which an integer division cannot go wrong.
#pragma once

#include "mlir/IR/Value.h"

namespace nereid {

// Whether `divisor` is a constant that is neither 0 nor -1 in any lane: the first has no quotient,
// the second none for the smallest number.
bool isSafeDivisor(mlir::Value divisor);

} // namespace nereid
