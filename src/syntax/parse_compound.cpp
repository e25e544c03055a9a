// Statements that hold other statements.

#include "base/text.h"
#include "syntax/parser.h"

namespace nereid::syntax {

// compound_statement: if | while | for | try | with | function_def | class_def | async
void Parser::compoundStatement(Stmts &to) {
  Token first = token_;
  switch (first.kind) {
  case TokenKind::If:
    return to.push_back(ifStatement());
  case TokenKind::While:
    return to.push_back(whileStatement());
  case TokenKind::For:
    return to.push_back(forStatement(first.span.begin, false));
  case TokenKind::Try:
    return to.push_back(tryStatement());
  case TokenKind::With:
    return to.push_back(withStatement(first.span.begin, false));
  case TokenKind::Def:
    return to.push_back(functionDef(first.span.begin, false, {}));
  case TokenKind::Class:
    return to.push_back(classDef({}));
  case TokenKind::At:
    return to.push_back(decorated());
  case TokenKind::Async:
    return to.push_back(asyncStatement({}));
  default:
    break;
  }
  // A clause of a statement that is not there: its block is read all the same.
  reportStrayClause(first);
  while (!atLineEnd() && !at(TokenKind::Colon))
    advance();
  StmtList body = block(spelling(first.kind), first.span);
  to.push_back(make<ErrorStmt>(from(first.span.begin), ExprList(), body));
}

static bool beginsCompound(TokenKind kind) {
  return kind == TokenKind::If || kind == TokenKind::While || kind == TokenKind::For ||
         kind == TokenKind::Try || kind == TokenKind::With || kind == TokenKind::Def ||
         kind == TokenKind::Class || kind == TokenKind::At || kind == TokenKind::Async;
}

// Expects the colon that ends a header.
void Parser::colon(std::string_view keyword, Span keywordSpan) {
  inCompoundHeader_ = false;
  if (!at(TokenKind::Colon) && !panic_)
    reportMissingColon(keyword, keywordSpan);
  // In panic, the header goes on up to its colon, if that ends the line.
  while (panic_ && !atLineEnd() &&
         !(at(TokenKind::Colon) && (peek(1).kind == TokenKind::Newline || peek(1).startsLine))) {
    if (token_.startsLine && atAbandonedLine())
      abandonBrackets();
    else
      advance();
  }
  if (accept(TokenKind::Colon))
    panic_ = false;
}

// block: ":" NEWLINE INDENT statements DEDENT | ":" simple_statements
StmtList Parser::block(std::string_view keyword, Span keywordSpan) {
  bool wasPanic = panic_;
  colon(keyword, keywordSpan);
  Stmts body;
  if (!at(TokenKind::Newline)) {
    if (beginsCompound(token_.kind))
      complain({DiagKind::ExpectedToken,
                cat(describe(token_), " does not begin a line"),
                {token_.span, ""},
                {{keywordSpan, cat("the line begins with this `", keyword, "`")}},
                {{"put it on a line of its own, indented"}}});
    if (!at(TokenKind::EndOfFile))
      statement(body);
    return arena_.copy(body);
  }
  wasPanic = wasPanic || panic_;
  panic_ = false;
  advance();
  if (accept(TokenKind::Indent)) {
    statements(body);
    accept(TokenKind::Dedent);
  } else if (!wasPanic) {
    Span found = at(TokenKind::EndOfFile) ? caretAfterPrevious() : token_.span;
    complain({DiagKind::BadIndentation,
              cat("the block of this `", keyword, "` is missing"),
              {found, "an indented line was needed before this"},
              {{keywordSpan, ""}},
              {{"indent the lines that belong to it; `pass` does nothing"}}});
  }
  return arena_.copy(body);
}

// if: "if" named_expression block ("elif" named_expression block)* ["else" block]
const Stmt *Parser::ifStatement() {
  struct Branch {
    uint32_t begin;
    const Expr *test;
    StmtList body;
  };
  std::vector<Branch> branches;
  StmtList orElse;
  int outerElifs = elifs_;
  do {
    Token keyword = token_;
    std::string_view word = spelling(keyword.kind);
    if (at(TokenKind::Else)) { // `else if`
      complain({DiagKind::ExpectedToken,
                "`else if` is spelled `elif`",
                {cover(token_.span, peek(1).span), ""},
                {},
                {{"write `elif`", Help::Edit{cover(token_.span, peek(1).span), "elif"}}}});
      advance();
      word = "elif";
    }
    advance();
    inCompoundHeader_ = true;
    const Expr *test = namedExpression();
    StmtList body = block(word, keyword.span);
    if (++elifs_ <= kMaxSpine)
      branches.push_back({keyword.span.begin, test, body});
    else
      reportTooDeep();
  } while (at(TokenKind::Elif) || (at(TokenKind::Else) && peek(1).kind == TokenKind::If));
  elifs_ = outerElifs;
  orElse = elseBlock();

  const IfStmt *whole = nullptr;
  for (size_t i = branches.size(); i-- > 0;) {
    const Branch &branch = branches[i];
    whole = make<IfStmt>(from(branch.begin), branch.test, branch.body, orElse);
    orElse = arena_.copy(Stmts{whole});
  }
  return whole;
}

// else: ["else" block]
StmtList Parser::elseBlock() {
  Token keyword = token_;
  return accept(TokenKind::Else) ? block("else", keyword.span) : StmtList();
}

// while: "while" named_expression block else
const Stmt *Parser::whileStatement() {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  const Expr *test = namedExpression();
  bool outerLoop = std::exchange(scope_.inLoop, true);
  StmtList body = block("while", keyword.span);
  scope_.inLoop = outerLoop;
  StmtList orElse = elseBlock();
  return make<WhileStmt>(from(keyword.span.begin), test, body, orElse);
}

// for: ["async"] "for" targets "in" star_expressions block else
const Stmt *Parser::forStatement(uint32_t begin, bool isAsync) {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  const Expr *target = targets();
  const Expr *iterable;
  if (accept(TokenKind::In)) {
    checkTarget(target, TargetUse::Loop);
    iterable = starExpressions();
  } else {
    report({DiagKind::ExpectedToken,
            "this `for` has no `in`",
            {atLineEnd() ? caretAfterPrevious() : token_.span, "`in` was needed here"},
            {{keyword.span, ""}}});
    iterable = errorExpr(caretAfterPrevious());
  }
  bool outerLoop = std::exchange(scope_.inLoop, true);
  StmtList body = block("for", keyword.span);
  scope_.inLoop = outerLoop;
  StmtList orElse = elseBlock();
  return make<ForStmt>(from(begin), target, iterable, body, orElse, isAsync);
}

// try: "try" block (except_clause+ else ["finally" block] | "finally" block)
const Stmt *Parser::tryStatement() {
  Token keyword = token_;
  size_t errorsBefore = sink_.errorCount();
  advance();
  bool isStar = false;
  StmtList body = block("try", keyword.span);
  std::vector<TryStmt::Handler> handlers;
  while (at(TokenKind::Except)) {
    if (!handlers.empty() && !handlers.back().type)
      complain({DiagKind::MisplacedStatement,
                "an `except` without a type is not the last one",
                {{handlers.back().span.begin, handlers.back().span.begin + 6},
                 "this catches everything"},
                {{token_.span, "this can never be reached"}}});
    bool wasStar = isStar;
    handlers.push_back(exceptClause(isStar));
    if (handlers.size() > 1 && isStar != wasStar)
      complain({DiagKind::MisplacedStatement,
                "`except` and `except*` are mixed in one `try`",
                {handlers.back().span, ""},
                {{keyword.span, ""}}});
  }
  StmtList orElse = handlers.empty() ? StmtList() : elseBlock();
  StmtList finally;
  bool hasFinally = at(TokenKind::Finally);
  if (hasFinally) {
    Token finallyKeyword = token_;
    advance();
    finally = block("finally", finallyKeyword.span);
  }
  if (handlers.empty() && !hasFinally && sink_.errorCount() == errorsBefore)
    complain({DiagKind::ExpectedToken,
              "this `try` has neither `except` nor `finally`",
              {keyword.span, ""},
              {},
              {{"add `except SomeError:` with what to do then"}}});
  return make<TryStmt>(from(keyword.span.begin), body,
                       std::span<const TryStmt::Handler>(arena_.copy(handlers)), orElse, finally,
                       isStar);
}

// except_clause: "except" ["*"] [expression ["as" NAME]] block
TryStmt::Handler Parser::exceptClause(bool &isStar) {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  isStar = accept(TokenKind::Star);
  const Expr *type = at(TokenKind::Colon) && !isStar ? nullptr : expression();
  if (at(TokenKind::Comma))
    report({DiagKind::ExpectedToken,
            "a `,` cannot stand in `except`",
            {token_.span, ""},
            {{keyword.span, ""}},
            {{"write `except (A, B):` for several types, `except A as name:` to name the error"}}});
  std::string_view name = panic_ ? std::string_view() : asName();
  StmtList body = block("except", keyword.span);
  return {type, name, body, from(keyword.span.begin)};
}

// with: ["async"] "with" (with_item ("," with_item)* | "(" with_item ("," with_item)* [","] ")")
//       block
const Stmt *Parser::withStatement(uint32_t begin, bool isAsync) {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  std::vector<WithStmt::Item> items;
  if (parenthesizedWithItems()) {
    openBracket(TokenKind::CloseParen);
    do
      items.push_back(withItem());
    while (accept(TokenKind::Comma) && !at(TokenKind::CloseParen));
    closeBracket("items");
  } else {
    do
      items.push_back(withItem());
    while (!panic_ && accept(TokenKind::Comma));
  }
  StmtList body = block("with", keyword.span);
  return make<WithStmt>(from(begin), std::span<const WithStmt::Item>(arena_.copy(items)), body,
                        isAsync);
}

// Whether the bracket ahead is around all items, and not part of the first one: then there is an
// `as` directly inside it, and a colon behind it. (Without an `as`, a tuple would do the same, but
// `with (a, b):` enters both of its items, so a comma counts like an `as`.)
bool Parser::parenthesizedWithItems() {
  constexpr size_t kFarthest = 1000; // a bracket that long is never closed, more likely
  if (!at(TokenKind::OpenParen))
    return false;
  int depth = 0;
  bool hasAs = false, hasComma = false;
  for (size_t i = 0; i < kFarthest; ++i) {
    TokenKind kind = peek(i).kind;
    if (kind == TokenKind::Newline || kind == TokenKind::EndOfFile)
      return false;
    if (kind == TokenKind::OpenParen || kind == TokenKind::OpenSquare ||
        kind == TokenKind::OpenBrace)
      ++depth;
    if (kind == TokenKind::CloseParen || kind == TokenKind::CloseSquare ||
        kind == TokenKind::CloseBrace)
      --depth;
    if (depth == 1) {
      hasAs = hasAs || kind == TokenKind::As;
      hasComma = hasComma || kind == TokenKind::Comma;
      if (kind == TokenKind::For || kind == TokenKind::Yield || kind == TokenKind::ColonEqual)
        return false;
    }
    if (depth == 0)
      return hasAs || (hasComma && peek(i + 1).kind == TokenKind::Colon);
  }
  return false;
}

// with_item: expression ["as" target]
WithStmt::Item Parser::withItem() {
  const Expr *context = at(TokenKind::Star) ? starredExpression() : expression();
  const Expr *target = nullptr;
  if (accept(TokenKind::As)) {
    target = at(TokenKind::Star) ? starredExpression() : binary(0);
    checkTarget(target, TargetUse::With);
  }
  return {context, target};
}

// async: "async" (function_def | for | with)
const Stmt *Parser::asyncStatement(const Exprs &decorators) {
  Token keyword = token_;
  advance();
  bool inAsync = scope_.kind == Scope::Kind::Function && scope_.isAsync;
  if ((at(TokenKind::For) || at(TokenKind::With)) && decorators.empty()) {
    if (!inAsync)
      complain({DiagKind::MisplacedStatement,
                cat("`async ", spelling(token_.kind), "` stands outside an `async` function"),
                {cover(keyword.span, token_.span), ""}});
    return at(TokenKind::For) ? forStatement(keyword.span.begin, true)
                              : withStatement(keyword.span.begin, true);
  }
  if (at(TokenKind::Def))
    return functionDef(keyword.span.begin, true, decorators);
  report({DiagKind::ExpectedToken,
          cat("`async` cannot stand before ", describe(token_)),
          {keyword.span, ""},
          {},
          {{"`async` goes with `def`, `for` and `with`"}}});
  skipLine();
  Stmts line = {
      make<ErrorStmt>(from(keyword.span.begin), ExprList(arena_.copy(decorators)), StmtList())};
  endLine(line, keyword.span.begin);
  return line.back();
}

// decorated: ("@" named_expression NEWLINE)+ (function_def | class_def)
const Stmt *Parser::decorated() {
  uint32_t begin = token_.span.begin;
  Exprs decorators;
  while (accept(TokenKind::At)) {
    uint32_t decoratorBegin = token_.span.begin;
    decorators.push_back(namedExpression());
    Stmts line = {make<ExprStmt>(from(decoratorBegin), decorators.back())};
    endLine(line, decoratorBegin);
  }
  if (at(TokenKind::Def))
    return functionDef(token_.span.begin, false, decorators);
  if (at(TokenKind::Class))
    return classDef(decorators);
  if (at(TokenKind::Async))
    return asyncStatement(decorators);
  complain({DiagKind::ExpectedToken,
            "nothing follows that could be decorated",
            {from(begin), "a `def` or `class` was needed below this"}});
  return make<ErrorStmt>(from(begin), ExprList(arena_.copy(decorators)), StmtList());
}

// function_def: ["async"] "def" NAME [type_parameters] "(" [parameters] ")" ["->" expression] block
const Stmt *Parser::functionDef(uint32_t begin, bool isAsync, const Exprs &decorators) {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  Span nameSpan;
  std::string_view name = expectName("after `def`", nameSpan);
  typeParameters();
  std::span<const Parameter> list;
  if (at(TokenKind::OpenParen)) {
    openBracket(TokenKind::CloseParen);
    list = parameters(false);
    closeBracket("parameters");
  } else {
    report({DiagKind::ExpectedToken,
            cat("`def ", name, "` has no parameter list"),
            {atLineEnd() ? caretAfterPrevious() : token_.span, "a `(` was needed here"},
            {},
            {{cat("write `def ", name, "():` if it takes no arguments")}}});
  }
  const Expr *returns = accept(TokenKind::Arrow) ? expression() : nullptr;

  Span header = {begin, at(TokenKind::Colon) ? token_.span.end : from(begin).end};
  Scope outer = std::exchange(scope_, {Scope::Kind::Function, isAsync, false});
  StmtList body = block("def", keyword.span);
  scope_ = outer;
  return make<FunctionDef>(from(begin), name, nameSpan, list, returns,
                           ExprList(arena_.copy(decorators)), body, header, isAsync);
}

// class_def: "class" NAME [type_parameters] ["(" [arguments] ")"] block
const Stmt *Parser::classDef(const Exprs &decorators) {
  Token keyword = token_;
  advance();
  inCompoundHeader_ = true;
  Span nameSpan;
  std::string_view name = expectName("after `class`", nameSpan);
  typeParameters();
  std::span<const Argument> bases;
  if (at(TokenKind::OpenParen)) {
    openBracket(TokenKind::CloseParen);
    bases = arguments();
    closeBracket("bases");
  }
  Scope outer = std::exchange(scope_, {Scope::Kind::Class, false, false});
  StmtList body = block("class", keyword.span);
  scope_ = outer;
  return make<ClassDef>(from(keyword.span.begin), name, nameSpan, bases,
                        ExprList(arena_.copy(decorators)), body);
}

// type_parameters: ["[" type_parameter ("," type_parameter)* [","] "]"]
// type_parameter: ["*" | "**"] NAME [":" expression]
// They only matter to type checkers, and leave no trace in the tree.
void Parser::typeParameters() {
  if (!at(TokenKind::OpenSquare))
    return;
  openBracket(TokenKind::CloseSquare);
  do {
    if (!accept(TokenKind::Star))
      accept(TokenKind::StarStar);
    Span span;
    expectName("for a type parameter", span);
    if (accept(TokenKind::Colon))
      expression();
  } while (accept(TokenKind::Comma) && !at(TokenKind::CloseSquare));
  closeBracket("type parameters");
}

} // namespace nereid::syntax
