// Lines, blank space and indentation. Single tokens are in lexer_tokens.cpp, string literals in
// lexer_strings.cpp.

#include "syntax/lexer.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "syntax/characters.h"

namespace nereid::syntax {

std::string_view spelling(TokenKind kind) {
  switch (kind) {
#define NEREID_TOKEN(name, spelling)                                                               \
  case TokenKind::name:                                                                            \
    return spelling;
#include "syntax/tokens.def"
  default:
    return {};
  }
}

bool beginsExpression(TokenKind kind) {
  switch (kind) {
  case TokenKind::Name:
  case TokenKind::Number:
  case TokenKind::String:
  case TokenKind::FStringStart:
  case TokenKind::OpenParen:
  case TokenKind::OpenSquare:
  case TokenKind::OpenBrace:
  case TokenKind::Minus:
  case TokenKind::Plus:
  case TokenKind::Tilde:
  case TokenKind::Ellipsis:
  case TokenKind::Not:
  case TokenKind::Await:
  case TokenKind::Lambda:
  case TokenKind::None:
  case TokenKind::True:
  case TokenKind::False:
    return true;
  default:
    return false;
  }
}

Lexer::Lexer(std::string_view text, Span file, DiagSink &sink) : base_(file.begin), sink_(sink) {
  text_ = text.substr(0, checkEncoding(text, file, sink));
  if (startsWith(text_, "\xEF\xBB\xBF")) // a byte order mark
    position_ = 3;
}

Span Lexer::spanOf(size_t begin, size_t end) const {
  return {base_ + static_cast<uint32_t>(begin), base_ + static_cast<uint32_t>(end)};
}

// The token from `begin` to the current position.
Token Lexer::make(TokenKind kind, size_t begin) {
  Token token = {kind, startsLine_, false, spanOf(begin, position_)};
  startsLine_ = false;
  lineHasTokens_ = true;
  lastTokenEnd_ = position_;
  return token;
}

Token Lexer::caret(TokenKind kind, size_t at) const {
  return {kind, false, false, spanOf(at, at)};
}

void Lexer::report(Diagnostic diagnostic) {
  size_t at = diagnostic.primary.span.begin - base_;
  if (at < reportedUpTo_)
    return;
  reportedUpTo_ = at + 1;
  sink_.report(std::move(diagnostic));
}

// The size of the line end at `at`: \n, \r\n or a lone \r. 0: there is none.
size_t Lexer::lineEndSize(size_t offset) const {
  if (at(offset) == '\n')
    return 1;
  if (at(offset) == '\r')
    return at(offset + 1) == '\n' ? 2 : 1;
  return 0;
}

Token Lexer::next() {
  while (true) {
    if (pendingNewline_) {
      pendingNewline_ = lineHasTokens_ = false;
      return caret(TokenKind::Newline, lastTokenEnd_);
    }
    if (pendingDedents_ > 0) {
      --pendingDedents_;
      return caret(TokenKind::Dedent, position_);
    }
    if (pendingIndent_) {
      pendingIndent_ = false;
      return caret(TokenKind::Indent, position_);
    }
    if (atLineStart_ && frames_.empty()) {
      readIndentation();
      if (pendingDedents_ > 0 || pendingIndent_)
        continue;
    }
    if (!frames_.empty() &&
        (frames_.back().kind == Frame::Kind::FString || frames_.back().kind == Frame::Kind::Format))
      return lexFStringText();
    bool newLine = skipBlankSpace();
    if (newLine && frames_.empty())
      pendingNewline_ = lineHasTokens_;
    else if (newLine && startsStatement())
      // No expression holds such a word, so the bracket around this line was never closed.
      abandonBrackets({TokenKind::EndOfFile, true, false, spanOf(position_, position_)},
                      spanOf(0, lastTokenEnd_).end);
    else
      return position_ == text_.size() ? endOfText() : lexToken();
  }
}

// Skips blanks, comments, continued lines and, inside brackets, line ends. Returns whether that
// brought us to a new line: outside brackets, this ends the logical line.
bool Lexer::skipBlankSpace() {
  bool newLine = false;
  while (position_ < text_.size()) {
    char c = text_[position_];
    if (c == ' ' || c == '\t' || c == '\f') {
      ++position_;
    } else if (c == '#') {
      while (position_ < text_.size() && lineEndSize(position_) == 0)
        ++position_;
    } else if (size_t size = lineEndSize(position_)) {
      position_ += size;
      startsLine_ = true;
      reportedForeign_ = false;
      newLine = true;
      if (frames_.empty()) {
        atLineStart_ = true;
        break;
      }
    } else if (c == '\\' && lineEndSize(position_ + 1) != 0) {
      position_ += 1 + lineEndSize(position_ + 1);
    } else {
      break;
    }
  }
  return newLine;
}

// Whether a statement begins here, at the start of a line inside a bracket: at a word that no
// expression holds, or at one that begins a line which looks like a header.
bool Lexer::startsStatement() const {
  static constexpr std::string_view kWords[] = {
      "assert", "break",  "class", "continue", "def",      "del",    "elif", "except", "finally",
      "global", "import", "pass",  "raise",    "nonlocal", "return", "try",  "while",  "with"};
  if (frames_.empty())
    return false;
  size_t size = nameSize(text_.substr(position_, 9));
  std::string_view word = text_.substr(position_, size);
  if (word == "if" || word == "for" || word == "else" || word == "async")
    return looksLikeHeader(word);
  if (std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords))
    return false;
  // `f(class=1)` is a keyword where a name should be, and gets its own message.
  size_t after = position_ + size;
  while (at(after) == ' ')
    ++after;
  return at(after) != '=' && at(after) != ')' && at(after) != ',';
}

// Whether this line, which begins with `word`, ends with a colon that no dict and no bracket on
// the line can claim: `if c else d, key:` may be the inside of a dict, and `if x[a:` that of a
// slice, unless it is indented like a statement.
bool Lexer::looksLikeHeader(std::string_view word) const {
  size_t end = position_;
  int depth = 0;
  char last = '\0';
  for (; end < text_.size() && lineEndSize(end) == 0 && text_[end] != '#'; ++end) {
    char c = text_[end];
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    last = c == ' ' || c == '\t' ? last : c;
  }
  std::string_view rest = text_.substr(position_ + word.size(), end - position_ - word.size());
  bool isChoice = word != "for" && rest.find(" else ") != std::string_view::npos;
  bool isBareElse = word != "else" || rest.find_first_not_of(" \t") == rest.find(':');
  bool isIndented = indentationAt(spanOf(position_, position_).begin) > levels_.back().column;
  return last == ':' && (depth == 0 || !isIndented) && !isChoice && isBareElse;
}

// Reads the blanks that begin a logical line. A line without tokens has no indentation.
void Lexer::readIndentation() {
  Level level = {0, 0};
  size_t lineStart = position_;
  for (; position_ < text_.size(); ++position_) {
    char c = text_[position_];
    if (c == ' ') {
      ++level.column, ++level.alternate;
    } else if (c == '\t') {
      level.column = (level.column / 8 + 1) * 8;
      ++level.alternate;
    } else if (c == '\f') {
      level = {0, 0};
    } else if (c == '\\' && lineEndSize(position_ + 1) != 0) {
      position_ += lineEndSize(position_ + 1);
    } else {
      break;
    }
  }
  if (position_ == text_.size() || at(position_) == '#' || lineEndSize(position_) != 0)
    return;
  atLineStart_ = false;
  indentTo(level, lineStart);
}

// Compares the indentation of a line with the open levels and notes the tokens it makes.
void Lexer::indentTo(Level level, size_t lineStart) {
  Span blanks = spanOf(lineStart, position_);
  bool consistent = true;
  if (level.column > levels_.back().column) {
    consistent = level.alternate > levels_.back().alternate;
    levels_.push_back(level);
    pendingIndent_ = true;
  } else {
    int popped = levels_.back().column;
    while (level.column < levels_.back().column) {
      popped = levels_.back().column;
      levels_.pop_back();
      ++pendingDedents_;
    }
    if (level.column != levels_.back().column) {
      report({DiagKind::BadIndentation,
              "this line is indented like no line above it",
              {blanks, cat("indented by ", level.column)},
              {},
              {{cat("indent it by ", levels_.back().column, " or by ", popped,
                    ", like the blocks around it")}}});
      // Take it for part of the innermost block, and that block for indented like this line.
      --pendingDedents_;
      levels_.push_back(level);
    } else {
      consistent = level.alternate == levels_.back().alternate;
    }
  }
  if (!consistent) {
    if (!std::exchange(toldOfTabs_, true)) // one habit, many lines
      report({DiagKind::BadIndentation,
              "tabs and spaces are mixed so that the indentation depends on the width of a tab",
              {blanks, ""},
              {},
              {{"indent with spaces only"}}});
    levels_.back().alternate = level.alternate;
  }
}

// The end of the text ends the line, then each block.
Token Lexer::endOfText() {
  frames_.clear();
  fstrings_.clear();
  if (lineHasTokens_) {
    lineHasTokens_ = false;
    return caret(TokenKind::Newline, lastTokenEnd_);
  }
  if (levels_.size() > 1) {
    levels_.pop_back();
    return caret(TokenKind::Dedent, position_);
  }
  return caret(TokenKind::EndOfFile, position_);
}

void Lexer::abandonBrackets(const Token &token, uint32_t previousEnd) {
  frames_.clear();
  fstrings_.clear();
  position_ = token.span.begin - base_;
  lastTokenEnd_ = previousEnd - base_;
  startsLine_ = atLineStart_ = pendingNewline_ = token.startsLine;
  lineHasTokens_ = true;
  if (!token.startsLine)
    return;
  while (position_ > 0 && lineEndSize(position_ - 1) == 0)
    --position_;
}

void Lexer::forgetBracket() {
  if (!frames_.empty() && frames_.back().kind == Frame::Kind::Bracket)
    frames_.pop_back();
}

int Lexer::indentationAt(uint32_t offset) const {
  size_t begin = offset - base_;
  while (begin > 0 && lineEndSize(begin - 1) == 0)
    --begin;
  int column = 0;
  for (size_t i = begin; at(i) == ' ' || at(i) == '\t'; ++i)
    column = at(i) == '\t' ? (column / 8 + 1) * 8 : column + 1;
  return column;
}

} // namespace nereid::syntax
