// The grid of a launch.
#pragma once

#include <span>

#include "host/kernel.h"

namespace nereid::host {

// What `grid` means for these arguments (one per parameter, each perhaps null): a tuple or list of
// one to three ints, or a callable that makes one from a dict of the arguments by name. Raises
// TypeError or ValueError that says what a grid is.
Grid evaluateGrid(const KernelObject &kernel, const eval::Value &grid,
                  std::span<const eval::Value *const> arguments);

} // namespace nereid::host
