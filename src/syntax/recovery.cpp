// How the parser finds its feet after a mistake.
//
// Inside brackets it skips to the closing one. The hard case is a bracket that is never closed:
//
//   x = tl.load(p + i
//   y = x + 1
//
// Brackets make the lexer ignore line ends, so `y` looks like more of the argument. But it begins a
// line that is indented no further than the statement `x = ...` is, and well-laid-out code does not
// do that inside brackets. So that is where we take the bracket for abandoned, and let the lexer
// read the line again as a line. (The lexer does the same by itself at words such as `return`.)

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "syntax/characters.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// Reports a mistake that leaves the parser not knowing where it is.
void Parser::report(Diagnostic diagnostic) {
  bool lexerSpoke = token_.kind == TokenKind::Error || token_.broken;
  if (!panic_ && !lexerSpoke)
    sink_.report(std::move(diagnostic));
  startPanic();
}

void Parser::startPanic() {
  if (!panic_)
    panicDepth_ = opens_.size();
  panic_ = true;
  for (Open &open : opens_)
    open.broken = true;
}

// Ends a panic that began inside the innermost open bracket, whose next part begins.
void Parser::calm() {
  if (panicsHere())
    panic_ = false;
}

// Reports a mistake in something that was understood.
void Parser::complain(Diagnostic diagnostic) {
  if (!panic_)
    sink_.report(std::move(diagnostic));
}

std::string Parser::describe(const Token &token) const {
  switch (token.kind) {
  case TokenKind::EndOfFile:
    return "the end of the file";
  case TokenKind::Newline:
    return "the end of the line";
  case TokenKind::Indent:
  case TokenKind::Dedent:
    return "this indentation";
  case TokenKind::String:
    return "this string";
  case TokenKind::FStringStart:
  case TokenKind::FStringMiddle:
  case TokenKind::FStringEnd:
    return "this f-string";
  default:
    break;
  }
  std::string_view text = textOf(token.span);
  return text.size() > 40 ? cat("`", text.substr(0, 40), "...`") : cat("`", text, "`");
}

static TokenKind openingOf(TokenKind close) {
  return close == TokenKind::CloseParen    ? TokenKind::OpenParen
         : close == TokenKind::CloseSquare ? TokenKind::OpenSquare
                                           : TokenKind::OpenBrace;
}

static bool isOpening(TokenKind kind) {
  return kind == TokenKind::OpenParen || kind == TokenKind::OpenSquare ||
         kind == TokenKind::OpenBrace || kind == TokenKind::FStringStart;
}

static bool isClosing(TokenKind kind) {
  return kind == TokenKind::CloseParen || kind == TokenKind::CloseSquare ||
         kind == TokenKind::CloseBrace || kind == TokenKind::FStringEnd;
}

bool Parser::closesOuterBracket(TokenKind kind) const {
  return std::any_of(opens_.begin(), opens_.end(), [&](Open open) { return open.close == kind; });
}

// Whether the current token, which could close the innermost bracket, stands by its indentation
// below the line that opened the one around it:
//
//   outer(
//       inner(a b,
//   )
bool Parser::looksLikeOuterClose() const {
  if (opens_.size() < 2 || !token_.startsLine || lookaheadBegin_ < lookahead_.size())
    return false;
  const Open &outer = opens_[opens_.size() - 2];
  int column = lexer_.indentationAt(token_.span.begin);
  return outer.close == token_.kind && column == lexer_.indentationAt(outer.span.begin) &&
         column < lexer_.indentationAt(opens_.back().span.begin);
}

// Whether the current token can only belong to the next statement, though a bracket is open. What
// begins with a number or an operator is more likely the badly indented inside of the bracket.
bool Parser::atAbandonedLine() const {
  if (atLineEnd() || at(TokenKind::Indent) || at(TokenKind::Dedent))
    return true;
  bool beginsStatement = at(TokenKind::Name) || isKeyword(token_.kind) || at(TokenKind::At);
  return token_.startsLine && token_.span.begin != statementBegin_ && beginsStatement &&
         lexer_.indentationAt(token_.span.begin) <= statementColumn_;
}

// Goes back to the beginning of the current line, if the line looks like a statement of its own but
// has been read as a part of the innermost bracket, which began on a line above:
//
//   x = (1, 2,
//   y = 3          <- the `=` cannot be, and `y` is the beginning of a statement
//
// Returns whether it did. No line is gone back to twice, since afterwards the bracket is forgotten.
bool Parser::backToAbandonedLine() {
  std::string_view read = text_.substr(0, token_.span.begin - file_.begin);
  size_t line = read.find_last_of("\r\n");
  if (opens_.empty() || line == std::string_view::npos || token_.startsLine ||
      file_.begin + line < opens_.back().span.begin)
    return false;
  size_t first = read.find_first_not_of(" \t\f", line + 1);
  if (first == std::string_view::npos || nameSize(read.substr(first)) == 0)
    return false;
  uint32_t begin = file_.begin + static_cast<uint32_t>(first);
  if (lexer_.indentationAt(begin) > statementColumn_)
    return false;
  std::string_view before = read.substr(0, first);
  lastEnd_ = file_.begin + static_cast<uint32_t>(before.find_last_not_of(" \t\f\r\n") + 1);
  token_ = {TokenKind::Name, true, false, {begin, begin + 1}};
  return true;
}

// Takes all open brackets for abandoned: the current token is read again as if there were none.
void Parser::abandonBrackets() {
  lexer_.abandonBrackets(token_, lastEnd_);
  lookahead_.clear();
  lookaheadBegin_ = 0;
  token_ = lexer_.next();
  abandoned_ = !opens_.empty();
}

// Reads the opening bracket that is the current token.
void Parser::openBracket(TokenKind close) {
  opens_.push_back({close, token_.span});
  advance();
}

// Expects the bracket that closes opens_.back(), and removes it from opens_. `separated` names what
// the bracket holds, if commas part it, for the message. Returns false if the bracket was not
// closed as it should be; the parser then stands behind it, or is still in panic.
bool Parser::closeBracket(std::string_view separated) {
  Open open = opens_.back();
  bool good = at(open.close) && !panicsHere();
  if (at(open.close)) {
    advance();
    calm();
  } else {
    if (!panic_)
      reportUnclosed(separated);
    skipToClose(open.close);
  }
  opens_.pop_back();
  abandoned_ = abandoned_ && !opens_.empty();
  return good;
}

// Whether the current token ends the header of a compound statement, though a bracket is open. Only
// where a colon makes no sense, or after a mistake: in `x[a:` it could be part of a slice.
bool Parser::atHeaderEnd() {
  return at(TokenKind::Colon) && inCompoundHeader_ &&
         (peek(1).startsLine || peek(1).kind == TokenKind::Newline);
}

void Parser::reportUnclosed(std::string_view separated) {
  Open open = opens_.back();
  backToAbandonedLine();
  std::string_view opening = spelling(openingOf(open.close));
  std::string_view close = spelling(open.close);
  bool closesOuter =
      isClosing(token_.kind) && (closesOuterBracket(token_.kind) || at(TokenKind::FStringEnd));
  bool headerEnds = atHeaderEnd();
  if (atAbandonedLine() || closesOuter || headerEnds) {
    Span found = atLineEnd() ? caretAfterPrevious() : token_.span;
    std::string label = cat("a `", close, "` was needed before this");
    if (atLineEnd())
      label = cat("a `", close, "` was needed up to here");
    // A bracket with a mistake in it may well have lost its end by that mistake.
    if (open.broken)
      startPanic();
    report({DiagKind::UnclosedBracket,
            cat("this `", opening, "` is never closed"),
            {open.span, ""},
            {{found, label}}});
    if (headerEnds)
      abandonBrackets();
    return;
  }
  if (isClosing(token_.kind)) {
    report({DiagKind::UnclosedBracket,
            cat(describe(token_), " does not close `", opening, "`"),
            {token_.span, cat("a `", close, "` was needed here")},
            {{open.span, "opened here"}},
            {{cat("write `", close, "`"), Help::Edit{token_.span, std::string(close)}}}});
    return;
  }
  Diagnostic explained{DiagKind::ExpectedToken, {}, {}};
  if (mistakeBehind(explained))
    return report(std::move(explained));
  bool missesComma = !separated.empty() && atExpression();
  Diagnostic diagnostic{
      DiagKind::ExpectedToken,
      missesComma ? cat("there is no `,` before ", describe(token_))
                  : cat(describe(token_), " cannot stand here"),
      {token_.span, cat("a ", separated.empty() ? "" : "`,` or ", "`", close, "` was needed here")},
      {{open.span, cat("`", opening, "` opened here")}}};
  if (missesComma)
    diagnostic.helps.push_back(
        {cat("part ", separated, " by commas"), Help::Edit{caretAfterPrevious(), ","}});
  report(std::move(diagnostic));
}

// Skips to and past `close`, or to where the bracket must be taken for abandoned. Clears the panic
// in the first case only.
void Parser::skipToClose(TokenKind close) {
  int depth = 0;
  while (!abandoned_) {
    if (atAbandonedLine()) {
      if (atLineEnd() || at(TokenKind::Indent) || at(TokenKind::Dedent))
        return;
      abandonBrackets();
      return;
    }
    if (depth == 0 && atHeaderEnd())
      return abandonBrackets();
    if (isClosing(token_.kind) && depth > 0) {
      --depth;
    } else if (isClosing(token_.kind)) {
      if (at(close) && looksLikeOuterClose()) {
        lexer_.forgetBracket();
        return;
      }
      bool mine = at(close);
      bool outer = at(TokenKind::FStringEnd) || closesOuterBracket(token_.kind);
      if (mine || !outer)
        advance();
      if (mine)
        calm();
      if (mine || outer)
        return;
      continue;
    }
    depth += isOpening(token_.kind);
    advance();
  }
}

// Skips what is left of the statement, up to its Newline.
void Parser::skipLine() {
  lexer_.setQuiet(true);
  while (!atLineEnd() && !at(TokenKind::Indent) && !at(TokenKind::Dedent)) {
    if (token_.startsLine && atAbandonedLine()) {
      abandonBrackets();
    } else {
      advance();
    }
  }
  lexer_.setQuiet(false);
}

// Once a file is enough.
void Parser::reportTooDeep() {
  if (!std::exchange(reportedTooDeep_, true))
    complain({DiagKind::TooDeep,
              "this is nested deeper than Nereid reads",
              {token_.span, ""},
              {},
              {{cat("nest at most ", kMaxNesting, " levels, and chain at most ", kMaxSpine,
                    " operators; give a part a name of its own")}}});
}

// Called where a Nest or Spine is exhausted. Everything up to the end of the line is given up: to
// find one's feet sooner would only mean to fall again.
const Expr *Parser::tooDeep() {
  uint32_t begin = token_.span.begin;
  reportTooDeep();
  startPanic();
  while (!atLineEnd())
    advance();
  return errorExpr({begin, begin});
}

// Skips an indented block, whose Indent is the current token.
void Parser::skipBlock() {
  int depth = 0;
  do {
    depth += at(TokenKind::Indent);
    depth -= at(TokenKind::Dedent);
    advance();
  } while (depth > 0 && !at(TokenKind::EndOfFile));
}

} // namespace nereid::syntax
