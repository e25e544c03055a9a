// Layouts: which layout each tile of a kernel has.
//
// A tile is computed once, in one layout, its home; whoever needs it in another converts it. What
// computes it says which layout is best: a load the one that reads memory in the widest pieces, a
// product the tensor cores' one, a reduction what it leaves of its source's, an elementwise
// operation that of an operand. Tiles that follow from scalars and ranges alone (addresses, masks,
// constants: `isCheap`) have no home: they are computed wherever, and in whatever layout, they are
// used. So do views (broadcast, transpose, ...), which only rename their source's places.
#pragma once

#include <set>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include "backend/nvidia/target.h"
#include "ir/tile.h"
#include "layout/linear_layout.h"
#include "passes/axis_facts.h"

namespace nereid::nvidia {

using layout::LinearLayout;
using layout::Place;
using Layout = const LinearLayout *; // interned: equal layouts are one

bool isTile(mlir::Value value);
// Lane by lane, without effects.
bool isElementwise(mlir::Operation *op);
// The formats that chips multiply.
bool isHardwareFloat8(mlir::Type element);
// Renames places: expand_dims, broadcast, reshape, transpose.
bool isView(mlir::Operation *op);
// The operation of two numbers that `reduce` of one tile combines them by; null if it combines
// otherwise, as an author's function may: larger(a, 5), a + a.
mlir::Operation *combinerOf(tile::ReduceOp reduce);

// A tile that a loop moves by one number in all lanes: the number; null if it does not.
mlir::Value uniformStep(mlir::BlockArgument carried);

// How a product is computed.
struct DotPlan {
  enum class Kind : uint8_t { Fma, Mma, Wgmma } kind = Kind::Fma;
  int elementBits = 0; // of the operands in registers: 8, 16, 32
  int warpBitsM = 0, warpBitsN = 0;
};

class Layouts {
public:
  Layouts(mlir::Operation *kernel, const Machine &machine);

  Layout intern(LinearLayout layout);
  // The layout that `tile` is computed in.
  Layout home(mlir::Value tile);
  bool isCheap(mlir::Value tile);

  // For reading or writing through `pointer` (a tile).
  Layout access(mlir::Value pointer);
  // For atomics: each element is changed alone, and neighbours by neighbouring lanes, so that what
  // a warp does at once lies in as few lines of memory as can be.
  Layout accessByElement(mlir::Value pointer);
  // In which layout a store reads its value: the value's own where that does as well.
  Layout forStore(tile::StoreOp store);
  // The default for a shape.
  Layout standard(mlir::Type type);
  Layout withoutAxis(Layout parent, int axis); // distinct registers
  // `pack` neighbours in row-major order are in one thread.
  Layout packed(mlir::Type type, unsigned pack);
  // `half` with a new last axis of size two, both of whose elements are in one thread.
  Layout paired(Layout half);
  DotPlan planDot(tile::DotOp dot) const;
  // The axis along which a tile's neighbours are in memory, or in a thread.
  int contiguousAxis(mlir::Value tile);
  // Loaded, so that it is on its way through shared memory anyway.
  bool isInMemory(mlir::Value tile) const { return tile.getDefiningOp<tile::LoadOp>() != nullptr; }
  // Of neighbours along the fastest axis of `pointer`, those one access may take: as many as fit 16
  // bytes, are aligned, in one thread and share a mask.
  int64_t vectorLength(mlir::Value pointer, mlir::Value mask, Layout layout) const;

  AxisFactsAnalysis facts;
  AxisFactsAnalysis provenFacts; // without the author's hints

private:
  Layout access(mlir::Value pointer, int64_t mostElements);
  bool runsAlong(mlir::Value operand, int axis) const;
  bool planWgmma(tile::DotOp dot, DotPlan &plan) const;
  Layout preferred(mlir::Value tile);
  Layout compute(mlir::Value tile);
  Layout ofOperation(mlir::Operation *op, mlir::Value tile);
  Layout ofCarried(mlir::BlockArgument argument);
  Layout ofView(mlir::Operation *op);
  Layout strongest(mlir::ValueRange operands);
  Layout rowsWithinWarps(Layout own, int64_t vector, int64_t bytes);
  Layout fromUses(mlir::Value tile);
  int fastestAxis(mlir::Value pointer) const;
  int64_t wantedVector(mlir::Value pointer) const;

  const Machine &machine_;
  int warpBits_;
  std::set<LinearLayout, bool (*)(const LinearLayout &, const LinearLayout &)> pool_;
  llvm::DenseMap<mlir::Value, Layout> homes_, preferred_;
  llvm::DenseSet<mlir::Value> active_;
  llvm::DenseMap<mlir::Value, bool> cheap_;
  llvm::DenseMap<std::pair<mlir::Type, int>, int64_t> vectors_; // by shape and fastest axis
};

} // namespace nereid::nvidia
