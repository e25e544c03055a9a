// The arguments of a launch as Python code around the kernel sees them: a dict by name.
#pragma once

#include "host/launch_call.h"

namespace nereid::host {

// Positional arguments under their parameters' names, then keyword arguments; no defaults.
eval::Ref<eval::Dict> argumentsByName(KernelObject &kernel, const LaunchCall &call);

} // namespace nereid::host
