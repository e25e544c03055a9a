#include "host/traceback.h"

#include <algorithm>

#include "base/text.h"
#include "eval/operators.h"
#include "eval/unicode.h"

namespace nereid::host {

using eval::Exception;

namespace {

// A part of one line, in characters from its start.
struct Columns {
  size_t first, last;
};

Columns columnsOf(Span span, std::string_view line, uint32_t lineNumber, const SourceMap &sources) {
  LineColumn start = sources.start(span), end = sources.end(span);
  return {start.line == lineNumber ? start.column - 1 : 0,
          end.line == lineNumber ? end.column - 1 : eval::countCodePoints(line)};
}

// What is under the code: carets under the part that was being evaluated, unless that is the line.
// Around an operator or brackets that did it, tildes.
std::string carets(const Exception::Frame &frame, std::string_view line, size_t indent,
                   const SourceMap &sources) {
  uint32_t number = sources.start(frame.span).line;
  Columns whole = columnsOf(frame.span, line, number, sources);
  std::string_view code = line.substr(0, line.find_last_not_of(" \t") + 1);
  bool isLine = whole.first <= indent && whole.last >= eval::countCodePoints(code);
  bool isAnchored = sources.contains(frame.anchor) && frame.anchor != Span() &&
                    sources.start(frame.anchor).line == number &&
                    sources.end(frame.span).line == number;
  if (whole.last <= whole.first || whole.first < indent || (isLine && !isAnchored))
    return "";
  std::string marks(whole.last - whole.first, '^');
  if (isAnchored) {
    Columns anchor = columnsOf(frame.anchor, line, number, sources);
    for (size_t i = whole.first; i < whole.last; ++i)
      marks[i - whole.first] = i >= anchor.first && i < anchor.last ? '^' : '~';
  }
  return cat("    ", std::string(whole.first - indent, ' '), marks, "\n");
}

std::string formatFrame(const Exception::Frame &frame, const SourceMap &sources) {
  if (!sources.contains(frame.span))
    return "";
  LineColumn start = sources.start(frame.span);
  std::string_view line = sources.line(frame.span, start.line);
  size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  std::string text = cat("  File \"", sources.path(frame.span), "\", line ", start.line, ", in ",
                         frame.function, "\n");
  if (indent < line.size())
    text += cat("    ", line.substr(indent), "\n", carets(frame, line, indent, sources));
  return text;
}

bool same(const Exception::Frame &a, const Exception::Frame &b) {
  return a.span == b.span && a.function == b.function;
}

// Outermost first; a frame that repeats many times in a row is told three times, then counted.
std::string formatFrames(const std::vector<Exception::Frame> &innermostFirst,
                         const SourceMap &sources) {
  constexpr size_t kShown = 3;
  std::string text;
  size_t i = innermostFirst.size();
  while (i > 0) {
    const Exception::Frame &frame = innermostFirst[i - 1];
    size_t count = 0;
    while (count < i && same(innermostFirst[i - 1 - count], frame))
      ++count;
    for (size_t shown = 0; shown < std::min(count, kShown); ++shown)
      text += formatFrame(frame, sources);
    if (count > kShown)
      text += cat("  [Previous line repeated ", count - kShown, " more time",
                  count - kShown == 1 ? "" : "s", "]\n");
    i -= count;
  }
  return text;
}

std::string formatOne(const Exception &exception, const SourceMap &sources) {
  std::string text;
  if (!exception.traceback.empty())
    text = cat("Traceback (most recent call last):\n", formatFrames(exception.traceback, sources));
  return text + formatException(exception) + "\n";
}

} // namespace

std::string formatException(const Exception &exception) {
  std::string message;
  try {
    message = exception.str();
  } catch (const eval::Raised &) {
    message = "<exception str() failed>";
  }
  std::string name = exception.type->name;
  if (std::optional<eval::Value> module = eval::findAttr(eval::Value(exception.type), "__module__");
      module && module->asString() && *module->asString() != "builtins" &&
      *module->asString() != "__main__")
    name = cat(*module->asString(), ".", name);
  if (!exception.details.empty()) {
    std::string details = exception.details; // says all that the message says, and where
    while (details.ends_with('\n'))
      details.pop_back();
    return cat(name, ":\n", details);
  }
  std::string line = message.empty() ? name : cat(name, ": ", message);
  if (!exception.suggestion.empty())
    line += cat(message.ends_with('.') ? " " : ". ", exception.suggestion);
  return line;
}

std::string formatTraceback(const Exception &exception, const SourceMap &sources) {
  constexpr size_t kMostLinks = 100;
  std::string text = formatOne(exception, sources);
  std::vector<const Exception *> seen = {&exception};
  const Exception *each = &exception;
  while (seen.size() < kMostLinks) {
    auto *cause = each->cause.as<Exception>();
    auto *context = each->suppressContext ? nullptr : each->context.as<Exception>();
    const Exception *earlier = cause ? cause : context;
    if (!earlier || std::find(seen.begin(), seen.end(), earlier) != seen.end())
      break;
    text = cat(formatOne(*earlier, sources), "\n",
               cause ? "The above exception was the direct cause of the following exception:"
                     : "During handling of the above exception, another exception occurred:",
               "\n\n", text);
    seen.push_back(earlier);
    each = earlier;
  }
  return text;
}

} // namespace nereid::host
