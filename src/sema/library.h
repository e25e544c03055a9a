// The text of library.py, built into the program.
#pragma once

#include <string_view>

namespace nereid::sema {

std::string_view librarySource();

} // namespace nereid::sema
