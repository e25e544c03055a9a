// What people who come from NumPy, PyTorch or CUDA write first, and what kernels have instead.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sema/value.h"

namespace nereid::sema {

// For a name that means nothing here: `threadIdx`, `np`, `abs`.
std::optional<std::string> habitForName(std::string_view name);

// For an attribute that `object` lacks: `tl.concat`, `x.astype`.
std::optional<std::string> habitForAttribute(const Value &object, std::string_view name);

// Is this module, or the package it is in, one of which nothing runs in a kernel: `numpy`, `time`?
bool isHostPackage(std::string_view module);

// The attributes and methods that tiles have.
std::vector<std::string> tileAttributeNames();

// The functions of library.py that are also methods of tiles.
bool isLibraryMethod(std::string_view name);

} // namespace nereid::sema
