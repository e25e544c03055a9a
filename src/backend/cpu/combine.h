// Combine regions: the scalar functions of reduce, scan and map, applied to vectors.
//
// A region that holds elementwise operations alone is evaluated on as many lanes at once as its
// operands have. One with control flow is not: it is copied onto scalars.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// Whether the region can be evaluated on vectors. scf.if without side effects counts: both sides
// are computed, and selected from.
bool isVectorizable(mlir::Region &region);

// What the region yields for these arguments: scalars or vectors of one width where the region is
// vectorizable, else scalars.
Values applyRegion(Emitter &e, mlir::Region &region, ValueRange arguments);

// The operation of a region `(a, b) -> a op b`, if it is one that vector.reduction knows.
struct KnownCombine {
  mlir::vector::CombiningKind kind;
  Type element;
};
std::optional<KnownCombine> knownCombine(mlir::Region &region);
// A value that leaves the other operand as it is.
Value identityOf(Writer &w, const KnownCombine &combine, Type type);
// `a op b`, with fewer instructions for max and min than the exact operation takes.
Value combineKnown(Writer &w, const KnownCombine &combine, Value a, Value b);

// All lanes of `vectors` (one for each value that the region combines) into one scalar each.
Values combineLanes(Emitter &e, mlir::Region &region, Values vectors);

} // namespace nereid::cpu
