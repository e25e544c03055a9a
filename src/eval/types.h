// The builtin types that scripts may call by name.
#pragma once

#include "eval/function.h"

namespace nereid::eval {

std::vector<Ref<Type>> constructibleTypes();

} // namespace nereid::eval
