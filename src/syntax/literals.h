// From the text between a string's quotes to the string's value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nereid::syntax {

struct LiteralForm {
  bool raw = false;    // r"...": a backslash is a backslash
  bool bytes = false;  // b"...": no character beyond ASCII, no \u
  bool braces = false; // the text of an f-string: `{{` and `}}` stand for one brace
};

// A stretch of the literal that does not mean anything.
struct LiteralProblem {
  size_t begin, end; // bytes in the literal's text
  std::string headline, help;
};

// Whether the value is other than the text itself.
bool needsResolving(std::string_view text, LiteralForm form);

// The value of `text`: a str as UTF-8 (lone surrogates, which Python allows, in the same manner),
// bytes as they are. What has no meaning is kept as written and noted in `problems`. An escape that
// Python does not know, like \d, means itself.
std::string resolveLiteral(std::string_view text, LiteralForm form,
                           std::vector<LiteralProblem> &problems);

} // namespace nereid::syntax
