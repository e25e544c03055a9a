#include "diag/display_text.h"

#include <algorithm>

namespace nereid {
namespace {

constexpr int kTabStop = 4;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

struct Range {
  uint32_t first, last;
};

bool within(uint32_t c, const Range *begin, const Range *end) {
  return std::any_of(begin, end, [c](Range r) { return c >= r.first && c <= r.last; });
}

// Coarse East Asian Width: whole blocks, which is what terminals agree on.
constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0xA4CF},
                           {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},  {0xFE30, 0xFE6F},
                           {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F},
                           {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range kZeroWidth[] = {
    {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
// Invisible, or able to reorder what is around them.
constexpr Range kControl[] = {{0, 0x1F},         {0x7F, 0x9F},     {0x200B, 0x200F},
                              {0x2028, 0x202E},  {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
                              {0xE0000, 0xE007F}};

bool isControl(uint32_t c) {
  return within(c, std::begin(kControl), std::end(kControl));
}

int widthOf(uint32_t c) {
  if (c < 0x300)
    return 1;
  if (within(c, std::begin(kZeroWidth), std::end(kZeroWidth)))
    return 0;
  return within(c, std::begin(kWide), std::end(kWide)) ? 2 : 1;
}

} // namespace

CodePoint firstCodePoint(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80)
    return {lead, 1, true};
  uint32_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size)
    return {lead, 1, false};
  uint32_t value = lead & (0x7Fu >> size);
  for (uint32_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80)
      return {lead, 1, false};
    value = value << 6 | (byte(i) & 0x3F);
  }
  bool tooLong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (tooLong || surrogate || value > 0x10FFFF)
    return {lead, 1, false};
  return {value, size, true};
}

DisplayLine::DisplayLine(std::string_view line) {
  for (size_t at = 0; at < line.size();) {
    CodePoint c = firstCodePoint(line.substr(at));
    Glyph glyph = {width_, 1, static_cast<uint32_t>(at), static_cast<uint32_t>(shown_.size()), 0};
    if (c.value == '\t' && c.valid) {
      glyph.width = kTabStop - width_ % kTabStop;
      shown_.append(glyph.width, ' ');
    } else if (!c.valid || isControl(c.value)) {
      shown_ += kReplacement;
    } else {
      glyph.width = widthOf(c.value);
      shown_ += line.substr(at, c.size);
    }
    glyph.bytes = static_cast<uint32_t>(shown_.size()) - glyph.shown;
    glyphs_.push_back(glyph);
    width_ += glyph.width;
    at += c.size;
  }
}

int DisplayLine::cellAt(size_t offset) const {
  auto after = std::upper_bound(glyphs_.begin(), glyphs_.end(), offset,
                                [](size_t o, const Glyph &glyph) { return o < glyph.offset; });
  if (after == glyphs_.begin())
    return 0;
  // Past the last glyph's own bytes there is nothing but the end of the line.
  bool pastEnd = after == glyphs_.end() && offset > glyphs_.back().offset;
  return pastEnd ? width_ : std::prev(after)->cell;
}

std::string DisplayLine::slice(int from, int to) const {
  std::string result;
  for (const Glyph &glyph : glyphs_) {
    int begin = std::max(glyph.cell, from);
    int end = std::min(glyph.cell + glyph.width, to);
    bool whole = glyph.cell >= from && glyph.cell + glyph.width <= to;
    if (whole)
      result += shown_.substr(glyph.shown, glyph.bytes);
    else if (begin < end)
      result.append(end - begin, ' ');
  }
  return result;
}

int displayWidth(std::string_view text) {
  return DisplayLine(text).width();
}

} // namespace nereid
