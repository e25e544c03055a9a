#include <new>
#include <stdexcept>

#include "base/check.h"
#include "base/text.h"
#include "eval/stack.h"
#include "host/class.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::raise;
using eval::Value;
using Completion = Runner::Completion;

namespace {

bool isAbstractMeta(const Value &value) {
  auto *type = value.as<Class>();
  return type && type->body.name == "ABCMeta";
}

} // namespace

Completion Runner::execute(StmtList body) {
  for (const Stmt *stmt : body)
    if (Completion completion = execute(stmt); completion != Completion::Normal)
      return completion;
  return Completion::Normal;
}

Completion Runner::execute(const Stmt *stmt) {
  try {
    return executeOrThrow(stmt);
  } catch (const std::bad_alloc &) {
    raise("MemoryError", "");
  } catch (const std::length_error &) { // more than a container can ever hold
    raise("MemoryError", "");
  }
}

Completion Runner::executeOrThrow(const Stmt *stmt) {
  frame_.position = stmt->span;
  switch (stmt->kind) {
  case NodeKind::ExprStmt:
    evaluate(static_cast<const ExprStmt *>(stmt)->value);
    return Completion::Normal;
  case NodeKind::AssignStmt: {
    auto *assignment = static_cast<const AssignStmt *>(stmt);
    Value value = evaluate(assignment->value);
    for (const Expr *target : assignment->targets)
      assign(target, value);
    return Completion::Normal;
  }
  case NodeKind::AugAssignStmt:
    executeAugAssign(*static_cast<const AugAssignStmt *>(stmt));
    return Completion::Normal;
  case NodeKind::AnnAssignStmt:
    executeAnnAssign(*static_cast<const AnnAssignStmt *>(stmt));
    return Completion::Normal;
  case NodeKind::ReturnStmt: {
    auto *value = static_cast<const ReturnStmt *>(stmt)->value;
    frame_.returnValue = value ? evaluate(value) : Value::none();
    return Completion::Return;
  }
  case NodeKind::PassStmt:
  case NodeKind::ScopeStmt:
    return Completion::Normal;
  case NodeKind::BreakStmt:
    return Completion::Break;
  case NodeKind::ContinueStmt:
    return Completion::Continue;
  case NodeKind::IfStmt: {
    // elif after elif: a loop, not a recursion.
    auto *branch = static_cast<const IfStmt *>(stmt);
    for (;;) {
      if (eval::truthy(evaluate(branch->test)))
        return execute(branch->body);
      auto *next = branch->orElse.size() == 1 ? as<IfStmt>(branch->orElse[0]) : nullptr;
      if (!next)
        return execute(branch->orElse);
      branch = next;
    }
  }
  default:
    return executeSlowly(stmt);
  }
}

Completion Runner::executeSlowly(const Stmt *stmt) {
  if (eval::stackIsLow()) [[unlikely]]
    raise("RecursionError", "maximum recursion depth exceeded");
  switch (stmt->kind) {
  case NodeKind::ForStmt:
    return executeFor(*static_cast<const ForStmt *>(stmt));
  case NodeKind::WhileStmt:
    return executeWhile(*static_cast<const WhileStmt *>(stmt));
  case NodeKind::TryStmt:
    return executeTry(*static_cast<const TryStmt *>(stmt));
  case NodeKind::WithStmt: {
    auto *with = static_cast<const WithStmt *>(stmt);
    if (with->isAsync)
      raiseNotInSubset("`async with`");
    return executeWith(with->items, with->body);
  }
  case NodeKind::DeleteStmt:
    for (const Expr *target : static_cast<const DeleteStmt *>(stmt)->targets)
      executeDelete(target);
    return Completion::Normal;
  case NodeKind::RaiseStmt:
    executeRaise(*static_cast<const RaiseStmt *>(stmt));
  case NodeKind::AssertStmt:
    executeAssert(*static_cast<const AssertStmt *>(stmt));
    return Completion::Normal;
  case NodeKind::ImportStmt:
    executeImport(*static_cast<const ImportStmt *>(stmt));
    return Completion::Normal;
  case NodeKind::ImportFromStmt:
    executeImportFrom(*static_cast<const ImportFromStmt *>(stmt));
    return Completion::Normal;
  case NodeKind::FunctionDef:
    executeFunctionDef(*static_cast<const FunctionDef *>(stmt));
    return Completion::Normal;
  case NodeKind::ClassDef:
    executeClassDef(*static_cast<const ClassDef *>(stmt));
    return Completion::Normal;
  case NodeKind::MatchStmt:
    return executeMatch(*static_cast<const MatchStmt *>(stmt));
  case NodeKind::TypeAliasStmt:
    frame_.position = stmt->span;
    raiseNotInSubset("the `type` statement");
  default:
    NEREID_UNREACHABLE(cat("a statement of kind ", nameOf(stmt->kind)));
  }
}

Completion Runner::executeFor(const ForStmt &stmt) {
  if (stmt.isAsync)
    raiseNotInSubset("`async for`");
  Value iterable = evaluate(stmt.iterable);
  frame_.position = stmt.iterable->span;
  std::unique_ptr<eval::Iterator> iterator = eval::iterate(iterable);
  while (std::optional<Value> item = iterator->next()) {
    checkInterrupt();
    assign(stmt.target, *item);
    Completion completion = execute(stmt.body);
    if (completion == Completion::Break)
      return Completion::Normal;
    if (completion == Completion::Return)
      return completion;
    frame_.position = stmt.iterable->span;
  }
  return execute(stmt.orElse);
}

Completion Runner::executeWhile(const WhileStmt &stmt) {
  while (eval::truthy(evaluate(stmt.test))) {
    frame_.position = stmt.test->span;
    checkInterrupt();
    Completion completion = execute(stmt.body);
    if (completion == Completion::Break)
      return Completion::Normal;
    if (completion == Completion::Return)
      return completion;
  }
  return execute(stmt.orElse);
}

void Runner::executeAssert(const AssertStmt &stmt) {
  if (eval::truthy(evaluate(stmt.test)))
    return;
  std::vector<Value> args;
  if (stmt.message)
    args.push_back(evaluate(stmt.message));
  frame_.position = stmt.test->span;
  raise(eval::exceptionType("AssertionError"), std::move(args));
}

// Applies decorators, which were evaluated before what they decorate, from the last to the first.
Value Runner::decorate(ExprList exprs, const std::vector<Value> &decorators, Value value) {
  for (size_t i = decorators.size(); i-- > 0;) {
    frame_.position = exprs[i]->span;
    value = eval::call(decorators[i], {value});
  }
  return value;
}

void Runner::executeFunctionDef(const FunctionDef &stmt) {
  std::vector<Value> decorators = evaluateElements(stmt.decorators);
  Value function =
      eval::make<FunctionObject>(frame_, &stmt, stmt.parameters, evaluateDefaults(stmt.parameters));
  store(stmt.name, stmt.nameSpan.begin, decorate(stmt.decorators, decorators, function));
}

std::vector<Value> Runner::evaluateBases(std::span<const Argument> arguments) {
  std::vector<Value> bases;
  for (const Argument &base : arguments) {
    if (base.kind == Argument::Kind::Keyword && base.keyword != "metaclass")
      raiseNotInSubset(cat("the class argument `", base.keyword, "=`"));
    if (base.kind == Argument::Kind::Star || base.kind == Argument::Kind::DoubleStar)
      raiseNotInSubset("a class with unpacked bases");
    Value value = evaluate(base.value);
    // metaclass=ABCMeta only forbids instances of incomplete classes.
    if (base.kind == Argument::Kind::Positional)
      bases.push_back(value);
    else if (!isAbstractMeta(value))
      raiseNotInSubset("a metaclass");
  }
  return bases;
}

void Runner::executeClassDef(const ClassDef &stmt) {
  std::vector<Value> decorators = evaluateElements(stmt.decorators);
  std::vector<Value> bases = evaluateBases(stmt.bases);
  Frame body(frame_.module, frame_.module.names.frame(&stmt));
  for (const FrameLayout::Capture &capture : body.layout.captures)
    body.slots[capture.slot] = eval::Ref<Cell>(&frame_.cell(capture.outer));
  eval::Dict members;
  body.classNames = &members;
  body.classCell = eval::make<Cell>(Value::none());
  try {
    FrameEntry entry(interpreter_, body);
    Runner(interpreter_, body).execute(stmt.body);
  } catch (const eval::Raised &raised) {
    trace(body, *raised.exception);
    throw;
  }
  frame_.position = stmt.span;
  members.set("__qualname__", Value::string(body.layout.qualifiedName));
  members.set("__module__", loadGlobal("__name__"));
  Value made = buildClass(std::string(stmt.name), std::move(bases), members);
  body.classCell->value = made;
  interpreter_.classes_.push_back(made);
  store(stmt.name, stmt.nameSpan.begin, decorate(stmt.decorators, decorators, made));
}

} // namespace nereid::host
