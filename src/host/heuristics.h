// triton.heuristics: arguments of a kernel computed from the others, at each launch.
//
//   @triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
#pragma once

#include "host/launch_call.h"

namespace nereid::host {

// Returns the decorator.
eval::Value heuristicsDecorator(const eval::Arguments &arguments);

} // namespace nereid::host
