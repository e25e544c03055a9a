// Building strings: cat("shape ", 128, "x", 64), join(parts, ", "), and plain facts about text.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace nereid {

inline void appendText(std::string &to, std::string_view text) {
  to += text;
}
inline void appendText(std::string &to, char c) {
  to += c;
}
template <typename T>
  requires std::is_integral_v<T>
void appendText(std::string &to, T number) {
  char digits[24];
  auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  to.append(digits, end);
}

// The concatenation of strings, characters and integers.
template <typename... Parts> std::string cat(const Parts &...parts) {
  std::string result;
  (appendText(result, parts), ...);
  return result;
}

template <typename Range> std::string join(const Range &parts, std::string_view separator) {
  std::string result;
  bool first = true;
  for (const auto &part : parts) {
    if (!first)
      result += separator;
    first = false;
    appendText(result, part);
  }
  return result;
}

inline bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// The candidates most like `word`, nearest first, at most two, by restricted Damerau-Levenshtein
// distance, and only those within a third of the word's length: what "did you mean" offers.
std::vector<std::string> nearestWords(std::string_view word,
                                      const std::vector<std::string> &candidates);

} // namespace nereid
