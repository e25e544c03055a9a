#include "backend/common/float8_format.h"

#include "mlir/IR/BuiltinTypes.h"

#include "base/check.h"

using namespace mlir;

namespace nereid {

Float8Format float8FormatOf(Type element, bool isE4b15) {
  if (isE4b15)
    return {3, 15, 0x7F, 0};
  if (isa<Float8E4M3FNType>(element))
    return {3, 7, 0x7E, 0x7F};
  if (isa<Float8E5M2Type>(element))
    return {2, 15, 0x7B, 0x7F, true, true};
  if (isa<Float8E4M3FNUZType>(element))
    return {3, 8, 0x7F, 0x80, false};
  if (isa<Float8E5M2FNUZType>(element))
    return {2, 16, 0x7F, 0x80, false};
  NEREID_UNREACHABLE("an unknown 8-bit float");
}

} // namespace nereid
