// The parser's inside: one function per symbol of Python's grammar, named after it, with the
// production in the comment above its definition. Every such function returns a node, whatever it
// found; what it could not understand is an error node around what it could.
//
// One mistake, one message. report() puts the parser into `panic_`: until it has found its feet
// again it reports nothing more. It finds them at the end of a line, at the bracket that closes
// the one it is in, at a comma between brackets, and at the colon of a compound statement.
#pragma once

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "diag/diag.h"
#include "syntax/depth.h"
#include "syntax/lexer.h"
#include "syntax/tree.h"

namespace nereid::syntax {

using Exprs = std::vector<const Expr *>;
using Stmts = std::vector<const Stmt *>;

// What an expression is to become, which decides what it may be.
enum class TargetUse : uint8_t { Assign, Augmented, Annotated, Delete, Loop, With };

class Parser {
public:
  Parser(std::string_view text, Span file, Arena &arena, DiagSink &sink)
      : text_(text), file_(file), arena_(arena), sink_(sink), lexer_(text, file, sink),
        token_(lexer_.next()), lastEnd_(file.begin) {}

  const Module *module();

private:
  // An open bracket of the expression being parsed.
  struct Open {
    TokenKind close;
    Span span;
    bool broken = false; // a mistake inside it has been reported
  };
  // Where `return`, `break`, `yield` and `await` may stand.
  struct Scope {
    enum class Kind : uint8_t { Module, Class, Function } kind = Kind::Module;
    bool isAsync = false, inLoop = false;
  };
  struct PlacedName {
    std::string_view name;
    Span span;
  };

  // parser.cpp
  const Token &peek(size_t distance);
  void advance();
  bool at(TokenKind kind) const { return token_.kind == kind; }
  bool accept(TokenKind kind);
  bool atName(std::string_view name) const;
  bool atLineEnd() const { return at(TokenKind::Newline) || at(TokenKind::EndOfFile); }
  std::string_view textOf(Span span) const;
  std::string_view nameOf(Span span); // in the form in which Python compares names
  Span from(uint32_t begin) const { return {begin, std::max(begin, lastEnd_)}; }
  Span caretAfterPrevious() const { return {lastEnd_, lastEnd_}; }
  template <typename T, typename... Fields> const T *make(Span span, Fields... fields) {
    using Category = std::conditional_t<std::is_base_of_v<Expr, T>, Expr, Stmt>;
    return arena_.make<T>(Category{{T::kKind, span}}, fields...);
  }
  const Expr *errorExpr(Span span, const Exprs &parts = {});

  // recovery.cpp
  void report(Diagnostic diagnostic);
  void startPanic();
  void calm();
  bool panicsHere() const { return panic_ && opens_.size() <= panicDepth_; }
  void complain(Diagnostic diagnostic);
  std::string describe(const Token &token) const;
  void openBracket(TokenKind close);
  bool closeBracket(std::string_view separated);
  void reportUnclosed(std::string_view separated);
  void skipToClose(TokenKind close);
  bool closesOuterBracket(TokenKind kind) const;
  bool looksLikeOuterClose() const;
  bool atAbandonedLine() const;
  bool atHeaderEnd();
  void abandonBrackets();
  bool backToAbandonedLine();
  void skipLine();
  void skipBlock();
  void reportTooDeep();
  const Expr *tooDeep();

  // mistakes.cpp: messages for what people get wrong
  void reportMissingExpression();
  void reportTrailing(Span statement);
  void reportMissingColon(std::string_view keyword, Span keywordSpan);
  void reportStrayClause(const Token &clause);
  bool mistakeBehind(Diagnostic &diagnostic) const;
  bool precededBy(std::string_view text) const;

  // parse_statements.cpp
  void statement(Stmts &to);
  void statements(Stmts &to);
  void simpleStatements(Stmts &to);
  void endLine(Stmts &to, uint32_t begin);
  Stmts blockOfNothing(bool looksLikeHeader);
  void unexpectedIndent(Stmts &to);
  const Stmt *simpleStatement();
  const Stmt *expressionStatement();
  const Stmt *assignment(uint32_t begin, const Expr *first);
  const Stmt *augmentedAssignment(uint32_t begin, const Expr *target);
  const Stmt *annotatedAssignment(uint32_t begin, const Expr *target);
  const Stmt *returnStatement();
  const Stmt *deleteStatement();
  const Stmt *raiseStatement();
  const Stmt *assertStatement();
  const Stmt *loopExit();
  const Stmt *scopeStatement();
  const Stmt *typeAlias();
  bool atTypeAlias();
  const Expr *assignedValue();

  // parse_imports.cpp
  const Stmt *importStatement();
  const Stmt *importFromStatement();
  void importedNames(std::vector<ImportAlias> &names, bool parenthesized);
  std::string_view dottedName();
  std::string_view asName();

  // parse_compound.cpp
  void compoundStatement(Stmts &to);
  StmtList block(std::string_view keyword, Span keywordSpan);
  void colon(std::string_view keyword, Span keywordSpan);
  StmtList elseBlock();
  const Stmt *ifStatement();
  const Stmt *whileStatement();
  const Stmt *forStatement(uint32_t begin, bool isAsync);
  const Stmt *tryStatement();
  TryStmt::Handler exceptClause(bool &isStar);
  const Stmt *withStatement(uint32_t begin, bool isAsync);
  bool parenthesizedWithItems();
  WithStmt::Item withItem();
  const Stmt *asyncStatement(const Exprs &decorators);
  const Stmt *decorated();
  const Stmt *functionDef(uint32_t begin, bool isAsync, const Exprs &decorators);
  const Stmt *classDef(const Exprs &decorators);
  void typeParameters();

  // parse_patterns.cpp
  bool atMatchStatement();
  const Stmt *matchStatement();
  const Expr *matchSubject();
  MatchStmt::Case caseBlock();
  const Expr *patterns();
  const Expr *pattern();
  const Expr *orPattern();
  const Expr *closedPattern();
  const Expr *starPattern();
  const Expr *literalPattern();
  const Expr *namePattern();
  const Expr *classPattern(uint32_t begin, const Expr *callee);
  const Expr *sequencePattern();
  const Expr *mappingPattern();

  // parse_expressions.cpp
  const Expr *expression();
  const Expr *namedExpression();
  const Expr *starredExpression();
  const Expr *starExpressions();
  const Expr *conditional();
  const Expr *lambda();
  void skipToLambdaBody();
  const Expr *disjunction();
  const Expr *conjunction();
  const Expr *inversion();
  const Expr *comparison();
  bool comparisonOp(CompareOp &op);
  const Expr *binary(int lowest);
  const Expr *unary();
  const Expr *power();
  const Expr *awaitPrimary();
  const Expr *primary();
  const Expr *subscript(uint32_t begin, const Expr *object);
  const Expr *slice();
  const Expr *yieldExpression();
  const Expr *targets();
  bool atExpression() const { return beginsExpression(token_.kind); }

  // parse_atoms.cpp
  const Expr *atom();
  const Expr *name();
  const Expr *number();
  const Expr *group();
  const Expr *listDisplay();
  const Expr *braceDisplay();
  const Expr *dictDisplay(uint32_t begin, const Expr *first);
  const Expr *setDisplay(uint32_t begin, const Expr *first);
  bool elements(Exprs &to, TokenKind close);
  const Expr *element();
  std::span<const ComprehensionExpr::Clause> comprehensionClauses();
  bool atComprehension();

  // parse_strings.cpp
  class JoinedStrings;
  const Expr *strings();
  bool stringLiteral(JoinedStrings &to);
  bool fstring(JoinedStrings &to);
  FStringExpr::Part field(bool raw);
  const FStringExpr *format(bool raw);

  // parse_arguments.cpp
  std::span<const Argument> arguments();
  Argument argument();
  void checkArguments(const std::vector<Argument> &arguments);
  std::span<const Parameter> parameters(bool isLambda);
  class ParameterList;
  void reportRepeated(std::vector<PlacedName> names, std::string_view what);
  std::string_view expectName(std::string_view what, Span &span);

  // targets.cpp
  void checkTarget(const Expr *target, TargetUse use);
  void checkElements(ExprList elements, TargetUse use);
  void checkLoneStar(const Expr *value);

  std::string_view text_;
  Span file_;
  Arena &arena_;
  DiagSink &sink_;
  Lexer lexer_;
  Token token_;                  // the next one to be understood
  Token previous_;               // the one understood last
  uint32_t lastEnd_;             // where the last one ended that is more than a line end
  std::vector<Token> lookahead_; // read beyond token_
  size_t lookaheadBegin_ = 0;    // what of it has become token_ since
  bool panic_ = false;
  size_t panicDepth_ = 0;  // how many brackets were open when it began
  bool abandoned_ = false; // the open brackets are, see recovery.cpp
  bool reportedTooDeep_ = false;
  int nesting_ = 0;
  int spine_ = 0;
  int elifs_ = 0;
  int statementColumn_ = 0;     // the indentation of the innermost statement
  uint32_t statementBegin_ = 0; // and where it begins
  bool inCompoundHeader_ = false;
  std::vector<Open> opens_;
  Scope scope_;
};

} // namespace nereid::syntax
