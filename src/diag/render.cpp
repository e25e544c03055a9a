#include "diag/render.h"

#include <algorithm>

#include "base/text.h"
#include "diag/display_text.h"
#include "diag/render_json.h"
#include "diag/severity_name.h"
#include "diag/snippet.h"

namespace nereid {
namespace {

// Below this many columns a frame is mostly torn lines; the one-line form reads better.
constexpr int kNarrowestFrame = 40;

std::string headlineOf(const Diagnostic &diagnostic) {
  return cat(severityName(severityOf(diagnostic.kind)), '[', codeOf(diagnostic.kind), ']');
}

std::string renderShort(const Diagnostic &diagnostic, const SourceMap &sources) {
  std::string place;
  Span span = diagnostic.primary.span;
  if (span != Span{} && sources.contains(span)) {
    // The last character of the span, so that one character reads 9-9.
    Span last = {span.end > span.begin ? span.end - 1 : span.end, span.end};
    LineColumn start = sources.start(span), end = sources.start(last);
    place = cat(sources.path(span), ':', start.line, ':', start.column, '-');
    if (end.line != start.line)
      place += cat(end.line, ':');
    place += cat(end.column, ": ");
  }
  return cat(place, headlineOf(diagnostic), ": ", diagnostic.headline, '\n');
}

// Breaks `text` at blanks so that it fits between `indent` and `width`. The first line is not
// indented: it follows what the caller already wrote.
std::string wrap(std::string_view text, int indent, int width) {
  int available = std::max(20, width - indent);
  std::string result;
  int used = 0;
  while (!text.empty()) {
    size_t end = text.find(' ');
    std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    int size = displayWidth(word);
    if (used != 0 && used + 1 + size > available) {
      result += cat('\n', std::string(indent, ' '));
      used = 0;
    } else if (used != 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += size;
  }
  return result;
}

// The frame's last lines: the helps, then where to read more.
std::string drawHelps(const Diagnostic &diagnostic, const RenderOptions &options,
                      const Painter &painter, int gutter, bool more) {
  int keyword = gutter + 4;  // the column of "help:"
  int content = keyword + 6; // the column of its text
  std::string margin =
      cat(std::string(gutter + 1, ' '), painter.paint(Style::Frame, painter.bottom()), ' ');
  std::string text;
  for (const Help &help : diagnostic.helps) {
    text +=
        cat(text.empty() ? margin : std::string(keyword, ' '), painter.paint(Style::Help, "help:"),
            ' ', wrap(help.text, content, options.width), '\n');
  }
  if (more)
    text += cat(text.empty() ? margin : std::string(content, ' '), "more: nereid explain ",
                codeOf(diagnostic.kind), '\n');
  return text;
}

std::string renderHuman(const Diagnostic &diagnostic, const SourceMap &sources,
                        const RenderOptions &options, bool more) {
  Painter painter(options, severityOf(diagnostic.kind));
  int gutter = 0;
  std::string snippet = drawSnippet(diagnostic, sources, options, painter, gutter);
  return cat(painter.paint(Style::Primary, headlineOf(diagnostic)),
             painter.paint(Style::Strong, cat(": ", diagnostic.headline)), '\n', snippet,
             drawHelps(diagnostic, options, painter, gutter, more));
}

std::string renderOne(const Diagnostic &diagnostic, const SourceMap &sources,
                      const RenderOptions &options, bool more) {
  if (options.format == DiagFormat::Json)
    return renderJson(diagnostic, sources);
  if (options.format == DiagFormat::Short || options.width < kNarrowestFrame)
    return renderShort(diagnostic, sources);
  return renderHuman(diagnostic, sources, options, more);
}

} // namespace

std::string Painter::paint(Style style, std::string_view text) const {
  if (!color_ || style == Style::Plain || text.empty())
    return std::string(text);
  std::string_view code = "1"; // Strong
  if (style == Style::Frame || style == Style::Secondary)
    code = "34";
  else if (style == Style::Help)
    code = "32";
  else if (style == Style::Primary)
    code = severity_ == Severity::Error ? "1;31" : severity_ == Severity::Warning ? "1;33" : "1;35";
  return cat("\x1b[", code, 'm', text, "\x1b[0m");
}

std::string render(const Diagnostic &diagnostic, const SourceMap &sources,
                   const RenderOptions &options) {
  return renderOne(diagnostic, sources, options, true);
}

std::string renderAll(const DiagSink &sink, const SourceMap &sources,
                      const RenderOptions &options) {
  std::string text;
  std::vector<DiagKind> explained;
  for (const Diagnostic &diagnostic : sink.sorted()) {
    // Saying once where to read more about a kind is enough.
    bool first = std::find(explained.begin(), explained.end(), diagnostic.kind) == explained.end();
    if (first)
      explained.push_back(diagnostic.kind);
    text += renderOne(diagnostic, sources, options, first);
    if (options.format == DiagFormat::Human)
      text += '\n';
  }
  return text;
}

} // namespace nereid
