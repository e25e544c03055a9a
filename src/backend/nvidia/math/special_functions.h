// Special functions of f64 (erf, gamma, Bessel) and the rarer ones of the C library.
//
// Each is a function of its own in the kernel's module, written when it is first asked for: they
// are long, and a thread calls them once an element.
#pragma once

#include "backend/nvidia/math/doubles.h"

namespace nereid::nvidia {

// The function `name` of the C library (of f64 operands; `jn`'s order is one too). Null: none of
// these.
Reg evaluateSpecial(Doubles &d, StringRef name, ArrayRef<Reg> operands);

} // namespace nereid::nvidia
