// The modules of src/host/library: written in Python, and part of the program.
//
//   if (std::optional<std::string_view> text = libraryText("argparse")) ...
#pragma once

#include <optional>
#include <string_view>

namespace nereid::host {

// The text of the module with this dotted name, or nothing: library/a_b.py is a.b.
std::optional<std::string_view> libraryText(std::string_view module);

} // namespace nereid::host
