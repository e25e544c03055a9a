// Matching the arguments of a call to the parameters of a function that a script defined.
#pragma once

#include "eval/value.h"

namespace nereid::host {

using BoundArguments = std::vector<eval::Value>; // one per parameter

// Raises the TypeErrors that Python raises: "f() missing 1 required positional argument: 'x'".
BoundArguments matchArguments(std::string_view function,
                              std::span<const syntax::Parameter> parameters,
                              const std::vector<std::optional<eval::Value>> &defaults,
                              const eval::Arguments &arguments);

} // namespace nereid::host
