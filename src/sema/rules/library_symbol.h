// The functions of CUDA's math library by the names of their symbols: `__nv_sinf` is
// tl.extra.libdevice.sin on fp32. Libraries that declare functions with tl.core.extern name them
// so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/scalar.h"

namespace nereid::sema {

struct LibrarySymbol {
  std::string builtin;            // the builtin that means it: "extra.libdevice.sin"
  std::optional<Scalar> floats;   // the type of its float arguments, if it has any
  std::optional<Scalar> integers; // the type of its integer arguments, if that is one of many
};

// Nothing: no such function here.
std::optional<LibrarySymbol> findLibrarySymbol(std::string_view symbol);
std::vector<std::string_view> librarySymbols();

} // namespace nereid::sema
