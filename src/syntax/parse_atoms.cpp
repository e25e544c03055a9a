// Names, constants, and what stands in brackets by itself: groups, displays, comprehensions.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// atom: NAME | NUMBER | strings | "None" | "True" | "False" | "..." | group | list | brace
const Expr *Parser::atom() {
  auto constant = [this](ConstantExpr::Value value) {
    advance();
    return make<ConstantExpr>(previous_.span, value);
  };
  switch (token_.kind) {
  case TokenKind::Name:
    return name();
  case TokenKind::Number:
    return number();
  case TokenKind::String:
  case TokenKind::FStringStart:
    return strings();
  case TokenKind::None:
    return constant(ConstantExpr::Value::None);
  case TokenKind::True:
    return constant(ConstantExpr::Value::True);
  case TokenKind::False:
    return constant(ConstantExpr::Value::False);
  case TokenKind::Ellipsis:
    return constant(ConstantExpr::Value::Ellipsis);
  case TokenKind::OpenParen:
    return group();
  case TokenKind::OpenSquare:
    return listDisplay();
  case TokenKind::OpenBrace:
    return braceDisplay();
  case TokenKind::Error:
    startPanic();
    advance();
    return errorExpr(previous_.span);
  default:
    reportMissingExpression();
    return errorExpr(caretAfterPrevious());
  }
}

const Expr *Parser::name() {
  advance();
  return make<NameExpr>(previous_.span, nameOf(previous_.span));
}

// NUMBER, of which the lexer has made sure that it is one.
const Expr *Parser::number() {
  advance();
  if (previous_.broken)
    return errorExpr(previous_.span);
  std::string_view text = textOf(previous_.span);
  auto type = NumberExpr::Type::Int;
  char marker = text.size() > 1 ? static_cast<char>(text[1] | 0x20) : '\0';
  bool prefixed = text[0] == '0' && (marker == 'x' || marker == 'o' || marker == 'b');
  if (!prefixed && (text.back() | 0x20) == 'j')
    type = NumberExpr::Type::Imaginary;
  else if (!prefixed && text.find_first_of(".eE") != std::string_view::npos)
    type = NumberExpr::Type::Float;
  return make<NumberExpr>(previous_.span, type, text);
}

// element: starred_expression | named_expression
const Expr *Parser::element() {
  return at(TokenKind::Star) ? starredExpression() : namedExpression();
}

// elements: [element ("," element)* [","]], up to `close`. Appends to `to`, and returns whether
// there was a comma.
bool Parser::elements(Exprs &to, TokenKind close) {
  bool hasComma = false;
  while (!at(close) && !atLineEnd() && !atHeaderEnd()) {
    to.push_back(element());
    if (!at(TokenKind::Comma))
      break;
    hasComma = true;
    calm();
    advance();
  }
  return hasComma;
}

bool Parser::atComprehension() {
  return at(TokenKind::For) || (at(TokenKind::Async) && peek(1).kind == TokenKind::For);
}

// clauses: (["async"] "for" targets "in" disjunction ("if" disjunction)*)+
std::span<const ComprehensionExpr::Clause> Parser::comprehensionClauses() {
  std::vector<ComprehensionExpr::Clause> clauses;
  while (atComprehension() && !panic_) {
    bool isAsync = accept(TokenKind::Async);
    Token keyword = token_;
    advance();
    const Expr *target = targets();
    if (at(TokenKind::In))
      checkTarget(target, TargetUse::Loop);
    if (!accept(TokenKind::In)) {
      report({DiagKind::ExpectedToken,
              "this `for` has no `in`",
              {atLineEnd() ? caretAfterPrevious() : token_.span, "`in` was needed here"},
              {{keyword.span, ""}}});
      clauses.push_back({target, errorExpr(caretAfterPrevious()), {}, isAsync});
      break;
    }
    const Expr *iterable = disjunction();
    Exprs conditions;
    while (accept(TokenKind::If)) {
      uint32_t begin = token_.span.begin;
      const Expr *condition = at(TokenKind::Lambda) ? expression() : disjunction();
      const auto *target = as<NameExpr>(condition);
      if (target && accept(TokenKind::ColonEqual)) {
        const Expr *value = disjunction();
        condition = make<NamedExpr>(from(begin), target, value);
      }
      conditions.push_back(condition);
    }
    clauses.push_back({target, iterable, ExprList(arena_.copy(conditions)), isAsync});
  }
  return arena_.copy(clauses);
}

// group: "(" (yield_expression | named_expression) ")"
// tuple: "(" [element "," [elements]] ")"
// generator: "(" named_expression clauses ")"
const Expr *Parser::group() {
  uint32_t begin = token_.span.begin;
  openBracket(TokenKind::CloseParen);
  Exprs parts;
  bool hasComma = false;
  if (at(TokenKind::Yield)) {
    parts.push_back(yieldExpression());
  } else if (!at(TokenKind::CloseParen) && !atLineEnd()) {
    parts.push_back(element());
    if (atComprehension()) {
      auto clauses = comprehensionClauses();
      checkLoneStar(parts[0]);
      if (!closeBracket(""))
        return errorExpr(from(begin), parts);
      return make<ComprehensionExpr>(from(begin), ComprehensionExpr::Type::Generator, parts[0],
                                     nullptr, clauses);
    }
    if (at(TokenKind::Comma)) {
      hasComma = true;
      calm();
      advance();
      elements(parts, TokenKind::CloseParen);
    }
  }
  if (!closeBracket("elements"))
    return errorExpr(from(begin), parts);
  if (parts.size() != 1 || hasComma)
    return make<TupleExpr>(from(begin), ExprList(arena_.copy(parts)), true);
  checkLoneStar(parts[0]);
  return parts[0];
}

// list: "[" [elements] "]" | "[" named_expression clauses "]"
const Expr *Parser::listDisplay() {
  uint32_t begin = token_.span.begin;
  openBracket(TokenKind::CloseSquare);
  Exprs parts;
  bool hasComma = elements(parts, TokenKind::CloseSquare);
  if (parts.size() == 1 && !hasComma && atComprehension()) {
    auto clauses = comprehensionClauses();
    checkLoneStar(parts[0]);
    if (!closeBracket(""))
      return errorExpr(from(begin), parts);
    return make<ComprehensionExpr>(from(begin), ComprehensionExpr::Type::List, parts[0], nullptr,
                                   clauses);
  }
  if (!closeBracket("elements"))
    return errorExpr(from(begin), parts);
  return make<ListExpr>(from(begin), ExprList(arena_.copy(parts)));
}

// brace: dict | set
const Expr *Parser::braceDisplay() {
  uint32_t begin = token_.span.begin;
  openBracket(TokenKind::CloseBrace);
  if (at(TokenKind::CloseBrace) || at(TokenKind::StarStar) || atLineEnd())
    return dictDisplay(begin, nullptr);
  const Expr *first = element();
  return at(TokenKind::Colon) ? dictDisplay(begin, first) : setDisplay(begin, first);
}

// dict: "{" [item ("," item)* [","]] "}" | "{" expression ":" expression clauses "}"
// item: expression ":" expression | "**" bitwise_or
// The bracket, and `first`, the first key if there is one, have been read.
const Expr *Parser::dictDisplay(uint32_t begin, const Expr *first) {
  std::vector<DictExpr::Item> items;
  Exprs parts;
  while (first || (!at(TokenKind::CloseBrace) && !atLineEnd())) {
    DictExpr::Item item = {nullptr, nullptr};
    if (!first && accept(TokenKind::StarStar)) {
      item.value = binary(0);
    } else {
      item.key = first ? first : expression();
      parts.push_back(item.key);
      if (accept(TokenKind::Colon))
        item.value = expression();
      else if (!atAbandonedLine())
        report({DiagKind::ExpectedToken,
                "this key has no value",
                {item.key->span, ""},
                {{token_.span, "a `:` and a value were needed here"}}});
    }
    if (!item.value)
      item.value = errorExpr(caretAfterPrevious());
    first = nullptr;
    items.push_back(item);
    parts.push_back(item.value);
    if (items.size() == 1 && item.key && atComprehension()) {
      auto clauses = comprehensionClauses();
      if (!closeBracket(""))
        return errorExpr(from(begin), parts);
      return make<ComprehensionExpr>(from(begin), ComprehensionExpr::Type::Dict, item.key,
                                     item.value, clauses);
    }
    if (!at(TokenKind::Comma))
      break;
    calm();
    advance();
  }
  if (!closeBracket("items"))
    return errorExpr(from(begin), parts);
  return make<DictExpr>(from(begin), std::span<const DictExpr::Item>(arena_.copy(items)));
}

// set: "{" elements "}" | "{" named_expression clauses "}"
// The bracket and the first element have been read.
const Expr *Parser::setDisplay(uint32_t begin, const Expr *first) {
  Exprs parts = {first};
  if (atComprehension()) {
    auto clauses = comprehensionClauses();
    checkLoneStar(first);
    if (!closeBracket(""))
      return errorExpr(from(begin), parts);
    return make<ComprehensionExpr>(from(begin), ComprehensionExpr::Type::Set, first, nullptr,
                                   clauses);
  }
  if (at(TokenKind::Comma)) {
    calm();
    advance();
    elements(parts, TokenKind::CloseBrace);
  }
  if (!closeBracket("elements"))
    return errorExpr(from(begin), parts);
  return make<SetExpr>(from(begin), ExprList(arena_.copy(parts)));
}

} // namespace nereid::syntax
