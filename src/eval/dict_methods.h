// The methods of dict, and what its other parts share with them.
#pragma once

#include "eval/function.h"

namespace nereid::eval {

MethodTable dictMethods();
MethodTable setMethods(bool frozen);

// dict.update(source): a mapping, or an iterable of pairs.
void updateDict(Dict &dict, const Value &source);

} // namespace nereid::eval
