// Pulling: the lanes of a tile at an index, computed where they are asked for.
//
//   Lanes x = at(e, tile, index);      // writes what computes them, unless it is known already
//
// A pull never leaves memory changed (but for tees, see Emitter::kept), and is valid wherever the
// tile's definition dominates. Index kinds decide the code: Uniform axes give scalars, one Along
// axis gives Affine integers and plain vector loads, Vector axes give gathers.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

Lanes at(Emitter &e, Value tile, const Index &index);
// The same as a vector (a scalar at width 1); not for pointers.
Value vectorAt(Emitter &e, Value tile, const Index &index);

// Pulls now the parts of `tile` that do not depend on axes of kind Unknown, so that a loop about to
// be opened finds them done.
void hoist(Emitter &e, Value tile, const Index &index);

// The index of a view's source. The view: broadcast, expand_dims, transpose, reshape, or an
// elementwise operation, whose operands are asked for the same lanes.
Index sourceIndex(Writer &w, mlir::Operation *view, const Index &index);
// The place of `linear` among axes of these sizes, in row-major order.
void delinearize(Writer &w, AxisIndex linear, ArrayRef<int64_t> sizes,
                 llvm::MutableArrayRef<AxisIndex> axes, int64_t width);
// Whether `op` only renames lanes: sourceIndex says how.
bool isView(mlir::Operation *op);
// Whether `op` computes each lane of its result from the same lane of its operands.
bool isElementwise(mlir::Operation *op);

// A tile in scratch.
Lanes loadLanes(Emitter &e, const Memory &memory, ArrayRef<int64_t> shape, const Index &index);
void storeLanes(Emitter &e, const Memory &memory, ArrayRef<int64_t> shape, const Index &index,
                const Lanes &lanes);
Memory allocateTile(Emitter &e, Type tile);

} // namespace nereid::cpu
