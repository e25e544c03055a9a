// Code points of UTF-8 texts: counting, cutting, classes of characters, quoting.
//
// Texts are expected to be UTF-8; a byte that begins no code point counts as one by itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nereid::eval {

size_t countCodePoints(std::string_view text);
// The byte offset of the code point with this index (text.size() if there are fewer).
size_t offsetOfCodePoint(std::string_view text, size_t index);
// The code point at the front, which is removed from `text`; `text` is not empty.
uint32_t takeCodePoint(std::string_view &text);
void appendCodePoint(std::string &to, uint32_t codePoint);

bool isSpace(uint32_t codePoint);
bool isDigit(uint32_t codePoint);
bool isAlpha(uint32_t codePoint);
bool isUpper(uint32_t codePoint);
bool isLower(uint32_t codePoint);
uint32_t toUpper(uint32_t codePoint);
uint32_t toLower(uint32_t codePoint);

std::string_view stripSpace(std::string_view text);

// repr() of a str; `onlyAscii` escapes everything else, as ascii() does.
std::string quote(std::string_view text, bool onlyAscii = false);

// `text` filled up to `width` code points: align is '<', '>' or '^'.
std::string pad(std::string_view text, size_t width, char align, std::string_view fill);

} // namespace nereid::eval
