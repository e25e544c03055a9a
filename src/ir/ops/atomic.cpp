#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/atomic.cpp.inc"

// The type that a pointer's element and the operation's value share, and the order of memory.
static LogicalResult verifyAtomic(Operation *op, Type pointer, Type value, StringRef sem) {
  Type pointee = llvm::cast<PtrType>(elementOf(pointer)).getPointee();
  if (pointee != elementOf(value) || shapeOf(pointer) != shapeOf(value))
    return op->emitOpError() << "updates " << pointer << " with " << value;
  if (!llvm::is_contained({"relaxed", "acquire", "release", "acq_rel"}, sem))
    return op->emitOpError() << "has no order \"" << sem << "\"";
  return success();
}

LogicalResult AtomicRmwOp::verify() {
  static constexpr StringRef kKinds[] = {"add",  "fadd", "max", "min", "umax", "umin",
                                         "fmax", "fmin", "and", "or",  "xor",  "xchg"};
  if (!llvm::is_contained(kKinds, getKind()))
    return emitOpError() << "has no kind \"" << getKind() << "\"";
  return verifyAtomic(*this, getPointer().getType(), getValue().getType(), getSem());
}

LogicalResult AtomicCasOp::verify() {
  return verifyAtomic(*this, getPointer().getType(), getDesired().getType(), getSem());
}

LogicalResult AtomicLoadOp::verify() {
  return verifyAtomic(*this, getPointer().getType(), getResult().getType(), getSem());
}

LogicalResult AtomicStoreOp::verify() {
  return verifyAtomic(*this, getPointer().getType(), getValue().getType(), getSem());
}
