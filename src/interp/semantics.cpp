#include "interp/semantics.h"

namespace nereid::interp {

const Semantics *semanticsNamed(llvm::StringRef operation) {
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
  return table.find(operation);
}

const Semantics *semanticsOf(mlir::Operation *op) {
  return semanticsNamed(op->getName().getStringRef());
}

} // namespace nereid::interp
