// The methods of str, and the text functions that its parts share.
#pragma once

#include "eval/function.h"
#include "eval/sequence.h"

namespace nereid::eval {

MethodTable strMethods();

// str.format: "{} {name!r:>{width}}".
std::string formatFields(std::string_view pattern, const Arguments &arguments);

// Raises MemoryError if `count` copies of `size` items would be absurdly many.
void checkRepeat(size_t size, Int count);

} // namespace nereid::eval
