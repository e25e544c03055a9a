// String literals: joining neighbours, and the fields of f-strings.

#include "base/text.h"
#include "syntax/literals.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// Neighbouring literals on their way to becoming one node.
class Parser::JoinedStrings {
public:
  explicit JoinedStrings(Parser &parser) : parser_(parser) {}

  // Adds the literal text at `span`.
  void add(Span span, LiteralForm form) {
    std::string_view text = parser_.textOf(span);
    if (!needsResolving(text, form))
      return addValue(text);
    std::vector<LiteralProblem> problems;
    std::string value = resolveLiteral(text, form, problems);
    for (LiteralProblem &problem : problems) {
      Span where = {span.begin + static_cast<uint32_t>(problem.begin),
                    span.begin + static_cast<uint32_t>(problem.end)};
      parser_.complain(
          {DiagKind::ExpectedToken, problem.headline, {where, ""}, {}, {{problem.help}}});
    }
    addValue(parser_.arena_.copy(value));
  }

  void add(FStringExpr::Part field) {
    flush();
    parts_.push_back(field);
  }

  const FStringExpr *fstring(Span span) {
    flush();
    return parser_.make<FStringExpr>(
        span, std::span<const FStringExpr::Part>(parser_.arena_.copy(parts_)));
  }

  const StringExpr *string(Span span, bool isBytes) {
    return parser_.make<StringExpr>(span, joined(), isBytes);
  }

private:
  void addValue(std::string_view value) {
    if (!value.empty())
      texts_.push_back(value);
  }

  std::string_view joined() {
    std::string_view whole;
    if (texts_.size() == 1)
      whole = texts_[0];
    else if (!texts_.empty())
      whole = parser_.arena_.copy(join(texts_, ""));
    texts_.clear();
    return whole;
  }

  void flush() {
    if (!texts_.empty())
      parts_.push_back({joined(), nullptr, 0, nullptr, {}});
  }

  Parser &parser_;
  std::vector<std::string_view> texts_; // since the last field
  std::vector<FStringExpr::Part> parts_;
};

// strings: (STRING | fstring)+
const Expr *Parser::strings() {
  uint32_t begin = token_.span.begin;
  JoinedStrings joined(*this);
  bool isFormat = false, isBroken = false;
  Span text, bytes; // the first literal of each sort
  while (at(TokenKind::String) || at(TokenKind::FStringStart)) {
    Span literal = token_.span;
    if (at(TokenKind::FStringStart)) {
      isFormat = true;
      isBroken = !fstring(joined) || isBroken;
      text = text == Span() ? literal : text;
      continue;
    }
    advance();
    if (previous_.broken) {
      isBroken = true;
      startPanic();
      break;
    }
    Span &sort = stringLiteral(joined) ? bytes : text;
    sort = sort == Span() ? literal : sort;
  }
  if (isBroken)
    return errorExpr(from(begin), {joined.fstring(from(begin))});
  if (text != Span() && bytes != Span()) {
    complain({DiagKind::ExpectedToken,
              "bytes and text cannot be joined",
              {bytes, "these are bytes"},
              {{text, "this is text"}}});
    return errorExpr(from(begin));
  }
  if (isFormat)
    return joined.fstring(from(begin));
  return joined.string(from(begin), bytes != Span());
}

// STRING, which has just been understood. Returns whether it is a bytes literal.
bool Parser::stringLiteral(JoinedStrings &to) {
  std::string_view text = textOf(previous_.span);
  LiteralForm form;
  size_t prefix = 0;
  for (; text[prefix] != '"' && text[prefix] != '\''; ++prefix) {
    form.raw |= (text[prefix] | 0x20) == 'r';
    form.bytes |= (text[prefix] | 0x20) == 'b';
  }
  bool triple = text.size() >= prefix + 6 && text[prefix + 1] == text[prefix] &&
                text[prefix + 2] == text[prefix];
  uint32_t quotes = triple ? 3 : 1;
  to.add(
      {previous_.span.begin + static_cast<uint32_t>(prefix) + quotes, previous_.span.end - quotes},
      form);
  return form.bytes;
}

// fstring: FSTRING_START (FSTRING_MIDDLE | field)* FSTRING_END
bool Parser::fstring(JoinedStrings &to) {
  bool raw = textOf(token_.span).substr(0, 2).find_first_of("rR") != std::string_view::npos;
  advance();
  while (true) {
    if (accept(TokenKind::FStringMiddle)) {
      to.add(previous_.span, {.raw = raw, .bytes = false, .braces = true});
    } else if (at(TokenKind::OpenBrace)) {
      to.add(field(raw));
    } else if (accept(TokenKind::FStringEnd)) {
      if (previous_.broken)
        startPanic();
      return !previous_.broken;
    } else { // a bracket in it was taken for abandoned
      startPanic();
      return false;
    }
  }
}

// field: "{" (yield_expression | star_expressions) ["="] ["!" NAME] [":" format] "}"
FStringExpr::Part Parser::field(bool raw) {
  FStringExpr::Part part = {{}, nullptr, 0, nullptr, {}};
  Span brace = token_.span;
  Nest nest(nesting_);
  if (nest.tooDeep()) {
    part.value = tooDeep();
    return part;
  }
  openBracket(TokenKind::CloseBrace);
  if (at(TokenKind::CloseBrace)) {
    complain({DiagKind::ExpectedToken,
              "nothing stands between these braces",
              {cover(brace, token_.span), ""},
              {},
              {{"write `{{}}` for the characters themselves"}}});
    part.value = errorExpr(token_.span);
  } else {
    part.value = assignedValue();
  }
  if (accept(TokenKind::Equal)) {
    part.debugText = textOf({brace.end, token_.span.begin});
    part.conversion = at(TokenKind::Colon) ? 0 : 'r';
  }
  if (accept(TokenKind::Bang)) {
    std::string_view letter = textOf(token_.span);
    if (letter == "r" || letter == "s" || letter == "a") {
      part.conversion = letter[0];
      advance();
    } else {
      report({DiagKind::ExpectedToken,
              cat(describe(token_), " is no conversion"),
              {token_.span, "`r`, `s` or `a` was needed after `!`"}});
    }
  }
  if (accept(TokenKind::Colon))
    part.format = format(raw);
  closeBracket("");
  return part;
}

// format: (FSTRING_MIDDLE | field)*
const FStringExpr *Parser::format(bool raw) {
  uint32_t begin = token_.span.begin;
  JoinedStrings joined(*this);
  while (true) {
    if (accept(TokenKind::FStringMiddle))
      joined.add(previous_.span, {.raw = raw, .bytes = false, .braces = false});
    else if (at(TokenKind::OpenBrace))
      joined.add(field(raw));
    else
      return joined.fstring(from(begin));
  }
}

} // namespace nereid::syntax
