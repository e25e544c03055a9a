// Runs straight-line scalar Core: what a test needs to compare the library's arithmetic with an
// independent computation. Values are bits, as Core's constants are.
#pragma once

#include <vector>

#include "sema/core.h"

namespace nereid::sema {

// The values that `kernel` stores, in order. Parameters are given as bits, pointers too (addresses
// mean nothing). Only scalars and no control flow; an operation it does not know fails the test.
std::vector<uint64_t> runScalarCore(const core::Kernel &kernel,
                                    const std::vector<uint64_t> &parameters);

} // namespace nereid::sema
