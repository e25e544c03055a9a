// Statements on one line, and what holds statements. Compound statements are in parse_compound.cpp.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// module: statement* EOF
const Module *Parser::module() {
  Stmts body;
  while (!at(TokenKind::EndOfFile)) {
    // Left over when a block was given up.
    if (at(TokenKind::Dedent) || at(TokenKind::Newline))
      advance();
    else
      statement(body);
  }
  return arena_.make<Module>(file_, StmtList(arena_.copy(body)));
}

// statement: compound_statement | simple_statements
void Parser::statement(Stmts &to) {
  statementBegin_ = token_.span.begin;
  if (token_.startsLine)
    statementColumn_ = lexer_.indentationAt(token_.span.begin);
  switch (token_.kind) {
  case TokenKind::Indent:
    return unexpectedIndent(to);
  case TokenKind::If:
  case TokenKind::While:
  case TokenKind::For:
  case TokenKind::Try:
  case TokenKind::With:
  case TokenKind::Def:
  case TokenKind::Class:
  case TokenKind::At:
  case TokenKind::Async:
  case TokenKind::Elif:
  case TokenKind::Else:
  case TokenKind::Except:
  case TokenKind::Finally:
    return compoundStatement(to);
  default:
    if (atMatchStatement())
      to.push_back(matchStatement());
    else
      simpleStatements(to);
  }
}

// statements: statement+, up to a Dedent
void Parser::statements(Stmts &to) {
  Nest nest(nesting_);
  if (nest.tooDeep()) {
    tooDeep();
    accept(TokenKind::Newline);
    panic_ = false;
    while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) {
      if (at(TokenKind::Indent))
        skipBlock();
      else
        advance();
    }
    return;
  }
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) {
    if (at(TokenKind::Newline))
      advance();
    else
      statement(to);
  }
}

// An Indent that no header asked for. What it holds is read all the same, as if not indented.
void Parser::unexpectedIndent(Stmts &to) {
  advance();
  report({DiagKind::BadIndentation,
          "this line is indented, but no block begins here",
          {{previous_.span.begin, token_.span.end}, ""},
          {},
          {{"indent it like the line above, or begin a block above it with `if`, `for`, ..."}}});
  // Still in panic: what is wrong with the line may be that its beginning is missing.
  statements(to);
  accept(TokenKind::Dedent);
}

// simple_statements: simple_statement (";" simple_statement)* [";"] NEWLINE
void Parser::simpleStatements(Stmts &to) {
  uint32_t begin = token_.span.begin;
  do {
    begin = token_.span.begin;
    to.push_back(simpleStatement());
  } while (accept(TokenKind::Semicolon) && !at(TokenKind::Newline));
  endLine(to, begin);
}

// Expects the end of the line. If it is not there, the last statement of `to`, which began at
// `begin`, becomes part of an error node, and so does a block that seems to belong to it.
void Parser::endLine(Stmts &to, uint32_t begin) {
  bool broken = !atLineEnd();
  if (broken) {
    if (!panic_)
      reportTrailing(from(begin));
    skipLine();
  }
  bool wasPanic = std::exchange(panic_, false);
  bool looksLikeHeader = previous_.kind == TokenKind::Colon;
  accept(TokenKind::Newline);
  Stmts body;
  if (wasPanic && at(TokenKind::Indent))
    body = blockOfNothing(looksLikeHeader);
  if (!broken && body.empty())
    return;
  body.insert(body.begin(), to.back());
  to.back() = make<ErrorStmt>(from(begin), ExprList(), StmtList(arena_.copy(body)));
}

// An indented block below a line that was not understood. If that was a header, we cannot know of
// what, so anything may stand in its block. If not, these are not even statements.
Stmts Parser::blockOfNothing(bool looksLikeHeader) {
  Stmts body;
  if (!looksLikeHeader) {
    skipBlock();
    return body;
  }
  Scope outer = std::exchange(scope_, {Scope::Kind::Function, true, true});
  advance();
  statements(body);
  accept(TokenKind::Dedent);
  scope_ = outer;
  return body;
}

// simple_statement: assignment | expressions | return | import | raise | pass | del | yield
//                 | assert | break | continue | global | nonlocal | type_alias
const Stmt *Parser::simpleStatement() {
  switch (token_.kind) {
  case TokenKind::Pass:
    advance();
    return make<PassStmt>(previous_.span);
  case TokenKind::Break:
  case TokenKind::Continue:
    return loopExit();
  case TokenKind::Return:
    return returnStatement();
  case TokenKind::Raise:
    return raiseStatement();
  case TokenKind::Global:
  case TokenKind::Nonlocal:
    return scopeStatement();
  case TokenKind::Del:
    return deleteStatement();
  case TokenKind::Assert:
    return assertStatement();
  case TokenKind::Import:
    return importStatement();
  case TokenKind::From:
    return importFromStatement();
  default:
    return atTypeAlias() ? typeAlias() : expressionStatement();
  }
}

// expression_statement: star_expressions | assignment
const Stmt *Parser::expressionStatement() {
  uint32_t begin = token_.span.begin;
  const Expr *first = assignedValue();
  switch (token_.kind) {
  case TokenKind::Equal:
    return assignment(begin, first);
  case TokenKind::Colon:
    // `foo(x):` is a header without its keyword, not an annotation.
    if (peek(1).kind != TokenKind::Newline)
      return annotatedAssignment(begin, first);
    break;
  case TokenKind::PlusEqual:
  case TokenKind::MinusEqual:
  case TokenKind::StarEqual:
  case TokenKind::SlashEqual:
  case TokenKind::SlashSlashEqual:
  case TokenKind::PercentEqual:
  case TokenKind::StarStarEqual:
  case TokenKind::AtEqual:
  case TokenKind::AmpersandEqual:
  case TokenKind::PipeEqual:
  case TokenKind::CaretEqual:
  case TokenKind::LessLessEqual:
  case TokenKind::GreaterGreaterEqual:
    return augmentedAssignment(begin, first);
  default:
    break;
  }
  checkLoneStar(first);
  return make<ExprStmt>(from(begin), first);
}

// assigned_value: yield_expression | star_expressions
const Expr *Parser::assignedValue() {
  return at(TokenKind::Yield) ? yieldExpression() : starExpressions();
}

// assignment: (targets "=")+ assigned_value
const Stmt *Parser::assignment(uint32_t begin, const Expr *first) {
  Exprs targets;
  const Expr *value = first;
  while (at(TokenKind::Equal)) {
    checkTarget(value, TargetUse::Assign);
    advance();
    targets.push_back(value);
    value = assignedValue();
  }
  checkLoneStar(value);
  return make<AssignStmt>(from(begin), ExprList(arena_.copy(targets)), value);
}

static BinaryOp operatorOf(TokenKind augmented) {
  switch (augmented) {
  case TokenKind::PlusEqual:
    return BinaryOp::Add;
  case TokenKind::MinusEqual:
    return BinaryOp::Sub;
  case TokenKind::StarEqual:
    return BinaryOp::Mul;
  case TokenKind::SlashEqual:
    return BinaryOp::Div;
  case TokenKind::SlashSlashEqual:
    return BinaryOp::FloorDiv;
  case TokenKind::PercentEqual:
    return BinaryOp::Mod;
  case TokenKind::StarStarEqual:
    return BinaryOp::Pow;
  case TokenKind::AtEqual:
    return BinaryOp::MatMul;
  case TokenKind::AmpersandEqual:
    return BinaryOp::BitAnd;
  case TokenKind::PipeEqual:
    return BinaryOp::BitOr;
  case TokenKind::CaretEqual:
    return BinaryOp::BitXor;
  case TokenKind::LessLessEqual:
    return BinaryOp::ShiftLeft;
  default:
    return BinaryOp::ShiftRight;
  }
}

// augmented_assignment: target ("+=" | "-=" | ...) (yield_expression | star_expressions)
const Stmt *Parser::augmentedAssignment(uint32_t begin, const Expr *target) {
  checkTarget(target, TargetUse::Augmented);
  BinaryOp op = operatorOf(token_.kind);
  advance();
  const Expr *value = assignedValue();
  checkLoneStar(value);
  return make<AugAssignStmt>(from(begin), target, op, value);
}

// annotated_assignment: target ":" expression ["=" assigned_value]
const Stmt *Parser::annotatedAssignment(uint32_t begin, const Expr *target) {
  checkTarget(target, TargetUse::Annotated);
  advance();
  const Expr *annotation = expression();
  const Expr *value = nullptr;
  if (accept(TokenKind::Equal)) {
    value = assignedValue();
    checkLoneStar(value);
  }
  return make<AnnAssignStmt>(from(begin), target, annotation, value);
}

// return: "return" [star_expressions]
const Stmt *Parser::returnStatement() {
  uint32_t begin = token_.span.begin;
  advance();
  if (scope_.kind != Scope::Kind::Function)
    complain(
        {DiagKind::MisplacedStatement, "`return` stands outside a function", {previous_.span, ""}});
  const Expr *value = nullptr;
  if (!atLineEnd() && !at(TokenKind::Semicolon)) {
    value = starExpressions();
    checkLoneStar(value);
  }
  return make<ReturnStmt>(from(begin), value);
}

// loop_exit: "break" | "continue"
const Stmt *Parser::loopExit() {
  bool isBreak = at(TokenKind::Break);
  advance();
  if (!scope_.inLoop)
    complain({DiagKind::MisplacedStatement,
              cat("`", isBreak ? "break" : "continue", "` stands outside a loop"),
              {previous_.span, ""}});
  if (isBreak)
    return make<BreakStmt>(previous_.span);
  return make<ContinueStmt>(previous_.span);
}

// del: "del" targets
const Stmt *Parser::deleteStatement() {
  uint32_t begin = token_.span.begin;
  advance();
  const Expr *value = starExpressions();
  Exprs targets = {value};
  if (const auto *tuple = as<TupleExpr>(value); tuple && !tuple->parenthesized)
    targets.assign(tuple->elements.begin(), tuple->elements.end());
  for (const Expr *target : targets)
    checkTarget(target, TargetUse::Delete);
  return make<DeleteStmt>(from(begin), ExprList(arena_.copy(targets)));
}

// raise: "raise" [expression ["from" expression]]
const Stmt *Parser::raiseStatement() {
  uint32_t begin = token_.span.begin;
  advance();
  const Expr *exception = nullptr, *cause = nullptr;
  if (!atLineEnd() && !at(TokenKind::Semicolon)) {
    exception = expression();
    if (accept(TokenKind::From))
      cause = expression();
    if (at(TokenKind::Comma))
      report({DiagKind::ExpectedToken,
              "a `,` cannot stand in `raise`",
              {token_.span, ""},
              {},
              {{"write `raise SomeError(message)`"}}});
  }
  return make<RaiseStmt>(from(begin), exception, cause);
}

// assert: "assert" expression ["," expression]
const Stmt *Parser::assertStatement() {
  uint32_t begin = token_.span.begin;
  advance();
  const Expr *test = expression();
  const Expr *message = accept(TokenKind::Comma) ? expression() : nullptr;
  return make<AssertStmt>(from(begin), test, message);
}

// scope: ("global" | "nonlocal") NAME ("," NAME)*
const Stmt *Parser::scopeStatement() {
  uint32_t begin = token_.span.begin;
  bool isGlobal = at(TokenKind::Global);
  advance();
  std::string_view keyword = isGlobal ? "global" : "nonlocal";
  if (!isGlobal && scope_.kind == Scope::Kind::Module)
    complain({DiagKind::MisplacedStatement,
              "`nonlocal` stands outside a function",
              {previous_.span, ""}});
  std::vector<std::string_view> names;
  do {
    Span span;
    names.push_back(expectName(cat("after `", keyword, "`"), span));
  } while (!panic_ && accept(TokenKind::Comma));
  return make<ScopeStmt>(from(begin), isGlobal,
                         std::span<const std::string_view>(arena_.copy(names)));
}

// `type` is a keyword only in front of a name and what makes it an alias.
bool Parser::atTypeAlias() {
  return atName("type") && peek(1).kind == TokenKind::Name &&
         (peek(2).kind == TokenKind::Equal || peek(2).kind == TokenKind::OpenSquare);
}

// type_alias: "type" NAME [type_parameters] "=" expression
const Stmt *Parser::typeAlias() {
  uint32_t begin = token_.span.begin;
  advance();
  Span nameSpan;
  std::string_view name = expectName("after `type`", nameSpan);
  typeParameters();
  if (!accept(TokenKind::Equal))
    report({DiagKind::ExpectedToken,
            cat("`type ", name, "` has no `=`"),
            {token_.span, "a `=` was needed here"}});
  const Expr *value = expression();
  return make<TypeAliasStmt>(from(begin), name, value);
}

} // namespace nereid::syntax
