// The type rule of every Core operation that has no region: what core_ops.def says in words.
#pragma once

#include <string>

#include "sema/core.h"

namespace nereid::core {

// What is wrong with the operands, results and attributes of `stmt` by themselves, or empty.
// Regions are core_verify.cpp's business.
std::string checkTypes(const Kernel &kernel, const Stmt &stmt);

} // namespace nereid::core
