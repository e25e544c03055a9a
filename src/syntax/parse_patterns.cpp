// match statements. Patterns are kept as the expressions they look like; see MatchStmt.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// `match` is a keyword if a subject follows that could not follow a name, or if a colon ends the
// line: `match(x)` is a call, and `match[x]: int` declares a variable.
bool Parser::atMatchStatement() {
  TokenKind last = peek(1).kind;
  if (!atName("match") || !(beginsExpression(last) || last == TokenKind::Star))
    return false;
  bool isName = last == TokenKind::OpenParen || last == TokenKind::OpenSquare ||
                last == TokenKind::Minus || last == TokenKind::Plus || last == TokenKind::Star ||
                last == TokenKind::Not;
  if (!isName)
    return true;
  size_t farthest = 1000;
  for (size_t i = 1; i < farthest; ++i) {
    const Token &token = peek(i);
    TokenKind kind = token.kind;
    // A bracket open around a line like this one was probably never closed.
    if (token.startsLine && lexer_.indentationAt(token.span.begin) <= statementColumn_)
      farthest = std::min(farthest, i + 50);
    if (kind == TokenKind::Newline || kind == TokenKind::EndOfFile)
      return last == TokenKind::Colon;
    last = kind;
  }
  return false;
}

// match: "match" subject ":" NEWLINE INDENT case_block+ DEDENT
const Stmt *Parser::matchStatement() {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  const Expr *subject = matchSubject();
  colon("match", keyword.span);
  accept(TokenKind::Newline);
  panic_ = false;
  std::vector<MatchStmt::Case> cases;
  if (!accept(TokenKind::Indent)) {
    complain({DiagKind::BadIndentation,
              "this `match` has no `case`",
              {at(TokenKind::EndOfFile) ? caretAfterPrevious() : token_.span,
               "an indented `case` was needed before this"},
              {{keyword.span, ""}}});
    return make<MatchStmt>(from(keyword.span.begin), subject, std::span<const MatchStmt::Case>());
  }
  Nest nest(nesting_);
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) {
    if (atName("case")) {
      cases.push_back(caseBlock());
      continue;
    }
    report({DiagKind::ExpectedToken,
            cat(describe(token_), " cannot stand in a `match`"),
            {token_.span, "a `case` was needed here"},
            {{keyword.span, ""}}});
    panic_ = false;
    Stmts misplaced;
    if (accept(TokenKind::Newline))
      continue;
    statement(misplaced);
    cases.push_back({errorExpr(from(keyword.span.begin)), nullptr, StmtList(arena_.copy(misplaced)),
                     from(keyword.span.begin)});
  }
  accept(TokenKind::Dedent);
  return make<MatchStmt>(from(keyword.span.begin), subject,
                         std::span<const MatchStmt::Case>(arena_.copy(cases)));
}

// subject: named_expression | element "," [element ("," element)* [","]]
const Expr *Parser::matchSubject() {
  uint32_t begin = token_.span.begin;
  Exprs parts = {element()};
  if (!at(TokenKind::Comma)) {
    checkLoneStar(parts[0]);
    return parts[0];
  }
  while (accept(TokenKind::Comma) && (atExpression() || at(TokenKind::Star)))
    parts.push_back(element());
  return make<TupleExpr>(from(begin), ExprList(arena_.copy(parts)), false);
}

// case_block: "case" patterns ["if" named_expression] block
MatchStmt::Case Parser::caseBlock() {
  Token keyword = token_;
  statementBegin_ = keyword.span.begin;
  statementColumn_ = lexer_.indentationAt(keyword.span.begin);
  advance();
  inCompoundHeader_ = true;
  const Expr *matched = patterns();
  const Expr *guard = accept(TokenKind::If) ? namedExpression() : nullptr;
  StmtList body = block("case", keyword.span);
  return {matched, guard, body, from(keyword.span.begin)};
}

// patterns: star_pattern ("," star_pattern)* [","]
const Expr *Parser::patterns() {
  uint32_t begin = token_.span.begin;
  const Expr *first = starPattern();
  if (!at(TokenKind::Comma))
    return first;
  Exprs elements = {first};
  while (!panic_ && accept(TokenKind::Comma))
    if (!at(TokenKind::Colon) && !at(TokenKind::If))
      elements.push_back(starPattern());
  return make<TupleExpr>(from(begin), ExprList(arena_.copy(elements)), false);
}

// star_pattern: "*" NAME | pattern
const Expr *Parser::starPattern() {
  uint32_t begin = token_.span.begin;
  if (!accept(TokenKind::Star))
    return pattern();
  const Expr *name = namePattern();
  return make<StarredExpr>(from(begin), name);
}

// pattern: or_pattern ["as" NAME]
const Expr *Parser::pattern() {
  Nest nest(nesting_);
  if (nest.tooDeep())
    return tooDeep();
  uint32_t begin = token_.span.begin;
  const Expr *value = orPattern();
  if (!accept(TokenKind::As))
    return value;
  Span span;
  std::string_view name = expectName("after `as`", span);
  const NameExpr *target = make<NameExpr>(span, name);
  return make<NamedExpr>(from(begin), target, value);
}

// or_pattern: closed_pattern ("|" closed_pattern)*
const Expr *Parser::orPattern() {
  Spine spine(spine_);
  uint32_t begin = token_.span.begin;
  const Expr *left = closedPattern();
  while (at(TokenKind::Pipe)) {
    Span opSpan = token_.span;
    advance();
    const Expr *right = closedPattern();
    left = make<BinaryExpr>(from(begin), BinaryOp::BitOr, left, right, opSpan);
    if (!spine.grow())
      return tooDeep();
  }
  return left;
}

// closed_pattern: literal | capture | value | group | sequence | mapping | class
const Expr *Parser::closedPattern() {
  uint32_t begin = token_.span.begin;
  switch (token_.kind) {
  case TokenKind::OpenParen:
  case TokenKind::OpenSquare:
    return sequencePattern();
  case TokenKind::OpenBrace:
    return mappingPattern();
  case TokenKind::Name:
    break;
  default:
    return literalPattern();
  }
  Spine spine(spine_);
  const Expr *value = namePattern();
  while (accept(TokenKind::Dot)) {
    Span span;
    std::string_view name = expectName("after `.`", span);
    value = make<AttributeExpr>(from(begin), value, name, span);
    if (!spine.grow())
      return tooDeep();
  }
  return at(TokenKind::OpenParen) ? classPattern(begin, value) : value;
}

// literal: ["-"] NUMBER [("+" | "-") NUMBER] | strings | "None" | "True" | "False"
const Expr *Parser::literalPattern() {
  uint32_t begin = token_.span.begin;
  if (!at(TokenKind::Minus) && !at(TokenKind::Number))
    return atom();
  const Expr *left;
  if (accept(TokenKind::Minus)) {
    const Expr *operand = atom();
    left = make<UnaryExpr>(from(begin), UnaryOp::Minus, operand);
  } else {
    left = number();
  }
  if (!at(TokenKind::Plus) && !at(TokenKind::Minus))
    return left;
  Span opSpan = token_.span;
  BinaryOp op = at(TokenKind::Plus) ? BinaryOp::Add : BinaryOp::Sub;
  advance();
  const Expr *right = atom();
  return make<BinaryExpr>(from(begin), op, left, right, opSpan);
}

// capture: NAME
const Expr *Parser::namePattern() {
  Span span;
  std::string_view name = expectName("in this pattern", span);
  return make<NameExpr>(span, name);
}

// class: value "(" [pattern_argument ("," pattern_argument)* [","]] ")"
// pattern_argument: [NAME "="] pattern
const Expr *Parser::classPattern(uint32_t begin, const Expr *callee) {
  std::vector<Argument> list;
  openBracket(TokenKind::CloseParen);
  while (!at(TokenKind::CloseParen) && !atLineEnd()) {
    Argument argument = {Argument::Kind::Positional, {}, {}, nullptr};
    if (at(TokenKind::Name) && peek(1).kind == TokenKind::Equal) {
      argument.kind = Argument::Kind::Keyword;
      argument.keyword = expectName("in this pattern", argument.keywordSpan);
      advance();
    }
    argument.value = pattern();
    list.push_back(argument);
    if (!accept(TokenKind::Comma))
      break;
    calm();
  }
  checkArguments(list);
  closeBracket("patterns");
  return make<CallExpr>(from(begin), callee, std::span<const Argument>(arena_.copy(list)));
}

// group: "(" pattern ")"
// sequence: "[" [patterns] "]" | "(" [star_pattern "," [patterns]] ")"
const Expr *Parser::sequencePattern() {
  uint32_t begin = token_.span.begin;
  bool isList = at(TokenKind::OpenSquare);
  TokenKind close = isList ? TokenKind::CloseSquare : TokenKind::CloseParen;
  openBracket(close);
  Exprs elements;
  bool hasComma = false;
  while (!at(close) && !atLineEnd()) {
    elements.push_back(starPattern());
    if (!accept(TokenKind::Comma))
      break;
    hasComma = true;
    calm();
  }
  if (!closeBracket("patterns"))
    return errorExpr(from(begin), elements);
  if (isList)
    return make<ListExpr>(from(begin), ExprList(arena_.copy(elements)));
  if (elements.size() == 1 && !hasComma && !as<StarredExpr>(elements[0]))
    return elements[0];
  return make<TupleExpr>(from(begin), ExprList(arena_.copy(elements)), true);
}

// mapping: "{" [mapping_item ("," mapping_item)* [","]] "}"
// mapping_item: (literal | value) ":" pattern | "**" NAME
const Expr *Parser::mappingPattern() {
  uint32_t begin = token_.span.begin;
  openBracket(TokenKind::CloseBrace);
  std::vector<DictExpr::Item> items;
  while (!at(TokenKind::CloseBrace) && !atLineEnd()) {
    DictExpr::Item item = {nullptr, nullptr};
    if (accept(TokenKind::StarStar)) {
      item.value = namePattern();
    } else {
      item.key = closedPattern();
      if (!accept(TokenKind::Colon))
        report({DiagKind::ExpectedToken,
                "this key has no `:`",
                {token_.span, "a `:` and a pattern were needed here"}});
      item.value = panic_ ? errorExpr(caretAfterPrevious()) : pattern();
    }
    items.push_back(item);
    if (!accept(TokenKind::Comma))
      break;
    calm();
  }
  closeBracket("patterns");
  return make<DictExpr>(from(begin), std::span<const DictExpr::Item>(arena_.copy(items)));
}

} // namespace nereid::syntax
