// The framed source lines of a human-readable diagnostic:
//
//      ╭─ softmax.py:12:9
//    8 │     x = tl.load(x_ptr + rows[:, None] * 64 + cols[None, :])
//      │         ─────────────────────────────────────────────────── [128, 64]
//      ┆
//   12 │     y = x + bias
//      │         ^^^^^^^^ axis 0 is 128 on the left and 32 on the right
//
// snippet.cpp decides which lines to show and what to mark on them; snippet_lines.cpp draws one
// line with its marks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "diag/render.h"

namespace nereid {

// What text is painted as; see Painter.
enum class Style { Plain, Frame, Primary, Secondary, Help, Strong };

// The characters and colours that the options allow.
class Painter {
public:
  explicit Painter(const RenderOptions &options, Severity severity)
      : color_(options.color), unicode_(options.unicode), severity_(severity) {}

  std::string paint(Style style, std::string_view text) const;

  std::string_view top() const { return unicode_ ? "╭─" : "|-"; }
  std::string_view middle() const { return unicode_ ? "├─" : "|-"; }
  std::string_view bottom() const { return unicode_ ? "╰─" : "|-"; }
  std::string_view bar() const { return unicode_ ? "│" : "|"; }
  std::string_view gap() const { return unicode_ ? "┆" : ":"; }
  std::string_view hook() const { return unicode_ ? "╰" : "|"; }
  std::string_view line() const { return unicode_ ? "─" : "-"; }
  std::string_view cut() const { return unicode_ ? "…" : "..."; }
  int cutWidth() const { return unicode_ ? 1 : 3; }

private:
  bool color_, unicode_;
  Severity severity_;
};

// A stretch of one source line to underline.
struct Mark {
  uint32_t line;     // 1-based
  size_t begin, end; // bytes in the line; equal for a caret
  bool primary;
  std::string_view text; // may be empty
};

// Draws `source`, which is line `number`, and under it its marks, all of that line.
void drawLine(std::string &to, std::string_view source, uint32_t number,
              const std::vector<Mark> &marks, const Painter &painter, int gutter, int width);

// The whole frame without its last line, which belongs to the helps. Ends with a line end, and is
// empty if the diagnostic has no place. `gutter` receives the width of the line numbers.
std::string drawSnippet(const Diagnostic &diagnostic, const SourceMap &sources,
                        const RenderOptions &options, const Painter &painter, int &gutter);

} // namespace nereid
