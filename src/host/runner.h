// Runner: executes the statements and evaluates the expressions of one frame.
//
// Statements return how they ended; whatever fails raises eval::Raised. Frame::position follows the
// expression being evaluated, so that tracebacks can point at it.
#pragma once

#include "eval/operators.h"
#include "host/interpreter.h"

namespace nereid::host {

class Runner {
public:
  Runner(Interpreter &interpreter, Frame &frame) : interpreter_(interpreter), frame_(frame) {}

  enum class Completion { Normal, Break, Continue, Return };
  Completion execute(syntax::StmtList body);
  eval::Value evaluate(const syntax::Expr *expr);

  void assign(const syntax::Expr *target, const eval::Value &value);
  bool conditionsHold(syntax::ExprList conditions);

  // The exception passes through this frame: notes where, for the traceback.
  static void trace(Frame &frame, eval::Exception &exception);

private:
  using Value = eval::Value;

  // statements.cpp
  // C++ exceptions about memory become Python's.
  Completion execute(const syntax::Stmt *stmt);
  Completion executeOrThrow(const syntax::Stmt *stmt);
  Completion executeSlowly(const syntax::Stmt *stmt);
  Completion executeFor(const syntax::ForStmt &stmt);
  Completion executeWhile(const syntax::WhileStmt &stmt);
  void executeAssert(const syntax::AssertStmt &stmt);
  void executeFunctionDef(const syntax::FunctionDef &stmt);
  void executeClassDef(const syntax::ClassDef &stmt);
  Value decorate(syntax::ExprList exprs, const std::vector<Value> &decorators, Value value);
  std::vector<Value> evaluateBases(std::span<const syntax::Argument> arguments);

  // assignments.cpp
  void executeAugAssign(const syntax::AugAssignStmt &stmt);
  void executeAnnAssign(const syntax::AnnAssignStmt &stmt);
  void executeDelete(const syntax::Expr *target);
  void unpack(syntax::ExprList targets, const Value &value, Span span);
  std::vector<Value> takeItems(const Value &value, size_t wanted);

  // exceptions.cpp
  [[noreturn]] void executeRaise(const syntax::RaiseStmt &stmt);
  Completion executeTry(const syntax::TryStmt &stmt);
  Completion executeHandlers(const syntax::TryStmt &stmt, const eval::Raised &raised);
  Completion executeHandler(const syntax::TryStmt::Handler &handler,
                            const eval::Ref<eval::Exception> &exception);
  bool matches(const syntax::TryStmt::Handler &handler, const eval::Exception &exception);
  Completion executeWith(std::span<const syntax::WithStmt::Item> items, syntax::StmtList body);

  // match_statement.cpp
  Completion executeMatch(const syntax::MatchStmt &stmt);
  bool matches(const syntax::Expr *pattern, const Value &subject);
  bool matchesSequence(syntax::ExprList patterns, const Value &subject);
  bool matchesMapping(const syntax::DictExpr &pattern, const Value &subject);
  bool matchesClass(const syntax::CallExpr &pattern, const Value &subject);

  // imports.cpp
  void executeImport(const syntax::ImportStmt &stmt);
  void executeImportFrom(const syntax::ImportFromStmt &stmt);
  void importAll(const eval::Value &module);
  Value importOrDefer(std::string_view name);
  Value importSubmodule(const std::string &package, std::string_view name);
  std::string absoluteName(const syntax::ImportFromStmt &stmt) const;

  // names, in variables.cpp
  Value load(std::string_view name, Span span);
  void store(std::string_view name, uint32_t at, const Value &value);
  void erase(std::string_view name, uint32_t at);
  void forget(std::string_view name, uint32_t at); // like erase, if it is there
  Value loadGlobal(std::string_view name);
  [[noreturn]] void raiseUnbound(std::string_view name, Storage storage);

  // Notes where the evaluation is, and which part of it does the work.
  void locate(Span position, Span anchor) {
    frame_.position = frame_.anchored = position;
    frame_.anchor = anchor;
  }

  // expressions.cpp
  Value evaluateSlowly(const syntax::Expr *expr);
  Value evaluateBinary(const syntax::BinaryExpr &expr);
  Value evaluateBool(const syntax::BoolExpr &expr);
  Value evaluateCompare(const syntax::CompareExpr &expr);
  Value evaluateFString(const syntax::FStringExpr &expr);
  std::string formatParts(const syntax::FStringExpr &expr);
  Value evaluateSlice(const syntax::SliceExpr &expr);
  Value evaluateDict(const syntax::DictExpr &expr);
  Value evaluateNumber(const syntax::NumberExpr &expr);
  std::vector<Value> evaluateElements(syntax::ExprList elements);
  Value evaluateLambda(const syntax::LambdaExpr &expr);
  std::vector<std::optional<Value>> evaluateDefaults(std::span<const syntax::Parameter> parameters);

  // calls.cpp
  Value evaluateCall(const syntax::CallExpr &expr);
  void evaluateArguments(const Value &callee, std::span<const syntax::Argument> arguments,
                         std::vector<Value> &positional, std::vector<eval::Keyword> &keywords,
                         std::vector<Value> &names);
  void addKeyword(const Value &callee, std::string_view name, Value value,
                  std::vector<eval::Keyword> &keywords);
  void addMapping(const Value &callee, const Value &mapping, std::vector<eval::Keyword> &keywords,
                  std::vector<Value> &names);

  // comprehensions.cpp
  Value evaluateComprehension(const syntax::ComprehensionExpr &expr);
  Value evaluateGenerator(const syntax::ComprehensionExpr &expr);

  Interpreter &interpreter_;
  Frame &frame_;
};

} // namespace nereid::host
