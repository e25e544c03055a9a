#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/shape.cpp.inc"

LogicalResult RangeOp::verify() {
  auto shape = shapeOf(getResult().getType());
  if (shape.size() != 1 || shape[0] != int64_t(getEnd()) - int64_t(getStart()))
    return emitOpError() << "does not hold end - start lanes";
  return success();
}

LogicalResult SplatOp::verify() {
  if (!shapeOf(getSource().getType()).empty())
    return emitOpError() << "splats a tile";
  if (getSource().getType() != elementOf(getResult().getType()))
    return emitOpError() << "changes the element type";
  return success();
}

LogicalResult BroadcastOp::verify() {
  auto from = shapeOf(getSource().getType()), to = shapeOf(getResult().getType());
  if (from.size() != to.size())
    return emitOpError() << "changes the rank";
  for (auto [a, b] : llvm::zip(from, to))
    if (a != b && a != 1)
      return emitOpError() << "stretches an axis of size " << a;
  return success();
}

LogicalResult ExpandDimsOp::verify() {
  auto from = shapeOf(getSource().getType()), to = shapeOf(getResult().getType());
  SmallVector<int64_t> want(from);
  if (getAxis() > want.size())
    return emitOpError() << "axis past the rank";
  want.insert(want.begin() + getAxis(), 1);
  if (llvm::ArrayRef<int64_t>(want) != to)
    return emitOpError() << "result shape does not follow";
  return success();
}

LogicalResult ReshapeOp::verify() {
  if (laneCount(getSource().getType()) != laneCount(getResult().getType()))
    return emitOpError() << "changes the number of lanes";
  return success();
}

LogicalResult TransposeOp::verify() {
  auto from = shapeOf(getSource().getType()), to = shapeOf(getResult().getType());
  auto permutation = getPermutation();
  if (permutation.size() != from.size() || to.size() != from.size())
    return emitOpError() << "permutation and rank differ";
  for (size_t i = 0; i < to.size(); ++i)
    if (permutation[i] < 0 || permutation[i] >= int64_t(from.size()) ||
        to[i] != from[permutation[i]])
      return emitOpError() << "result shape does not follow";
  return success();
}

LogicalResult GatherOp::verify() {
  if (shapeOf(getIndex().getType()) != shapeOf(getResult().getType()))
    return emitOpError() << "result does not have the index's shape";
  return success();
}
