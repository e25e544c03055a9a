#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/memory.cpp.inc"

namespace {

// The verifier's one question: do these have the pointer's shape?
LogicalResult sameShape(Operation *op, Type pointer, Type other, const char *what) {
  if (shapeOf(pointer) == shapeOf(other))
    return success();
  return op->emitOpError() << what << " has shape " << other << ", the pointer " << pointer;
}

Type pointeeOf(Type pointer) {
  return llvm::cast<PtrType>(elementOf(pointer)).getPointee();
}

} // namespace

LogicalResult AddPtrOp::verify() {
  Type offset = elementOf(getOffset().getType());
  if (!offset.isInteger(32) && !offset.isInteger(64))
    return emitOpError() << "offset must be i32 or i64";
  return sameShape(*this, getPointer().getType(), getOffset().getType(), "offset");
}

LogicalResult LoadOp::verify() {
  Type pointer = getPointer().getType();
  if (elementOf(getResult().getType()) != pointeeOf(pointer))
    return emitOpError() << "loads " << getResult().getType() << " from " << pointer;
  if (getOther() && !getMask())
    return emitOpError() << "has other without mask";
  if (getMask() && failed(sameShape(*this, pointer, getMask().getType(), "mask")))
    return failure();
  if (getOther() && getOther().getType() != getResult().getType())
    return emitOpError() << "other is " << getOther().getType();
  return sameShape(*this, pointer, getResult().getType(), "result");
}

LogicalResult StoreOp::verify() {
  Type pointer = getPointer().getType();
  if (elementOf(getValue().getType()) != pointeeOf(pointer))
    return emitOpError() << "stores " << getValue().getType() << " through " << pointer;
  if (getMask() && failed(sameShape(*this, pointer, getMask().getType(), "mask")))
    return failure();
  return sameShape(*this, pointer, getValue().getType(), "value");
}
