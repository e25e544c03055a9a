// What a single character may be part of, in Python source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diag/diag.h"
#include "source/source.h"

namespace nereid::syntax {

inline bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
inline bool isNameStart(char c) { // among ASCII
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline int hexDigit(char c) { // -1: none
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The size in bytes of the UTF-8 character at the front of `text`, or 0 if there is none. `value`
// receives its code point.
size_t decodeCharacter(std::string_view text, uint32_t &value);

// The other way. Lone surrogates are written in the same manner.
void appendCharacter(std::string &to, uint32_t codePoint);

// Whether a character beyond ASCII looks like a letter, digit or mark. Coarser than Unicode's
// XID_Continue: whole blocks of punctuation and symbols are left out, all else is let in.
bool isLetterLike(uint32_t codePoint);

// The size in bytes of the name at the front of `text`; 0 if it starts with none.
size_t nameSize(std::string_view text);

// Reports the regions of `text` (the text of `file`) that are not UTF-8, at most a few, and
// returns how much of it is worth reading: nothing, if it looks like no text at all.
size_t checkEncoding(std::string_view text, Span file, DiagSink &sink);

} // namespace nereid::syntax
