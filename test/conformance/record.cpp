#include "record.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace nereid::conformance {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + "\"";
}

std::string hexOf(const std::vector<std::byte> &bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (std::byte b : bytes) {
    hex += kDigits[std::to_integer<int>(b) >> 4];
    hex += kDigits[std::to_integer<int>(b) & 15];
  }
  return hex;
}

std::string tensorsOf(const std::map<std::string, Tensor> &tensors) {
  std::vector<std::string> members;
  for (const auto &[name, tensor] : tensors)
    members.push_back(cat(quoted(name), ": [", quoted(shortName(tensor.element)), ", ",
                          quoted(hexOf(tensor.bytes)), "]"));
  return cat("{", join(members, ", "), "}");
}

// Why no other engine can be held to the case; mostly empty.
std::string_view unjudged(const Case &which) {
  using Kind = Expectation::Kind;
  for (const Expectation &expectation : which.expectations) {
    if (expectation.kind == Kind::Diagnostic && !expectation.device.empty())
      return "only a checked engine sees it";
    if (expectation.kind == Kind::Printed)
      return "it is about what is printed";
  }
  return "";
}

} // namespace

std::string recordOf(std::string_view file, const Case &which, const Outcome &outcome) {
  std::vector<std::string> words, codes;
  for (const auto &[name, text] : which.words)
    if (!outcome.before.contains(name))
      words.push_back(cat("[", quoted(name), ", ", quoted(text), "]"));
  for (const std::string &code : outcome.codes)
    codes.push_back(quoted(code));
  double tolerance = 0;
  for (const Expectation &expectation : which.expectations)
    tolerance = std::max(tolerance, expectation.tolerance);
  char number[32];
  std::snprintf(number, sizeof number, "%g", tolerance);
  return cat("{\"file\": ", quoted(file), ", \"kernel\": ", quoted(which.kernel),
             ", \"name\": ", quoted(which.name), ", \"words\": [", join(words, ", "),
             "], \"before\": ", tensorsOf(outcome.before),
             ", \"after\": ", tensorsOf(outcome.after), ", \"codes\": [", join(codes, ", "),
             "], \"tolerance\": ", std::string_view(number),
             ", \"skip\": ", quoted(unjudged(which)), "}\n");
}

} // namespace nereid::conformance
