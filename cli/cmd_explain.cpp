#include <algorithm>
#include <cctype>
#include <cstdio>

#include "base/text.h"
#include "diag/diag.h"
#include "options.h"
#include "pages.h"
#include "verbs.h"

namespace nereid::cli {
namespace {

constexpr DiagKind kKinds[] = {
#define NEREID_DIAGNOSTIC(name, code, severity) DiagKind::name,
#include "diag/kinds.def"
};

const Page *pageOf(std::string_view code) {
  for (const Page &page : errorPages())
    if (page.code == code)
      return &page;
  return nullptr;
}

// "0301", "nr0301" and "ShapeMismatch" all mean NR0301.
std::string codeFrom(const std::string &word) {
  for (DiagKind kind : kKinds)
    if (nameOf(kind) == word)
      return std::string(codeOf(kind));
  std::string code;
  for (char c : word)
    code += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (!code.empty() && std::isdigit(static_cast<unsigned char>(code[0])))
    code = "NR" + code;
  return code;
}

std::string_view headlineOf(const Page &page) {
  std::string_view line = page.text.substr(0, page.text.find('\n'));
  size_t colon = line.find(": ");
  return colon == line.npos ? line : line.substr(colon + 2);
}

void list() {
  for (DiagKind kind : kKinds) {
    const Page *page = pageOf(codeOf(kind));
    std::string_view headline = page ? headlineOf(*page) : nameOf(kind);
    std::printf("%s  %.*s\n", std::string(codeOf(kind)).c_str(), int(headline.size()),
                headline.data());
  }
}

} // namespace

int explainCommand(const Words &words) {
  Options options("explain",
                  "Explains a diagnostic: what it means, a kernel that has it, the cure.");
  std::string word;
  options.operand("CODE", word, "such as NR0301; without one, all codes are listed", false);
  if (auto exit = options.parse(words))
    return *exit;
  if (word.empty()) {
    list();
    return kSuccess;
  }
  std::string code = codeFrom(word);
  if (const Page *page = pageOf(code)) {
    std::fwrite(page->text.data(), 1, page->text.size(), stdout);
    return kSuccess;
  }
  std::vector<std::string> known;
  for (DiagKind kind : kKinds)
    known.emplace_back(codeOf(kind));
  auto near = nearestWords(code, known);
  std::fprintf(stderr, "error: there is no diagnostic %s\n", word.c_str());
  std::string help =
      near.empty() ? "nereid explain lists them" : cat("did you mean ", near[0], "?");
  std::fprintf(stderr, "help: %s\n", help.c_str());
  return kFailure;
}

} // namespace nereid::cli
