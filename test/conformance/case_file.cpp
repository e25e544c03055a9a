#include "case_file.h"

#include <algorithm>
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

// A line of a case, without its "#".
struct Line {
  int number = 0;
  std::string text;
};

std::string replaceAll(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::vector<std::string> splitAtColons(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(':', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// One case, from its lines.
class CaseReader {
public:
  CaseReader(std::string kernel, CaseFile &file) : file_(file) { case_.kernel = std::move(kernel); }

  void read(const std::vector<Line> &lines) {
    begin(lines.front());
    for (size_t i = 1; i < lines.size(); ++i) {
      number_ = lines[i].number;
      std::string_view text = lines[i].text;
      if (consume(text, "expect "))
        expect(text);
      else if (consume(text, "skip "))
        skip(text);
      else
        addWords(text);
    }
    file_.cases.push_back(std::move(case_));
  }

private:
  void mistake(std::string_view what) {
    file_.mistakes.push_back(cat("line ", number_, ": ", what));
  }

  void begin(const Line &line) {
    case_.line = number_ = line.number;
    size_t colon = line.text.find(':');
    if (colon == std::string::npos)
      return mistake("a case is `case NAME: words`");
    case_.name = line.text.substr(0, colon);
    addWords(std::string_view(line.text).substr(colon + 1));
  }

  void addWords(std::string_view text) {
    for (const std::string &word : splitWords(text)) {
      size_t equals = word.find('=');
      if (equals == std::string::npos || equals == 0)
        mistake(cat("`", word, "` is no `name=value`"));
      else
        case_.words.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
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
    case_.expectations.push_back(std::move(expectation));
  }

  void skip(std::string_view text) {
    size_t colon = text.find(':');
    if (colon == std::string_view::npos)
      return mistake("`skip DEVICE: REASON` needs a reason");
    case_.skips.emplace_back(trim(text.substr(0, colon)), trim(text.substr(colon + 1)));
  }

  CaseFile &file_;
  Case case_;
  int number_ = 0;
};

class Parser {
public:
  CaseFile file;

  void line(std::string_view text, int number) {
    if (!startsWith(text, "#"))
      finishCase();
    if (startsWith(text, "def "))
      kernel_ = text.substr(4, text.find('(') - 4);
    if (!startsWith(text, "#"))
      return;
    text = trim(text.substr(1));
    if (consume(text, "case ")) {
      finishCase();
      lines_.push_back({number, std::string(text)});
      if (kernel_.empty())
        file.mistakes.push_back(cat("line ", number, ": a case needs a kernel above it"));
    } else if (lines_.empty()) {
      return; // a comment
    } else if (consume(text, "each ")) {
      each_.push_back({number, std::string(text)});
    } else {
      lines_.push_back({number, std::string(text)});
    }
  }

  void finishCase() {
    std::vector<std::vector<Line>> cases;
    if (!lines_.empty())
      cases.push_back(std::move(lines_));
    for (const Line &each : each_)
      cases = multiply(cases, each);
    for (const std::vector<Line> &lines : cases)
      CaseReader(kernel_, file).read(lines);
    lines_.clear();
    each_.clear();
  }

private:
  // The cases, each once for every value of "T R in i8:i32 u8:u32".
  std::vector<std::vector<Line>> multiply(const std::vector<std::vector<Line>> &cases,
                                          const Line &each) {
    size_t in = each.text.find(" in ");
    std::vector<std::string> names, values;
    if (in != std::string::npos) {
      names = splitWords(std::string_view(each.text).substr(0, in));
      values = splitWords(std::string_view(each.text).substr(in + 4));
    }
    std::vector<std::vector<Line>> product;
    for (const std::vector<Line> &lines : cases)
      for (const std::string &value : values) {
        std::vector<std::string> parts = splitAtColons(value);
        if (parts.size() != names.size()) {
          file.mistakes.push_back(cat("line ", each.number, ": `", value, "` for ", names.size()));
          continue;
        }
        product.push_back(lines);
        for (Line &line : product.back())
          for (size_t i = 0; i < names.size(); ++i)
            line.text = replaceAll(std::move(line.text), cat("{", names[i], "}"), parts[i]);
      }
    if (product.empty())
      file.mistakes.push_back(cat("line ", each.number, ": `each NAMES in VALUES`"));
    return product;
  }

  std::string kernel_;
  std::vector<Line> lines_; // of the case being read
  std::vector<Line> each_;
};

} // namespace

CaseFile parseCases(std::string_view text) {
  Parser parser;
  for (int number = 1; !text.empty(); ++number) {
    size_t end = text.find('\n');
    parser.line(text.substr(0, end), number);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  parser.finishCase();
  return std::move(parser.file);
}

} // namespace nereid::conformance
