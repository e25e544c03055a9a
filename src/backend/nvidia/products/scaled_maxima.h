// The greatest of scaled numbers is the greatest number, scaled:
//
//   m = max(s * scale); p = exp2(s * scale - m)     one multiplication a lane for the maximum
//   m = max(s) * scale; p = exp2(s * scale - m)     none: the other joins the subtraction
//
// to the last bit, if `scale` is positive and finite: rounding keeps the order of numbers, and so
// it does past either end of their range. What attention masks out, `where(mask, s * scale, -inf)`,
// becomes `where(mask, s, -inf) * scale`.
#pragma once

#include <cstdint>

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace nereid::nvidia {

// Rewrites the kernel. Scales are products of constants and of at most one fp32 parameter; a launch
// must see to it that the parameters returned are from kLeastScale to kGreatestScale
// (artifact.h). Source: by hand, in attention kernels; the tutorials' too.
llvm::SmallVector<uint32_t> rewriteScaledMaxima(mlir::func::FuncOp kernel);

} // namespace nereid::nvidia
