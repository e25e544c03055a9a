#include "syntax/characters.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace nereid::syntax {
namespace {

// Blocks of punctuation, symbols, private use and emoji: not letter-like. Sorted.
constexpr uint32_t kSymbols[][2] = {
    {0x80, 0xA9},       {0xAB, 0xB4},        {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},       {0x2000, 0x203E},    {0x2041, 0x2053}, {0x2055, 0x2070}, {0x2072, 0x207E},
    {0x2080, 0x208F},   {0x20A0, 0x20CF},    {0x2190, 0x2BFF}, {0x2E00, 0x2E7F}, {0x3000, 0x3004},
    {0x3008, 0x3020},   {0x3030, 0x3030},    {0xD800, 0xF8FF}, {0xFD3E, 0xFD3F}, {0xFE10, 0xFE1F},
    {0xFE30, 0xFE32},   {0xFE35, 0xFE4C},    {0xFE50, 0xFE6F}, {0xFEFF, 0xFF0F}, {0xFF1A, 0xFF20},
    {0xFF3B, 0xFF3E},   {0xFF40, 0xFF40},    {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF},
    {0xE0000, 0xE00FF}, {0xF0000, 0x10FFFF},
};

constexpr size_t kMaxRegions = 10;

bool isStrange(std::string_view text, size_t at) {
  unsigned char c = static_cast<unsigned char>(text[at]);
  uint32_t value;
  if (c >= 0x80)
    return (c & 0xC0) != 0x80 && decodeCharacter(text.substr(at), value) == 0;
  return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
}

// More than a tenth of what surrounds `at` is neither text nor blank space.
bool looksBinary(std::string_view text, size_t at) {
  size_t begin = at < 512 ? 0 : at - 512;
  size_t end = std::min(text.size(), at + 512);
  size_t strange = 0;
  for (size_t i = begin; i < end; ++i)
    strange += isStrange(text, i);
  return strange > 4 && strange * 10 > end - begin;
}

// The first byte at or after `from` that is NUL or not UTF-8.
size_t findBadByte(std::string_view text, size_t from) {
  size_t at = from;
  while (at < text.size()) {
    uint64_t word;
    while (at + sizeof word <= text.size()) {
      std::memcpy(&word, text.data() + at, sizeof word);
      constexpr uint64_t kOnes = 0x0101010101010101, kTops = 0x8080808080808080;
      bool plain = ((word | (word - kOnes)) & kTops) == 0; // no byte is 0 or beyond ASCII
      if (!plain)
        break;
      at += sizeof word;
    }
    if (at == text.size())
      break;
    uint32_t value;
    size_t size = text[at] == '\0' ? 0 : decodeCharacter(text.substr(at), value);
    if (size == 0)
      return at;
    at += size;
  }
  return std::string_view::npos;
}

std::string byteName(char c) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  unsigned char byte = static_cast<unsigned char>(c);
  return cat("0x", kDigits[byte >> 4], kDigits[byte & 15]);
}

} // namespace

void appendCharacter(std::string &to, uint32_t c) {
  auto tail = [&](int shift) { to += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    to += static_cast<char>(c);
  } else if (c < 0x800) {
    to += static_cast<char>(0xC0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    to += static_cast<char>(0xE0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    to += static_cast<char>(0xF0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

size_t decodeCharacter(std::string_view text, uint32_t &value) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty())
    return 0;
  value = byte(0);
  if (value < 0x80)
    return 1;
  size_t size = value >= 0xF0 ? 4 : value >= 0xE0 ? 3 : 2;
  if (value < 0xC2 || value > 0xF4 || text.size() < size)
    return 0;
  value &= 0x7Fu >> size;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80)
      return 0;
    value = value << 6 | (byte(i) & 0x3F);
  }
  bool tooLong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return tooLong || surrogate || value > 0x10FFFF ? 0 : size;
}

bool isLetterLike(uint32_t codePoint) {
  return std::none_of(std::begin(kSymbols), std::end(kSymbols), [&](const uint32_t (&range)[2]) {
    return codePoint >= range[0] && codePoint <= range[1];
  });
}

size_t nameSize(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    char c = text[at];
    if (isNameStart(c) || (at > 0 && isDigit(c))) {
      ++at;
      continue;
    }
    uint32_t value;
    size_t size =
        static_cast<unsigned char>(c) < 0x80 ? 0 : decodeCharacter(text.substr(at), value);
    if (size == 0 || !isLetterLike(value))
      break;
    at += size;
  }
  return at;
}

size_t checkEncoding(std::string_view text, Span file, DiagSink &sink) {
  size_t at = findBadByte(text, 0);
  for (size_t regions = 0; at != std::string_view::npos && regions < kMaxRegions; ++regions) {
    uint32_t offset = file.begin + static_cast<uint32_t>(at);
    if (looksBinary(text, at)) {
      sink.report({DiagKind::BadCharacter,
                   "this is not a UTF-8 text file",
                   {{offset, offset + 1}, cat("the byte ", byteName(text[at]), " is here")},
                   {},
                   {{"a script is text in the UTF-8 encoding"}}});
      return 0;
    }
    std::string what = text[at] == '\0' ? "a NUL byte is no part of a text"
                                        : cat("the byte ", byteName(text[at]), " is not UTF-8");
    sink.report({DiagKind::BadCharacter,
                 what,
                 {{offset, offset + 1}, ""},
                 {},
                 {{"save the file in the UTF-8 encoding"}}});
    // A region goes on as long as lines with bad bytes follow each other.
    for (size_t lineEnd = at; at != std::string_view::npos && at <= lineEnd;) {
      lineEnd = text.find('\n', at);
      if (lineEnd != std::string_view::npos)
        lineEnd = text.find('\n', lineEnd + 1);
      at = findBadByte(text, at + 1);
    }
  }
  return text.size();
}

} // namespace nereid::syntax
