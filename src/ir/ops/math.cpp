#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/math.cpp.inc"

static bool isFloatOrE4b15(Type type, bool isE4b15) {
  return isE4b15 ? elementOf(type).isInteger(8) : llvm::isa<FloatType>(elementOf(type));
}

LogicalResult FloatToFloatOp::verify() {
  Type source = getSource().getType(), result = getResult().getType();
  if (shapeOf(source) != shapeOf(result))
    return emitOpError() << "changes the shape";
  if (!isFloatOrE4b15(source, getSourceE4b15()) || !isFloatOrE4b15(result, getResultE4b15()))
    return emitOpError() << "converts floats";
  return success();
}
