#include "backend/common/safe_divisor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace nereid {

bool isSafeDivisor(Value divisor) {
  Attribute constant;
  if (!matchPattern(divisor, m_Constant(&constant)))
    return false;
  auto isSafe = [](const APInt &v) { return !v.isZero() && !v.isAllOnes(); };
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return isSafe(integer.getValue());
  auto elements = dyn_cast<DenseIntElementsAttr>(constant);
  return elements && llvm::all_of(elements.getValues<APInt>(), isSafe);
}

} // namespace nereid
