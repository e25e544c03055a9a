// String literals and f-strings. Only their extent matters here; escapes are resolved by the
// parser (literals.cpp).

#include <algorithm>

#include "base/text.h"
#include "syntax/characters.h"
#include "syntax/lexer.h"

namespace nereid::syntax {

// The number of letters at the position that could be a string's prefix: r, b, u, f, rb, br, rf,
// fr, in either case. Whether a quote follows is for the caller to see.
size_t Lexer::stringPrefixSize() const {
  auto lower = [this](size_t i) { return static_cast<char>(at(position_ + i) | 0x20); };
  char first = lower(0), second = lower(1);
  auto isQuote = [](char c) { return c == '"' || c == '\''; };
  if (isQuote(at(position_)))
    return 0;
  bool single = first == 'r' || first == 'b' || first == 'u' || first == 'f';
  if (single && isQuote(at(position_ + 1)))
    return 1;
  bool pair = (first == 'r' && (second == 'b' || second == 'f')) ||
              ((first == 'b' || first == 'f') && second == 'r');
  return pair && isQuote(at(position_ + 2)) ? 2 : 0;
}

bool Lexer::atQuotes(size_t offset, char quote, bool triple) const {
  return at(offset) == quote && (!triple || (at(offset + 1) == quote && at(offset + 2) == quote));
}

// Moves past the closing quotes. Returns false, at the end of the line or text, if there are none.
bool Lexer::skipString(char quote, bool triple) {
  while (position_ < text_.size()) {
    if (atQuotes(position_, quote, triple)) {
      position_ += triple ? 3 : 1;
      return true;
    }
    if (!triple && lineEndSize(position_) != 0)
      return false;
    if (text_[position_] == '\\')
      position_ += std::max<size_t>(1, lineEndSize(position_ + 1));
    if (position_ < text_.size())
      ++position_;
  }
  return false;
}

void Lexer::reportUnclosedString(size_t begin, size_t quoteEnd, bool triple) {
  if (quiet_ && !triple)
    return;
  std::string_view opening = text_.substr(begin, quoteEnd - begin);
  Diagnostic diagnostic{DiagKind::UnclosedString,
                        "this string is never closed",
                        {spanOf(begin, quoteEnd), cat("opened by `", opening, "`")}};
  std::string_view quotes = text_.substr(quoteEnd - (triple ? 3 : 1), triple ? 3 : 1);
  if (triple)
    diagnostic.helps.push_back({cat("close it with `", quotes, "`")});
  else
    diagnostic.helps.push_back({cat("close it with `", quotes, "` on this line, or open it with `",
                                    quotes, quotes, quotes, "` to write several lines")});
  report(std::move(diagnostic));
}

// In `f"{x"`, the second quote looks like the beginning of a string inside the braces, but the
// string would not end on this line: it is the closing quote, and a brace is missing.
bool Lexer::closesUnfinishedField(size_t begin, char quote) const {
  return !fstrings_.empty() && !fstrings_.back().triple && fstrings_.back().quote == quote &&
         at(begin) == quote;
}

// string: [prefix] (quote chars quote | quote*3 chars quote*3)
Token Lexer::lexString(size_t prefixSize) {
  size_t begin = position_;
  char quote = at(begin + prefixSize);
  bool triple = atQuotes(begin + prefixSize, quote, true);
  size_t quoteEnd = begin + prefixSize + (triple ? 3 : 1);
  position_ = quoteEnd;
  bool closed = skipString(quote, triple);
  if (!closed && !triple && closesUnfinishedField(begin, quote)) {
    position_ = begin + 1;
    return endFString(begin);
  }
  if (!closed)
    reportUnclosedString(begin, quoteEnd, triple);
  Token token = make(TokenKind::String, begin);
  token.broken = !closed;
  return token;
}

// The opening of an f-string. Its text and fields are further tokens.
Token Lexer::lexFString(size_t prefixSize) {
  size_t begin = position_;
  char quote = at(begin + prefixSize);
  bool triple = atQuotes(begin + prefixSize, quote, true);
  bool raw = text_.substr(begin, prefixSize).find_first_of("rR") != std::string_view::npos;
  position_ += prefixSize + (triple ? 3 : 1);
  frames_.push_back({Frame::Kind::FString, quote});
  fstrings_.push_back({quote, triple, raw, begin, position_});
  return make(TokenKind::FStringStart, begin);
}

// Closes the innermost f-string, and what is open inside it.
Token Lexer::endFString(size_t begin) {
  while (frames_.back().kind != Frame::Kind::FString)
    frames_.pop_back();
  frames_.pop_back();
  fstrings_.pop_back();
  return make(TokenKind::FStringEnd, begin);
}

// Where the text of an f-string, or of a format in one, stops: at a brace, at the closing quotes,
// or at the end of what may be on one line.
size_t Lexer::findFStringPause(const FString &fstring, bool inFormat) const {
  size_t i = position_;
  while (i < text_.size()) {
    char c = text_[i];
    if (atQuotes(i, fstring.quote, fstring.triple))
      return i;
    if (lineEndSize(i) != 0 && !fstring.triple)
      return i;
    if (c == '{' || c == '}') {
      if (inFormat || at(i + 1) != c)
        return i;
      i += 2;
    } else if (c == '\\' && !fstring.raw && at(i + 1) == 'N' && at(i + 2) == '{') {
      while (i < text_.size() && text_[i] != '}' && lineEndSize(i) == 0)
        ++i;
      i += at(i) == '}';
    } else if (c == '\\' && at(i + 1) != '{' && at(i + 1) != '}') {
      i += 1 + std::max<size_t>(1, lineEndSize(i + 1));
    } else {
      ++i;
    }
  }
  return text_.size();
}

// fstring_middle: text without single braces
Token Lexer::lexFStringText() {
  bool inFormat = frames_.back().kind == Frame::Kind::Format;
  FString fstring = fstrings_.back();
  size_t begin = position_;
  size_t pause = findFStringPause(fstring, inFormat);
  // A lone `}` in the text is part of it; the parser will say what is wrong with it.
  while (!inFormat && at(pause) == '}' && pause < text_.size()) {
    position_ = pause + 1;
    pause = findFStringPause(fstring, inFormat);
  }
  position_ = std::min(pause, text_.size());
  if (position_ != begin)
    return make(TokenKind::FStringMiddle, begin);

  if (atQuotes(begin, fstring.quote, fstring.triple)) {
    position_ += fstring.triple ? 3 : 1;
    return endFString(begin);
  }
  if (at(begin) == '{') {
    ++position_;
    frames_.push_back({Frame::Kind::Field, '}'});
    return make(TokenKind::OpenBrace, begin);
  }
  if (at(begin) == '}') { // the format ends, and its field with it
    ++position_;
    frames_.resize(frames_.size() - 2);
    return make(TokenKind::CloseBrace, begin);
  }
  reportUnclosedString(fstring.begin, fstring.end, fstring.triple);
  Token token = endFString(begin);
  token.broken = true;
  return token;
}

} // namespace nereid::syntax
