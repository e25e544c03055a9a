// The pages of docs/errors, built into the binary: what `nereid explain` prints.
#pragma once

#include <span>
#include <string_view>

namespace nereid::cli {

struct Page {
  std::string_view code; // "NR0301"
  std::string_view text; // Markdown; the first line is "# NR0301: a headline"
};

std::span<const Page> errorPages(); // in order of code

} // namespace nereid::cli
