// The 8-bit float formats, as numbers that encoders and decoders work with.
#pragma once

#include <cstdint>

#include "mlir/IR/Types.h"

namespace nereid {

struct Float8Format {
  int mantissa; // bits
  int bias;
  uint32_t largest; // finite magnitude, as bits
  uint32_t nan;     // 0: the format has none
  bool hasNegativeZero = true;
  bool hasInfinity = false; // at largest + 1
};

// The format of `element`; tl.float8e4b15, for which MLIR has no type, is told by the flag.
Float8Format float8FormatOf(mlir::Type element, bool isE4b15);

} // namespace nereid
