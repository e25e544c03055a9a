// The least and the greatest value that numbers of a kernel take in a launch.
//
//   start = 128 * (cdiv(M, 128) - 1 - program)      on 8 programs, M = 1000: from 0 to 896
//
// Computed from arguments and the grid by arithmetic on intervals, so what comes out is never too
// narrow, and may be too wide. Numbers are taken not to overflow in the kernel; what overflows here
// may be anything.
#pragma once

#include <span>

#include "artifact/artifact.h"
#include "runtime/device.h"

namespace nereid {

// Whether none of `artifact.notNegative` can be negative. `words` are the arguments, extended.
bool areNotNegative(const Artifact &artifact, Grid grid, std::span<const uint64_t> words);

} // namespace nereid
