#include "interp/semantics.h"

namespace nereid::interp {

const Semantics *semanticsOf(mlir::Operation *op) {
  static const SemanticsTable table = [] {
    SemanticsTable t;
    addIntegers(t);
    addFloats(t);
    addMath(t);
    addConversions(t);
    addShape(t);
    addMemory(t);
    addAtomics(t);
    addReductions(t);
    addSorting(t);
    addDot(t);
    addControl(t);
    addProgram(t);
    addDebug(t);
    return t;
  }();
  return table.find(op->getName().getStringRef());
}

} // namespace nereid::interp
