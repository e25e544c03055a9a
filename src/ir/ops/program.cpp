#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/program.cpp.inc"

static LogicalResult verifyAxis(Operation *op, uint32_t axis) {
  if (axis < 3)
    return success();
  return op->emitOpError() << "has no axis " << axis;
}

LogicalResult ProgramIdOp::verify() {
  return verifyAxis(*this, getAxis());
}
LogicalResult NumProgramsOp::verify() {
  return verifyAxis(*this, getAxis());
}
