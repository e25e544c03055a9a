#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/reduce.cpp.inc"

// Combine regions take (a..., b...) and yield one scalar per source.
static LogicalResult verifyCombine(Operation *op, ValueRange sources, Region &region) {
  Block &block = region.front();
  size_t count = sources.size();
  if (count == 0 || block.getNumArguments() != 2 * count)
    return op->emitOpError() << "needs two region arguments per source";
  auto yield = llvm::dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || yield.getNumOperands() != count)
    return op->emitOpError() << "must yield one value per source";
  for (size_t i = 0; i < count; ++i) {
    Type element = elementOf(sources[i].getType());
    if (block.getArgument(i).getType() != element ||
        block.getArgument(count + i).getType() != element ||
        yield.getOperand(i).getType() != element)
      return op->emitOpError() << "combines another type than its source's";
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  for (auto [source, result] : llvm::zip(getSources(), getResults())) {
    SmallVector<int64_t> shape(shapeOf(source.getType()));
    if (getAxis() >= shape.size())
      return emitOpError() << "axis past the rank";
    shape.erase(shape.begin() + getAxis());
    if (llvm::ArrayRef<int64_t>(shape) != shapeOf(result.getType()))
      return emitOpError() << "result shape does not follow";
  }
  return verifyCombine(*this, getSources(), getCombine());
}

LogicalResult ScanOp::verify() {
  for (Value source : getSources())
    if (getAxis() >= shapeOf(source.getType()).size())
      return emitOpError() << "axis past the rank";
  for (auto [source, result] : llvm::zip(getSources(), getResults()))
    if (source.getType() != result.getType())
      return emitOpError() << "changes a type";
  return verifyCombine(*this, getSources(), getCombine());
}

LogicalResult MapOp::verify() {
  Block &block = getBody().front();
  size_t pack = getPack();
  if (block.getNumArguments() != pack * getSources().size())
    return emitOpError() << "needs " << pack << " region arguments per source";
  auto yield = llvm::dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || yield.getNumOperands() != pack * getNumResults())
    return emitOpError() << "must yield " << pack << " value per result";
  return success();
}

LogicalResult SortOp::verify() {
  if (getSource().getType() != getResult().getType())
    return emitOpError() << "changes a type";
  if (shapeOf(getSource().getType()).empty())
    return emitOpError() << "sorts a scalar";
  return success();
}
