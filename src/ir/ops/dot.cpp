#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/dot.cpp.inc"

LogicalResult DotOp::verify() {
  auto a = shapeOf(getA().getType()), b = shapeOf(getB().getType());
  auto acc = shapeOf(getAcc().getType());
  size_t rank = a.size();
  if (rank < 2 || rank > 3 || b.size() != rank || acc.size() != rank)
    return emitOpError() << "takes matrices, or batches of them";
  bool fits =
      a[rank - 1] == b[rank - 2] && acc[rank - 2] == a[rank - 2] && acc[rank - 1] == b[rank - 1];
  if (rank == 3)
    fits = fits && a[0] == b[0] && a[0] == acc[0];
  if (!fits)
    return emitOpError() << "shapes do not fit";
  auto isFloat = [](Value tile) { return llvm::isa<FloatType>(elementOf(tile.getType())); };
  if (isFloat(getA()) != isFloat(getB()) || isFloat(getA()) != isFloat(getAcc()))
    return emitOpError() << "multiplies integers with floats";
  if (!llvm::is_contained({"ieee", "tf32", "tf32x3", "bf16x3", "bf16x6"}, getPrecision()))
    return emitOpError() << "has no precision \"" << getPrecision() << "\"";
  return success();
}
