// Text and places in it. A Span is eight bytes and means nothing without its SourceMap, so it can
// sit in every token, tree node and IR location for free.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace nereid {

struct Span {
  uint32_t begin = 0; // byte offset in the SourceMap's address space
  uint32_t end = 0;   // one past the last byte; begin == end is a caret

  friend bool operator==(Span, Span) = default;
};

// The smallest span that holds both.
inline Span cover(Span a, Span b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

struct LineColumn {
  uint32_t line = 1;   // 1-based
  uint32_t column = 1; // 1-based, counted in characters (code points), a tab being one
};

// Owns every source text of one run, so that a Span names its file. Offset 0 belongs to no file: a
// default Span is "nowhere". Texts are never removed; reading from several threads while another
// adds is safe.
class SourceMap {
public:
  // Returns the span of the whole text. The text is copied. At most 4 GiB in all.
  Span add(std::string path, std::string_view text);

  bool contains(Span span) const;
  std::string_view text(Span span) const;
  std::string_view path(Span span) const;
  LineColumn start(Span span) const;
  LineColumn end(Span span) const;

  // The text of a 1-based line of the file that `span` is in, without its line end.
  std::string_view line(Span span, uint32_t line) const;

  // How many lines the file of `span` has.
  uint32_t lineCount(Span span) const;

private:
  struct File {
    std::string path;
    std::string text;
    uint32_t base = 0;
    std::vector<uint32_t> lineStarts; // offsets in text
  };
  const File *find(uint32_t offset) const;
  LineColumn place(uint32_t offset) const;

  mutable std::mutex mutex_;
  std::deque<File> files_; // a deque: addresses stay valid
};

} // namespace nereid
