#include "case_file.h"

#include <cstdlib>

#include "base/text.h"

namespace nereid::conformance {
namespace {

std::string_view trim(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool consume(std::string_view &text, std::string_view prefix) {
  if (!startsWith(text, prefix))
    return false;
  text = trim(text.substr(prefix.size()));
  return true;
}

// Splits "a=[1, 2] b=f(1, 2)" at spaces outside brackets and quotes.
std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words(1);
  int depth = 0;
  bool isQuoted = false;
  for (char c : text) {
    if (c == '"')
      isQuoted = !isQuoted;
    depth += !isQuoted && (c == '[' || c == '(') ? 1 : 0;
    depth -= !isQuoted && (c == ']' || c == ')') ? 1 : 0;
    if (c == ' ' && depth == 0 && !isQuoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  std::erase(words, "");
  return words;
}

// Takes "~ 1e-6" off the end.
double takeTolerance(std::string_view &text) {
  size_t mark = text.rfind('~');
  if (mark == std::string_view::npos)
    return 0;
  double tolerance = std::strtod(std::string(text.substr(mark + 1)).c_str(), nullptr);
  text = trim(text.substr(0, mark));
  return tolerance;
}

std::string unquote(std::string_view text) {
  std::string result;
  for (size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == '\\' && text[i + 1] == 'n') {
      result += '\n';
      ++i;
    } else {
      result += text[i];
    }
  return result;
}

class Parser {
public:
  CaseFile file;

  void line(std::string_view text, int number) {
    number_ = number;
    if (startsWith(text, "def ")) {
      kernel_ = text.substr(4, text.find('(') - 4);
      current_ = nullptr;
      return;
    }
    if (!startsWith(text, "#")) {
      current_ = nullptr;
      return;
    }
    text = trim(text.substr(1));
    if (consume(text, "case "))
      return begin(text);
    if (!current_)
      return;
    if (consume(text, "expect "))
      return expect(text);
    if (consume(text, "skip "))
      return skip(text);
    for (std::string &word : splitWords(text))
      addWord(word);
  }

private:
  void mistake(std::string_view what) {
    file.mistakes.push_back(cat("line ", number_, ": ", what));
  }

  void begin(std::string_view text) {
    size_t colon = text.find(':');
    if (colon == std::string_view::npos)
      return mistake("a case is `case NAME: words`");
    if (kernel_.empty())
      return mistake("a case needs a kernel above it");
    file.cases.push_back({kernel_, std::string(text.substr(0, colon)), number_, {}, {}, {}});
    current_ = &file.cases.back();
    for (std::string &word : splitWords(text.substr(colon + 1)))
      addWord(word);
  }

  void addWord(const std::string &word) {
    size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      return mistake(cat("`", word, "` is no `name=value`"));
    current_->words.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }

  void expect(std::string_view text) {
    using Kind = Expectation::Kind;
    Expectation expectation{Kind::Tensor, {}, {}, {}, 0};
    if (consume(text, "printed ")) {
      expectation.kind = Kind::Printed;
      expectation.text = unquote(text);
    } else if (consume(text, "same on all devices")) {
      expectation.kind = Kind::SameEverywhere;
      expectation.tolerance = takeTolerance(text);
    } else if (startsWith(text, "NR")) {
      expectation.kind = Kind::Diagnostic;
      expectation.name = text.substr(0, text.find(' '));
      text = trim(text.substr(expectation.name.size()));
      if (consume(text, "on "))
        expectation.device = text;
    } else {
      size_t equals = text.find('=');
      if (equals == std::string_view::npos)
        return mistake(cat("`expect ", text, "` expects nothing"));
      expectation.tolerance = takeTolerance(text);
      expectation.name = trim(text.substr(0, equals));
      expectation.text = trim(text.substr(equals + 1));
    }
    current_->expectations.push_back(std::move(expectation));
  }

  void skip(std::string_view text) {
    size_t colon = text.find(':');
    if (colon == std::string_view::npos)
      return mistake("`skip DEVICE: REASON` needs a reason");
    current_->skips.emplace_back(trim(text.substr(0, colon)), trim(text.substr(colon + 1)));
  }

  std::string kernel_;
  Case *current_ = nullptr;
  int number_ = 0;
};

} // namespace

CaseFile parseCases(std::string_view text) {
  Parser parser;
  for (int number = 1; !text.empty(); ++number) {
    size_t end = text.find('\n');
    parser.line(text.substr(0, end), number);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return std::move(parser.file);
}

} // namespace nereid::conformance
