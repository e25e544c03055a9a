// Moving lanes: what other rules need of shape.cpp.
#pragma once

#include "sema/rules/emit.h"

namespace nereid::sema {

// The last two axes swapped; the rank is at least 2.
Value transposeLast(Context &context, const Value &tile);

} // namespace nereid::sema
