// Text to tokens, by Python's rules: indentation becomes Indent and Dedent tokens, a line end
// becomes a Newline token unless a bracket is open, and an f-string becomes a run of tokens:
//
//   f"a{x:>{w}}"  ->  FStringStart `f"`, FStringMiddle `a`, `{`, Name x, `:`, FStringMiddle `>`,
//                     `{`, Name w, `}`, `}`, FStringEnd `"`
//
// Tokens are made one at a time, on demand, because the parser may decide that a bracket was never
// closed and ask for the rest to be read again as if it had not been opened.
//
// What is no token at all is reported to the sink, once, and stands in the stream as an Error
// token, or as a String or Number that is `broken`: the parser stays silent about those.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "source/source.h"

namespace nereid::syntax {

enum class TokenKind : uint8_t {
  EndOfFile,
  Newline, // of a logical line; its span is the caret after the line's last token
  Indent,
  Dedent,
  Error,
  Name,
  Number,
  String, // with prefix and quotes
  FStringStart,
  FStringMiddle,
  FStringEnd,
#define NEREID_TOKEN(name, spelling) name,
#include "syntax/tokens.def"
};

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  bool startsLine = false; // the first token on its line of text
  bool broken = false;     // the lexer has already reported what is wrong with it
  Span span;
};

// The fixed spelling of a keyword or punctuation mark; empty for other kinds.
std::string_view spelling(TokenKind kind);

inline bool isKeyword(TokenKind kind) {
  return kind >= TokenKind::False && kind <= TokenKind::Yield;
}

bool beginsExpression(TokenKind kind);

class Lexer {
public:
  // `text` is the text of `file`, and must outlive the lexer.
  Lexer(std::string_view text, Span file, DiagSink &sink);

  // The next token. After the last one, EndOfFile for ever.
  Token next();

  // Forgets all open brackets and f-strings and reads on from `token`, which was returned earlier
  // and is then returned again. If it starts a line, a Newline comes first, and the line's
  // indentation counts again. `previousEnd` is where the token before it ended. Nothing beyond the
  // next Newline token may have been read.
  void abandonBrackets(const Token &token, uint32_t previousEnd);

  // Forgets the innermost open bracket, if nothing has been read beyond the current token.
  void forgetBracket();

  // While quiet, a string that is not closed on its line is not reported: the parser has given up
  // on that line.
  void setQuiet(bool quiet) { quiet_ = quiet; }

  // The column, as indentation counts it, of the line on which `offset` lies.
  int indentationAt(uint32_t offset) const;

private:
  // An open bracket, or a part of an f-string that is being read.
  struct Frame {
    enum class Kind : uint8_t {
      Bracket, // ( [ {
      FString, // the literal text of an f-string
      Field,   // {...} in one
      Format,  // what follows the field's `:`
    } kind;
    char close; // the closing bracket
  };
  struct FString {
    char quote;
    bool triple, raw;
    size_t begin, end; // of its opening
  };
  struct Level {
    int column;    // tabs go to multiples of 8
    int alternate; // tabs count 1: two lines must compare alike both ways
  };

  // lexer.cpp: lines and blank space
  bool skipBlankSpace();
  bool startsStatement() const;
  bool looksLikeHeader(std::string_view word) const;
  void readIndentation();
  void indentTo(Level level, size_t lineStart);
  Token endOfText();
  Token make(TokenKind kind, size_t begin);
  Token caret(TokenKind kind, size_t at) const;
  void report(Diagnostic diagnostic);
  size_t lineEndSize(size_t at) const;
  char at(size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  Span spanOf(size_t begin, size_t end) const;

  // lexer_tokens.cpp: one token
  Token lexToken();
  Token lexName();
  bool lexPunctuation(Token &token);
  void trackBracket(TokenKind kind);
  void trackClosing(char close);
  Token lexForeign();

  // lexer_numbers.cpp
  Token lexNumber();
  std::string lexPrefixedNumber(int base);
  std::string lexDecimalNumber();
  std::string trailingText(size_t begin);
  void skipWord();
  bool lexDigits(int base);

  // lexer_strings.cpp: string literals
  size_t stringPrefixSize() const;
  bool atQuotes(size_t offset, char quote, bool triple) const;
  bool skipString(char quote, bool triple);
  bool closesUnfinishedField(size_t begin, char quote) const;
  Token lexString(size_t prefixSize);
  Token lexFString(size_t prefixSize);
  Token lexFStringText();
  size_t findFStringPause(const FString &fstring, bool inFormat) const;
  Token endFString(size_t begin);
  void reportUnclosedString(size_t begin, size_t quoteEnd, bool triple);

  std::string_view text_;
  uint32_t base_;
  DiagSink &sink_;
  size_t position_ = 0;
  size_t lastTokenEnd_ = 0;
  size_t reportedUpTo_ = 0; // text read again must not be reported again
  bool quiet_ = false;
  bool reportedForeign_ = false; // on this line of text
  bool toldOfTabs_ = false;      // in this file
  bool atLineStart_ = true;      // indentation has not been read yet
  bool startsLine_ = true;       // no token on this line of text yet
  bool pendingNewline_ = false;
  bool lineHasTokens_ = false;
  int pendingDedents_ = 0;
  bool pendingIndent_ = false;
  std::vector<Level> levels_ = {{0, 0}};
  std::vector<Frame> frames_;
  std::vector<FString> fstrings_; // those among frames_
};

} // namespace nereid::syntax
