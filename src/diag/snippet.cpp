#include "diag/snippet.h"

#include <algorithm>

#include "base/text.h"

namespace nereid {
namespace {

// The labels that are in one file, and what to say about it.
struct Part {
  std::string_view path;
  LineColumn place;            // of the label that opened the part
  Span file;                   // any span in the file
  std::vector<Mark> marks;     // sorted by line
  std::vector<uint32_t> shown; // sorted line numbers
};

size_t offsetInLine(const SourceMap &sources, uint32_t offset, std::string_view line) {
  const char *at = sources.text({offset, offset}).data();
  return std::min<size_t>(at - line.data(), line.size());
}

// A span that ends at the very start of a line, or in blank space, ends with its last visible
// character instead: nobody wants to see an empty line underlined.
Span withoutTrailingSpace(Span span, const SourceMap &sources) {
  std::string_view text = sources.text(span);
  size_t last = text.find_last_not_of(" \t\r\n\f");
  if (last != std::string_view::npos)
    span.end = span.begin + static_cast<uint32_t>(last) + 1;
  return span;
}

void insert(std::vector<Mark> &marks, Mark mark) {
  auto after = std::upper_bound(marks.begin(), marks.end(), mark,
                                [](const Mark &a, const Mark &b) { return a.line < b.line; });
  marks.insert(after, mark);
}

void addMarks(Part &part, const Label &label, bool primary, const SourceMap &sources) {
  Span span = withoutTrailingSpace(label.span, sources);
  uint32_t first = sources.start(span).line;
  uint32_t last = sources.end(span).line;
  std::string_view firstLine = sources.line(span, first);
  std::string_view lastLine = sources.line(span, last);
  size_t begin = offsetInLine(sources, span.begin, firstLine);
  size_t end = offsetInLine(sources, span.end, lastLine);
  if (first == last) {
    insert(part.marks, {first, begin, end, primary, label.text});
    return;
  }
  insert(part.marks, {first, begin, std::max(begin, firstLine.size()), primary, {}});
  size_t indent = std::min(lastLine.find_first_not_of(" \t"), end);
  insert(part.marks, {last, indent, end, primary, label.text});
}

Part &partFor(std::vector<Part> &parts, const Label &label, const SourceMap &sources) {
  std::string_view path = sources.path(label.span);
  for (Part &part : parts)
    if (part.path.data() == path.data())
      return part;
  parts.push_back({path, sources.start(label.span), label.span, {}, {}});
  return parts.back();
}

// Lines with marks, and a single line between two of them: a gap mark would be no shorter.
void chooseLines(Part &part) {
  for (const Mark &mark : part.marks) {
    if (!part.shown.empty() && mark.line == part.shown.back() + 2)
      part.shown.push_back(mark.line - 1);
    if (part.shown.empty() || mark.line != part.shown.back())
      part.shown.push_back(mark.line);
  }
}

bool hasPlace(const Label &label, const SourceMap &sources) {
  return label.span != Span{} && sources.contains(label.span);
}

std::vector<Part> collectParts(const Diagnostic &diagnostic, const SourceMap &sources,
                               const std::vector<Label> &calls) {
  std::vector<Part> parts;
  auto add = [&](const Label &label, bool primary) {
    if (hasPlace(label, sources))
      addMarks(partFor(parts, label, sources), label, primary, sources);
  };
  add(diagnostic.primary, true);
  for (const Label &label : diagnostic.labels)
    add(label, false);
  for (const Label &call : calls)
    add(call, false);
  for (Part &part : parts)
    chooseLines(part);
  return parts;
}

void drawPart(std::string &to, const Part &part, const SourceMap &sources, const Painter &painter,
              int gutter, int width) {
  std::string margin(gutter + 1, ' ');
  uint32_t previous = 0;
  for (uint32_t number : part.shown) {
    if (previous != 0 && number > previous + 1)
      to += cat(margin, painter.paint(Style::Frame, painter.gap()), '\n');
    std::vector<Mark> marks;
    for (const Mark &mark : part.marks)
      if (mark.line == number)
        marks.push_back(mark);
    drawLine(to, sources.line(part.file, number), number, marks, painter, gutter, width);
    previous = number;
  }
}

// Facts that no source line shows, such as the size of a buffer.
void drawPlacelessLabels(std::string &to, const Diagnostic &diagnostic, const SourceMap &sources,
                         const Painter &painter, int gutter) {
  std::string margin(gutter + 1, ' ');
  bool first = true;
  for (const Label &label : diagnostic.labels) {
    if (hasPlace(label, sources) || label.text.empty())
      continue;
    if (first && !to.empty())
      to += cat(margin, painter.paint(Style::Frame, painter.gap()), '\n');
    first = false;
    to += cat(margin, painter.paint(Style::Frame, painter.bar()), ' ', label.text, '\n');
  }
}

std::vector<Label> namedCalls(const Diagnostic &diagnostic) {
  std::vector<Label> calls = diagnostic.calls;
  for (Label &call : calls)
    if (call.text.empty())
      call.text = "called from here";
  return calls;
}

} // namespace

std::string drawSnippet(const Diagnostic &diagnostic, const SourceMap &sources,
                        const RenderOptions &options, const Painter &painter, int &gutter) {
  std::vector<Label> calls = namedCalls(diagnostic);
  std::vector<Part> parts = collectParts(diagnostic, sources, calls);
  gutter = 2;
  for (const Part &part : parts)
    gutter = std::max<int>(gutter, cat(part.shown.back()).size());

  std::string text;
  std::string margin(gutter + 1, ' ');
  if (!hasPlace(diagnostic.primary, sources) && !diagnostic.primary.text.empty())
    text +=
        cat(margin, painter.paint(Style::Frame, painter.top()), ' ', diagnostic.primary.text, '\n');
  for (const Part &part : parts) {
    std::string_view corner = text.empty() ? painter.top() : painter.middle();
    text += cat(margin, painter.paint(Style::Frame, corner), ' ', part.path, ':', part.place.line,
                ':', part.place.column, '\n');
    drawPart(text, part, sources, painter, gutter, options.width);
  }
  drawPlacelessLabels(text, diagnostic, sources, painter, gutter);
  return text;
}

} // namespace nereid
