// Expressions, from the loosest binding to the tightest. What stands inside brackets is in
// parse_atoms.cpp and parse_arguments.cpp.

#include <optional>

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {
namespace {

struct BinaryRule {
  BinaryOp op;
  int precedence;
};

std::optional<BinaryRule> binaryRule(TokenKind kind) {
  switch (kind) {
  case TokenKind::Pipe:
    return BinaryRule{BinaryOp::BitOr, 0};
  case TokenKind::Caret:
    return BinaryRule{BinaryOp::BitXor, 1};
  case TokenKind::Ampersand:
    return BinaryRule{BinaryOp::BitAnd, 2};
  case TokenKind::LessLess:
    return BinaryRule{BinaryOp::ShiftLeft, 3};
  case TokenKind::GreaterGreater:
    return BinaryRule{BinaryOp::ShiftRight, 3};
  case TokenKind::Plus:
    return BinaryRule{BinaryOp::Add, 4};
  case TokenKind::Minus:
    return BinaryRule{BinaryOp::Sub, 4};
  case TokenKind::Star:
    return BinaryRule{BinaryOp::Mul, 5};
  case TokenKind::Slash:
    return BinaryRule{BinaryOp::Div, 5};
  case TokenKind::SlashSlash:
    return BinaryRule{BinaryOp::FloorDiv, 5};
  case TokenKind::Percent:
    return BinaryRule{BinaryOp::Mod, 5};
  case TokenKind::At:
    return BinaryRule{BinaryOp::MatMul, 5};
  default:
    return std::nullopt;
  }
}

} // namespace

// expression: lambda | conditional
const Expr *Parser::expression() {
  Nest nest(nesting_);
  if (nest.tooDeep())
    return tooDeep();
  return at(TokenKind::Lambda) ? lambda() : conditional();
}

// named_expression: [NAME ":="] expression
const Expr *Parser::namedExpression() {
  uint32_t begin = token_.span.begin;
  const Expr *target = expression();
  if (!at(TokenKind::ColonEqual))
    return target;
  const auto *name = as<NameExpr>(target);
  if (!name)
    complain({DiagKind::BadTarget,
              "`:=` gives a value to a plain name only",
              {target->span, "this is no plain name"}});
  advance();
  const Expr *value = expression();
  if (!name)
    return errorExpr(from(begin), {target, value});
  return make<NamedExpr>(from(begin), name, value);
}

// starred_expression: "*" bitwise_or
const Expr *Parser::starredExpression() {
  uint32_t begin = token_.span.begin;
  advance();
  const Expr *value = binary(0);
  return make<StarredExpr>(from(begin), value);
}

// star_expressions: star_expression ("," star_expression)* [","]
// star_expression: starred_expression | expression
const Expr *Parser::starExpressions() {
  uint32_t begin = token_.span.begin;
  const Expr *first = at(TokenKind::Star) ? starredExpression() : expression();
  if (!at(TokenKind::Comma))
    return first;
  Exprs elements = {first};
  while (accept(TokenKind::Comma) && (atExpression() || at(TokenKind::Star)))
    elements.push_back(at(TokenKind::Star) ? starredExpression() : expression());
  return make<TupleExpr>(from(begin), ExprList(arena_.copy(elements)), false);
}

// targets: target ("," target)* [","], in front of `in`
// target: ["*"] bitwise_or
const Expr *Parser::targets() {
  uint32_t begin = token_.span.begin;
  auto target = [this] { return at(TokenKind::Star) ? starredExpression() : binary(0); };
  const Expr *first = target();
  if (!at(TokenKind::Comma))
    return first;
  Exprs elements = {first};
  while (!panic_ && accept(TokenKind::Comma))
    if (!at(TokenKind::In))
      elements.push_back(target());
  return make<TupleExpr>(from(begin), ExprList(arena_.copy(elements)), false);
}

// conditional: disjunction ["if" disjunction "else" expression]
const Expr *Parser::conditional() {
  uint32_t begin = token_.span.begin;
  const Expr *body = disjunction();
  if (!at(TokenKind::If))
    return body;
  Token keyword = token_;
  advance();
  const Expr *test = disjunction();
  if (!accept(TokenKind::Else)) {
    report({DiagKind::ExpectedToken,
            "this `if` has no `else`",
            {keyword.span, ""},
            {{atLineEnd() ? caretAfterPrevious() : token_.span, "`else` was needed here"}},
            {{"a choice inside an expression always gives a value: `a if condition else b`"}}});
    return errorExpr(from(begin), {body, test});
  }
  const Expr *orElse = expression();
  return make<ConditionalExpr>(from(begin), test, body, orElse);
}

// lambda: "lambda" [parameters] ":" expression
const Expr *Parser::lambda() {
  Token keyword = token_;
  advance();
  std::span<const Parameter> list = parameters(true);
  if (!accept(TokenKind::Colon))
    report({DiagKind::ExpectedToken,
            "this `lambda` has no `:`",
            {atLineEnd() ? caretAfterPrevious() : token_.span, "a `:` was needed here"},
            {{keyword.span, ""}}});
  if (panic_)
    skipToLambdaBody();
  else if (at(TokenKind::FStringMiddle)) // its colon began the format
    report({DiagKind::ExpectedToken,
            "this `lambda` has no brackets around it",
            {keyword.span, ""},
            {{previous_.span, "this `:` ends the expression in an f-string"}},
            {{"put the `lambda` in `(` and `)`"}}});
  Scope outer = std::exchange(scope_, {Scope::Kind::Function, false, false});
  const Expr *body = expression();
  scope_ = outer;
  return make<LambdaExpr>(from(keyword.span.begin), list, body);
}

// In panic inside a lambda's parameters: skips to its colon, or to where there can be none.
void Parser::skipToLambdaBody() {
  int depth = 0;
  while (!atAbandonedLine() && !(at(TokenKind::Colon) && depth == 0)) {
    bool closes = at(TokenKind::CloseParen) || at(TokenKind::CloseSquare) ||
                  at(TokenKind::CloseBrace) || at(TokenKind::FStringEnd);
    if (closes && depth == 0)
      return;
    depth -= closes;
    depth += at(TokenKind::OpenParen) || at(TokenKind::OpenSquare) || at(TokenKind::OpenBrace) ||
             at(TokenKind::FStringStart);
    advance();
  }
  if (accept(TokenKind::Colon))
    calm();
}

// disjunction: conjunction ("or" conjunction)*
const Expr *Parser::disjunction() {
  uint32_t begin = token_.span.begin;
  const Expr *first = conjunction();
  if (!at(TokenKind::Or))
    return first;
  Exprs operands = {first};
  while (accept(TokenKind::Or))
    operands.push_back(conjunction());
  return make<BoolExpr>(from(begin), false, ExprList(arena_.copy(operands)));
}

// conjunction: inversion ("and" inversion)*
const Expr *Parser::conjunction() {
  uint32_t begin = token_.span.begin;
  const Expr *first = inversion();
  if (!at(TokenKind::And))
    return first;
  Exprs operands = {first};
  while (accept(TokenKind::And))
    operands.push_back(inversion());
  return make<BoolExpr>(from(begin), true, ExprList(arena_.copy(operands)));
}

// inversion: "not" inversion | comparison
const Expr *Parser::inversion() {
  if (!at(TokenKind::Not))
    return comparison();
  Nest nest(nesting_);
  if (nest.tooDeep())
    return tooDeep();
  uint32_t begin = token_.span.begin;
  advance();
  const Expr *operand = inversion();
  return make<UnaryExpr>(from(begin), UnaryOp::Not, operand);
}

// comparison: bitwise_or (comparison_op bitwise_or)*
const Expr *Parser::comparison() {
  uint32_t begin = token_.span.begin;
  const Expr *first = binary(0);
  CompareOp op;
  if (!comparisonOp(op))
    return first;
  std::vector<CompareOp> ops;
  Exprs rest;
  do {
    ops.push_back(op);
    rest.push_back(binary(0));
  } while (comparisonOp(op));
  return make<CompareExpr>(from(begin), first, std::span<const CompareOp>(arena_.copy(ops)),
                           ExprList(arena_.copy(rest)));
}

// comparison_op: "==" | "!=" | "<" | "<=" | ">" | ">=" | ["not"] "in" | "is" ["not"]
bool Parser::comparisonOp(CompareOp &op) {
  switch (token_.kind) {
  case TokenKind::EqualEqual:
    op = CompareOp::Equal;
    break;
  case TokenKind::BangEqual:
    op = CompareOp::NotEqual;
    break;
  case TokenKind::LessGreater:
    complain({DiagKind::ExpectedToken,
              "`<>` is spelled `!=`",
              {token_.span, ""},
              {},
              {{"write `!=`", Help::Edit{token_.span, "!="}}}});
    op = CompareOp::NotEqual;
    break;
  case TokenKind::Less:
    op = CompareOp::Less;
    break;
  case TokenKind::LessEqual:
    op = CompareOp::LessEqual;
    break;
  case TokenKind::Greater:
    op = CompareOp::Greater;
    break;
  case TokenKind::GreaterEqual:
    op = CompareOp::GreaterEqual;
    break;
  case TokenKind::In:
    op = CompareOp::In;
    break;
  case TokenKind::Is:
    op = CompareOp::Is;
    advance();
    if (accept(TokenKind::Not))
      op = CompareOp::IsNot;
    return true;
  case TokenKind::Not:
    if (peek(1).kind != TokenKind::In)
      return false;
    op = CompareOp::NotIn;
    advance();
    break;
  default:
    return false;
  }
  advance();
  return true;
}

// bitwise_or:  [bitwise_or "|"] bitwise_xor
// bitwise_xor: [bitwise_xor "^"] bitwise_and
// bitwise_and: [bitwise_and "&"] shift
// shift:       [shift ("<<" | ">>")] sum
// sum:         [sum ("+" | "-")] term
// term:        [term ("*" | "/" | "//" | "%" | "@")] unary
// One function for the six: `lowest` is the loosest operator that may bind here, 0 being "|".
const Expr *Parser::binary(int lowest) {
  Spine spine(spine_);
  uint32_t begin = token_.span.begin;
  const Expr *left = unary();
  while (auto rule = binaryRule(token_.kind)) {
    if (rule->precedence < lowest)
      break;
    Span opSpan = token_.span;
    advance();
    const Expr *right = binary(rule->precedence + 1);
    left = make<BinaryExpr>(from(begin), rule->op, left, right, opSpan);
    if (!spine.grow())
      return tooDeep();
  }
  return left;
}

// unary: ("+" | "-" | "~") unary | power
const Expr *Parser::unary() {
  UnaryOp op;
  switch (token_.kind) {
  case TokenKind::Plus:
    op = UnaryOp::Plus;
    break;
  case TokenKind::Minus:
    op = UnaryOp::Minus;
    break;
  case TokenKind::Tilde:
    op = UnaryOp::Invert;
    break;
  default:
    return power();
  }
  Nest nest(nesting_);
  if (nest.tooDeep())
    return tooDeep();
  uint32_t begin = token_.span.begin;
  advance();
  const Expr *operand = unary();
  return make<UnaryExpr>(from(begin), op, operand);
}

// power: await_primary ["**" unary]
const Expr *Parser::power() {
  uint32_t begin = token_.span.begin;
  const Expr *left = awaitPrimary();
  if (!at(TokenKind::StarStar))
    return left;
  Nest nest(nesting_);
  if (nest.tooDeep())
    return tooDeep();
  Span opSpan = token_.span;
  advance();
  const Expr *right = unary();
  return make<BinaryExpr>(from(begin), BinaryOp::Pow, left, right, opSpan);
}

// await_primary: ["await"] primary
const Expr *Parser::awaitPrimary() {
  if (!at(TokenKind::Await))
    return primary();
  uint32_t begin = token_.span.begin;
  advance();
  // Between brackets, this may yet turn out to be part of a generator, which may await anywhere.
  bool misplaced = scope_.kind != Scope::Kind::Function || (!scope_.isAsync && opens_.empty());
  if (misplaced)
    complain({DiagKind::MisplacedStatement,
              "`await` stands outside an `async` function",
              {previous_.span, ""}});
  const Expr *value = primary();
  return make<AwaitExpr>(from(begin), value);
}

// primary: atom ("." NAME | "(" [arguments] ")" | "[" slices "]")*
const Expr *Parser::primary() {
  Spine spine(spine_);
  uint32_t begin = token_.span.begin;
  const Expr *value = atom();
  while (true) {
    if (accept(TokenKind::Dot)) {
      Span span;
      std::string_view name = expectName("after `.`", span);
      value = make<AttributeExpr>(from(begin), value, name, span);
    } else if (at(TokenKind::OpenParen)) {
      openBracket(TokenKind::CloseParen);
      std::span<const Argument> list = arguments();
      Exprs parts = {value};
      bool closed = closeBracket("arguments");
      for (const Argument &argument : list)
        parts.push_back(argument.value);
      value = closed ? make<CallExpr>(from(begin), value, list) : errorExpr(from(begin), parts);
    } else if (at(TokenKind::OpenSquare)) {
      value = subscript(begin, value);
    } else {
      return value;
    }
    if (!spine.grow())
      return tooDeep();
  }
}

// slices: slice ("," slice)* [","]
const Expr *Parser::subscript(uint32_t begin, const Expr *object) {
  openBracket(TokenKind::CloseSquare);
  uint32_t indexBegin = token_.span.begin;
  Exprs indices;
  bool hasComma = false;
  do {
    if (!indices.empty() && (at(TokenKind::CloseSquare) || atLineEnd()))
      break;
    indices.push_back(slice());
    if (at(TokenKind::Comma)) {
      hasComma = true;
      calm();
    }
  } while (accept(TokenKind::Comma));
  const Expr *index = indices[0];
  if (hasComma || as<StarredExpr>(index))
    index = make<TupleExpr>(from(indexBegin), ExprList(arena_.copy(indices)), false);
  if (!closeBracket("indices"))
    return errorExpr(from(begin), {object, index});
  return make<SubscriptExpr>(from(begin), object, index);
}

// slice: [expression] ":" [expression] [":" [expression]] | named_expression | starred_expression
const Expr *Parser::slice() {
  uint32_t begin = token_.span.begin;
  if (at(TokenKind::Star))
    return starredExpression();
  auto ends = [this] {
    return at(TokenKind::Colon) || at(TokenKind::Comma) || at(TokenKind::CloseSquare);
  };
  const Expr *lower = at(TokenKind::Colon) ? nullptr : namedExpression();
  bool endsHeader = peek(1).kind == TokenKind::Newline;
  if (endsHeader || !accept(TokenKind::Colon))
    return lower;
  const Expr *upper = ends() ? nullptr : expression();
  const Expr *step = nullptr;
  if (accept(TokenKind::Colon))
    step = ends() ? nullptr : expression();
  return make<SliceExpr>(from(begin), lower, upper, step);
}

// yield_expression: "yield" ("from" expression | [star_expressions])
const Expr *Parser::yieldExpression() {
  uint32_t begin = token_.span.begin;
  advance();
  if (scope_.kind != Scope::Kind::Function)
    complain(
        {DiagKind::MisplacedStatement, "`yield` stands outside a function", {previous_.span, ""}});
  if (accept(TokenKind::From)) {
    const Expr *value = expression();
    return make<YieldExpr>(from(begin), true, value);
  }
  const Expr *value = nullptr;
  if (atExpression() || at(TokenKind::Star))
    value = starExpressions();
  return make<YieldExpr>(from(begin), false, value);
}

} // namespace nereid::syntax
