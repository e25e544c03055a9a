// Case and classes are known for ASCII, Latin-1, Greek and Cyrillic; other letters count as letters
// without case. Scripts around kernels print results, they do not process natural language.
#include "eval/unicode.h"

namespace nereid::eval {

namespace {

size_t sequenceLength(unsigned char lead) {
  if (lead < 0x80)
    return 1;
  if (lead >= 0xF0)
    return 4;
  if (lead >= 0xE0)
    return 3;
  return lead >= 0xC0 ? 2 : 1;
}

bool isPrintable(uint32_t c) {
  if (c < 0x20 || (c >= 0x7F && c < 0xA1) || c == 0xAD)
    return false;
  bool separator = c == 0x1680 || (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) ||
                   (c >= 0x205F && c <= 0x206F) || c == 0x3000 || c == 0xFEFF;
  bool noCharacter = (c >= 0xD800 && c <= 0xF8FF) || (c >= 0xFFF0 && c <= 0xFFFB) ||
                     (c & 0xFFFE) == 0xFFFE || c >= 0xE0000;
  return !separator && !noCharacter;
}

void appendEscape(std::string &to, uint32_t c) {
  constexpr char kDigits[] = "0123456789abcdef";
  int digits = c > 0xFFFF ? 8 : c > 0xFF ? 4 : 2;
  to += '\\';
  to += digits == 8 ? 'U' : digits == 4 ? 'u' : 'x';
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    to += kDigits[(c >> shift) & 15];
}

} // namespace

size_t countCodePoints(std::string_view text) {
  size_t count = 0;
  while (!text.empty()) {
    takeCodePoint(text);
    ++count;
  }
  return count;
}

size_t offsetOfCodePoint(std::string_view text, size_t index) {
  std::string_view rest = text;
  while (index-- > 0 && !rest.empty())
    takeCodePoint(rest);
  return text.size() - rest.size();
}

uint32_t takeCodePoint(std::string_view &text) {
  unsigned char lead = text[0];
  size_t length = sequenceLength(lead);
  if (length > text.size())
    length = 1;
  uint32_t codePoint = length == 1 ? lead : lead & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) {
      length = 1;
      codePoint = lead;
      break;
    }
    codePoint = codePoint << 6 | (text[i] & 0x3F);
  }
  text.remove_prefix(length);
  return codePoint;
}

void appendCodePoint(std::string &to, uint32_t c) {
  if (c < 0x80) {
    to += char(c);
  } else if (c < 0x800) {
    to += char(0xC0 | c >> 6);
    to += char(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    to += char(0xE0 | c >> 12);
    to += char(0x80 | (c >> 6 & 0x3F));
    to += char(0x80 | (c & 0x3F));
  } else {
    to += char(0xF0 | c >> 18);
    to += char(0x80 | (c >> 12 & 0x3F));
    to += char(0x80 | (c >> 6 & 0x3F));
    to += char(0x80 | (c & 0x3F));
  }
}

bool isSpace(uint32_t c) {
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool isDigit(uint32_t c) {
  return c >= '0' && c <= '9';
}

bool isUpper(uint32_t c) {
  return (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
         (c >= 0x391 && c <= 0x3A9) || (c >= 0x400 && c <= 0x42F);
}

bool isLower(uint32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7) || c == 0xB5 ||
         (c >= 0x3B1 && c <= 0x3C9) || (c >= 0x430 && c <= 0x45F);
}

bool isAlpha(uint32_t c) {
  return isUpper(c) || isLower(c) || c == 0xAA || c == 0xBA ||
         (c >= 0x100 && isPrintable(c) && !(c >= 0x2000 && c < 0x2C00) &&
          !(c >= 0x3000 && c < 0x3041) && c < 0x1F000);
}

uint32_t toUpper(uint32_t c) {
  if (!isLower(c) || c == 0xDF || c == 0xFF || c == 0xB5)
    return c;
  if (c >= 0x450)
    return c - 80;
  return c == 0x3C2 ? 0x3A3 : c - 32;
}

uint32_t toLower(uint32_t c) {
  if (!isUpper(c))
    return c;
  return c >= 0x400 && c < 0x410 ? c + 80 : c + 32;
}

std::string_view stripSpace(std::string_view text) {
  while (!text.empty()) {
    std::string_view rest = text;
    if (!isSpace(takeCodePoint(rest)))
      break;
    text = rest;
  }
  while (!text.empty()) {
    size_t start = text.size() - 1;
    while (start > 0 && (text[start] & 0xC0) == 0x80)
      --start;
    std::string_view last = text.substr(start);
    if (!isSpace(takeCodePoint(last)))
      break;
    text = text.substr(0, start);
  }
  return text;
}

std::string quote(std::string_view text, bool onlyAscii) {
  bool useDouble =
      text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  char mark = useDouble ? '"' : '\'';
  std::string result(1, mark);
  while (!text.empty()) {
    uint32_t c = takeCodePoint(text);
    if (c == uint32_t(mark) || c == '\\') {
      result += '\\';
      result += char(c);
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '\t') {
      result += "\\t";
    } else if (!isPrintable(c) || (onlyAscii && c > 0x7F)) {
      appendEscape(result, c);
    } else {
      appendCodePoint(result, c);
    }
  }
  return result + mark;
}

std::string pad(std::string_view text, size_t width, char align, std::string_view fill) {
  size_t length = countCodePoints(text);
  size_t missing = width > length ? width - length : 0;
  size_t before = align == '>' ? missing : align == '^' ? missing / 2 : 0;
  std::string result;
  for (size_t i = 0; i < before; ++i)
    result += fill;
  result += text;
  for (size_t i = before; i < missing; ++i)
    result += fill;
  return result;
}

} // namespace nereid::eval
