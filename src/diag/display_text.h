// Text as a terminal shows it: cells instead of bytes.
//
// A source line may hold tabs, wide characters, combining marks, control characters and bytes that
// are no text at all. A DisplayLine is such a line laid out in cells, with the cell at which each
// byte begins, so that an underline can sit under the right characters. Nothing that could steer
// the terminal or reorder the line (escape sequences, bidirectional controls) gets through.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nereid {

// One code point at the front of `text`, which must not be empty. Bytes that are not UTF-8 are
// taken one at a time, with `valid` false.
struct CodePoint {
  uint32_t value;
  uint32_t size; // bytes
  bool valid;
};
CodePoint firstCodePoint(std::string_view text);

class DisplayLine {
public:
  explicit DisplayLine(std::string_view line);

  // The first cell of the byte at `offset`; the line's width for offsets past its end.
  int cellAt(size_t offset) const;
  int width() const { return width_; }

  // The cells [from, to) as text. A wide character cut in half shows as a blank.
  std::string slice(int from, int to) const;

private:
  struct Glyph {
    int cell, width;
    uint32_t offset;       // in the source line
    uint32_t shown, bytes; // in shown_
  };
  std::string shown_;
  std::vector<Glyph> glyphs_;
  int width_ = 0;
};

// How many cells `text` takes on one line.
int displayWidth(std::string_view text);

} // namespace nereid
