// Minimum and maximum, as reductions and builtins both need them.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

enum class NanRule : uint8_t { Ignore, Propagate };

// Lane by lane, of two tiles of one type.
Value extremum(Context &context, bool isMax, NanRule nan, const Value &x, const Value &y);

// ceil(x / divisor) of ints.
Value ceilDivide(Context &context, const Value &x, const Value &divisor);

} // namespace nereid::sema
