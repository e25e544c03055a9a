// The parts that builtins() is put together from, by idea.
#pragma once

#include "eval/function.h"

namespace nereid::eval {

void addNumberBuiltins(Module &module);    // abs, round, divmod, pow, hex, chr, ...
void addIterationBuiltins(Module &module); // enumerate, zip, map, filter, sorted, sum, min, ...
void addObjectBuiltins(Module &module);    // len, isinstance, getattr, repr, format, ...

} // namespace nereid::eval
