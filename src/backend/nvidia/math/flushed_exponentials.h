// Exponentials whose smallest results cannot be told from zero:
//
//   e = exp(x - max(x)); s = sum(e)        s is 1 at least
//   (e / s).to(float16)                    and what is below 2^-126 rounds to zero
//
// `exp` keeps results below 2^-126, which takes three instructions more than the chip's own that
// flushes them to zero, as exp2 does (math.cpp). Where every use is one of these two, the results
// are the same to the last bit.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace nereid::nvidia {

// Rewrites such exponentials of the kernel as powers of two.
void flushExponentials(mlir::func::FuncOp kernel);

} // namespace nereid::nvidia
