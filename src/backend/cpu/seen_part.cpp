#include "backend/cpu/seen_part.h"

#include "llvm/ADT/SmallPtrSet.h"

#include "backend/cpu/bounds.h"
#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

// The masks of the stores that read `tile`, itself or lane by lane through other tiles; false if
// something else reads it.
bool collectMasks(Value tile, SmallVectorImpl<Value> &masks) {
  return llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto store = dyn_cast<tile::StoreOp>(user)) {
      masks.push_back(store.getMask());
      return bool(store.getMask()) && store.getPointer() != tile && store.getMask() != tile;
    }
    return user->getNumRegions() == 0 && user->getNumResults() == 1 && isElementwise(user) &&
           collectMasks(user->getResult(0), masks);
  });
}

bool isBefore(Value scalar, Operation *dot) {
  Operation *op = scalar.getDefiningOp();
  if (!op)
    return scalar.getParentRegion()->isAncestor(dot->getParentRegion());
  Operation *around = op->getBlock()->findAncestorOpInBlock(*dot);
  return around && op->isBeforeInBlock(around);
}

// Whether a tile, defined anywhere, is made of scalars that are known at `dot`.
bool isKnown(Emitter &e, Value value, Operation *dot, llvm::SmallPtrSetImpl<void *> &seen) {
  if (!seen.insert(value.getAsOpaquePointer()).second)
    return true;
  if (!isa<RankedTensorType>(value.getType()))
    return isBefore(value, dot);
  Operation *op = value.getDefiningOp();
  if (!op || e.isInMemory(value))
    return false;
  if (isa<tile::RangeOp, arith::ConstantOp>(op))
    return true;
  return (isa<tile::SplatOp>(op) || isView(op) || isElementwise(op)) &&
         llvm::all_of(op->getOperands(), [&](Value v) { return isKnown(e, v, dot, seen); });
}

// The lane of `axis` from which on the mask is false, for any lane of the other axis.
Value endAlong(Emitter &e, Value mask, unsigned axis) {
  PullScope scope(e);
  Index probe;
  probe.width = e.machine.width();
  probe.axes.assign(2, AxisIndex::unknown());
  probe.axes[axis] = AxisIndex::along({}, true);
  SmallVector<Term> terms;
  splitTerms(e, mask, probe, terms);
  Value end;
  for (const Term &term : terms) {
    if (!term.index.isKnown() || term.index.isUniform())
      continue;
    std::optional<Range> range = rangeOf(e, term);
    if (range && range->end)
      end = end ? e.w.minS(end, range->end) : range->end;
  }
  return end;
}

} // namespace

SeenPart seenPartOf(Emitter &e, tile::DotOp dot, bool isCarried) {
  Value sum = dot.getResult();
  if (isCarried) {
    OpOperand &yielded = *sum.use_begin();
    sum = yielded.getOwner()->getParentOp()->getResult(yielded.getOperandNumber());
  }
  SmallVector<Value> masks;
  if (tile::shapeOf(sum.getType()).size() != 2 || e.machine.width() < 2 ||
      !collectMasks(sum, masks) || masks.size() != 1)
    return {};
  llvm::SmallPtrSet<void *, 16> seen;
  if (!isKnown(e, masks[0], dot, seen))
    return {};
  return {endAlong(e, masks[0], 0), endAlong(e, masks[0], 1)};
}

} // namespace nereid::cpu
