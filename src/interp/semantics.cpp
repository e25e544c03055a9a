#include "interp/semantics.h"

namespace nereid::interp {

const Semantics *semanticsOf(mlir::Operation *op) {
  static const SemanticsTable table = [] {
    SemanticsTable t;
    addIntegers(t);
    addFloats(t);
    // PENDING addMath(t);
    // PENDING addConversions(t);
    addShape(t);
    addMemory(t);
    // PENDING addAtomics(t);
    // PENDING addReductions(t);
    // PENDING addDot(t);
    addControl(t);
    addProgram(t);
    // PENDING addDebug(t);
    return t;
  }();
  return table.find(op->getName().getStringRef());
}

} // namespace nereid::interp
