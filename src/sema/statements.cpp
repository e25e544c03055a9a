// Statements, one after another. An assignment is where a known value becomes a run-time one: `n =
// 4` makes n an int32 scalar unless it is declared `n: tl.constexpr`.
#include <algorithm>

#include "base/text.h"
#include "eval/operators.h"
#include "sema/elaborator.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

Outcome Elaborator::runList(StmtList stmts, const Rest *rest) {
  Restore deeper(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) {
    fail(DiagKind::TooDeep, "this kernel nests deeper than Nereid follows", {}, {});
    stopped_ = true;
  }
  while (true) {
    for (size_t i = 0; i < stmts.size(); ++i) {
      if (!spend())
        return Outcome::falls();
      const auto *branch = as<IfStmt>(stmts[i]);
      if (branch && mayLeave({&stmts[i], 1})) {
        Restore where(span_, place(branch->span));
        Rest after{stmts.subspan(i + 1), rest, rest && rest->endsFunction};
        return runIf(*branch, &after);
      }
      Outcome outcome = runStmt(stmts[i]);
      if (outcome.kind == Outcome::Kind::Returns)
        return outcome;
      if (outcome.kind == Outcome::Kind::Either) { // a loop that may have returned
        Rest after{stmts.subspan(i + 1), rest, rest && rest->endsFunction};
        return runUnlessReturned(outcome, after);
      }
    }
    if (!rest)
      return Outcome::falls();
    if (!rest->next && rest->endsFunction)
      return endOfFunction();
    stmts = rest->stmts;
    rest = rest->next;
  }
}

Outcome Elaborator::endOfFunction() {
  Outcome end{.kind = Outcome::Kind::Returns, .value = Value::ofConstant({})};
  end.where = activation_->function->definition->nameSpan;
  end.isEnd = true;
  return end;
}

static bool isInList(const Stmt *stmt, StmtList list) {
  return std::find(list.begin(), list.end(), stmt) != list.end();
}

Outcome Elaborator::runStmt(const Stmt *stmt) {
  Restore where(span_, place(stmt->span));
  if (const auto *assign = as<AssignStmt>(stmt))
    runAssign(*assign);
  else if (const auto *augmented = as<AugAssignStmt>(stmt))
    runAugmented(*augmented);
  else if (const auto *annotated = as<AnnAssignStmt>(stmt))
    runAnnotated(*annotated);
  else if (const auto *expr = as<ExprStmt>(stmt))
    runExpression(*expr);
  else if (const auto *branch = as<IfStmt>(stmt))
    return runIf(*branch, nullptr);
  else if (const auto *loop = as<ForStmt>(stmt))
    return runFor(*loop);
  else if (const auto *loop = as<WhileStmt>(stmt))
    return runWhile(*loop);
  else if (as<BreakStmt>(stmt))
    return runBreak(*stmt);
  else if (as<ContinueStmt>(stmt))
    return runContinue(*stmt);
  else if (const auto *result = as<ReturnStmt>(stmt))
    return runReturn(*result);
  else if (const auto *assertion = as<AssertStmt>(stmt))
    runAssert(*assertion);
  else if (as<RaiseStmt>(stmt) && isLint_ &&
           !isInList(stmt, activation_->function->definition->body))
    // In a branch it is for the specializations that are not meant, and lint knows none.
    return activation_->exits ? returnFromLoop(Value::error(), span_)
                              : Outcome{.kind = Outcome::Kind::Returns, .value = Value::error()};
  else if (!as<PassStmt>(stmt))
    refuse(stmt);
  return Outcome::falls();
}

void Elaborator::runAssign(const AssignStmt &stmt) {
  if (stmt.targets.size() > 1)
    notPortable("Triton has no chained assignment");
  Value value = visit(stmt.value);
  for (const Expr *target : stmt.targets)
    assign(target, value);
}

void Elaborator::runAugmented(const AugAssignStmt &stmt) {
  if (as<SubscriptExpr>(stmt.target)) {
    assign(stmt.target, Value::error());
    return;
  }
  Value left = visit(stmt.target);
  Value right = visit(stmt.value);
  Value result = operate(stmt.op, left, right);
  result.origin = span_;
  assign(stmt.target, result);
}

void Elaborator::runAnnotated(const AnnAssignStmt &stmt) {
  const auto *target = as<NameExpr>(stmt.target);
  bool isConstexpr = false;
  if (as<NameExpr>(stmt.annotation) || as<AttributeExpr>(stmt.annotation)) {
    Value annotation = visit(stmt.annotation);
    const eval::Value *constexprType = languageModule()->members.find("constexpr");
    isConstexpr = annotation.isConstant() && annotation.constant.isObject() &&
                  annotation.constant.object() == constexprType->object();
  }
  if (isConstexpr && target) {
    declareConstexpr(*target, stmt);
  } else if (stmt.value) {
    assign(stmt.target, visit(stmt.value));
  }
}

void Elaborator::declareConstexpr(const NameExpr &target, const AnnAssignStmt &stmt) {
  if (!stmt.value) {
    scope().expectConstexpr(target.name);
    return;
  }
  // The same declaration again, in the next round of an unrolled loop, is fine.
  const Variable *before = scope().find(target.name);
  bool mayBeElsewhere = before && before->value.isError(); // in a branch that may be left out
  if (before && !mayBeElsewhere && !(before->boundAt == place(target.span))) {
    failIn(target.span, DiagKind::ConstexprReassigned,
           cat("`", target.name, "` is declared `tl.constexpr` but has a value already"), {},
           {{before->boundAt, "first assigned here"}}, {{"give the constant a name of its own"}});
    return;
  }
  scope().expectConstexpr(target.name);
  Value value = visit(stmt.value);
  scope().forget(target.name);
  assignName(target, value);
}

void Elaborator::runExpression(const ExprStmt &stmt) {
  if (as<StringExpr>(stmt.value)) // a docstring
    return;
  size_t errors = sink_.errorCount();
  visit(stmt.value);
  if (as<CallExpr>(stmt.value) && sink_.errorCount() == errors)
    checkUsed();
}

// The result of a call that stands alone is dropped; some functions do nothing else.
void Elaborator::checkUsed() {
  const auto *jit = called_.as<JitFunction>();
  const auto *builtin = called_.as<Builtin>();
  bool isAdvance = builtin && builtin->name == "advance";
  if (!isAdvance && !(jit && jit->mustUse))
    return;
  std::string_view name = isAdvance ? "tl.advance" : std::string_view(jit->definition->name);
  std::vector<Help> helps;
  if (isAdvance)
    helps.push_back({"a block pointer does not change; write `p = tl.advance(p, ...)`"});
  else if (!jit->mustUse->empty())
    helps.push_back({*jit->mustUse});
  fail(DiagKind::UnusedResult, cat("the result of `", name, "` is not being used"), {},
       std::move(helps));
}

void Elaborator::runAssert(const AssertStmt &stmt) {
  CallArguments arguments;
  arguments.positional.push_back(visit(stmt.test));
  if (stmt.message)
    arguments.positional.push_back(visit(stmt.message));
  callBuiltin(Builtin("device_assert"), arguments);
}

Outcome Elaborator::runReturn(const ReturnStmt &stmt) {
  Value value = stmt.value ? visit(stmt.value) : Value::ofConstant({});
  // Lint looks at every function by itself, without knowing which are kernels.
  if (!activation_->caller && !isLint_ && !value.isNone() && !value.isError())
    value = fail(DiagKind::ReturnsFromKernel, "a kernel returns a value", {},
                 {{"store results through a pointer: `tl.store(out_ptr + offsets, value)`"}});
  if (activation_->exits)
    return returnFromLoop(value, span_);
  Outcome outcome{.kind = Outcome::Kind::Returns, .value = std::move(value)};
  outcome.where = span_;
  return outcome;
}

// -- Assignment ---

void Elaborator::assign(const Expr *target, const Value &value) {
  if (const auto *name = as<NameExpr>(target))
    assignName(*name, value);
  else if (const auto *tuple = as<TupleExpr>(target))
    unpack(target, tuple->elements, value);
  else if (const auto *list = as<ListExpr>(target))
    unpack(target, list->elements, value);
  else if (as<SubscriptExpr>(target))
    failIn(target->span, DiagKind::UnsupportedStatement, "a tile's elements are assigned to", {},
           {},
           {{"tiles do not change; make a new one: `x = tl.where(index == i, value, x)`"},
            {"to write to memory, use `tl.store(pointer, value)`"}});
  else if (const auto *attribute = as<AttributeExpr>(target))
    assignAttribute(*attribute, value);
  else if (as<StarredExpr>(target))
    failIn(target->span, DiagKind::UnsupportedStatement, "a starred target in a kernel", {}, {},
           {{"name every element"}});
}

void Elaborator::assignName(const NameExpr &target, const Value &value) {
  // What is declared so and known only at run time is an ordinary value, as upstream has it.
  bool isConstexpr =
      scope().takeExpectation(target.name) && (value.isError() || flatten(value).empty());
  Value kept = isConstexpr ? value : decay(value, target.name);
  scope().bind(target.name, {std::move(kept), place(target.span), isConstexpr});
}

void Elaborator::unpack(const Expr *target, ExprList targets, const Value &value) {
  std::optional<std::vector<Value>> elements = elementsOf(value);
  bool isStarred = std::any_of(targets.begin(), targets.end(),
                               [](const Expr *each) { return as<StarredExpr>(each) != nullptr; });
  if (isStarred) {
    elements.reset(); // reported by assign()
  } else if (elements && elements->size() != targets.size()) {
    failIn(target->span, DiagKind::TypeMismatch,
           cat("cannot unpack ", elements->size(), " values into ", targets.size(), " names"),
           cat(targets.size(), " names"), {{value.origin, cat(elements->size(), " values")}}, {});
    elements.reset();
  } else if (!elements && !value.isError()) {
    failIn(target->span, DiagKind::TypeMismatch, cat("cannot unpack ", describe(value)), {},
           {{value.origin, "not a tuple"}}, {});
  }
  for (size_t i = 0; i < targets.size(); ++i)
    assign(targets[i], elements ? (*elements)[i] : Value::error());
}

// What a plain name holds after `name = value`.
Value Elaborator::decay(const Value &value, std::string_view name) {
  if (value.isAggregate()) // its fields are what they are
    return value;
  if (value.isTuple()) {
    TupleValue tuple = *value.tuple;
    for (Value &element : tuple.elements)
      element = decay(element, name);
    Value result = value;
    result.tuple = std::make_shared<TupleValue>(std::move(tuple));
    return result;
  }
  if (!value.isConstant() || value.isNone())
    return value;
  const eval::Value &constant = value.constant;
  std::string kind = constant.isObject() ? constant.object()->typeName() : std::string();
  if (kind == "dtype" || kind == "pointer_type" || kind == "block_type")
    return value;
  if (constant.as<eval::Tuple>() || constant.as<eval::List>()) {
    Value tuple = Value::ofTuple(*elementsOf(value));
    tuple.origin = value.origin;
    return decay(tuple, name);
  }
  if (constant.isNumber()) {
    Value tile = toTile(*this, value);
    tile.origin = value.origin;
    return tile;
  }
  return failAt(value.origin, DiagKind::NotATile,
                cat("`", name, "` is assigned ", describe(value), ", which cannot be a tile"), {},
                {}, {{cat("keep it compile-time: `", name, ": tl.constexpr = ...`")}});
}

// -- What kernels cannot hold ---

static std::pair<std::string_view, std::string_view> refusalOf(NodeKind kind) {
  switch (kind) {
  case NodeKind::DeleteStmt:
    return {"`del` in a kernel", "leave it out: names in kernels cost nothing"};
  case NodeKind::WithStmt:
    return {"`with` in a kernel", "kernels have nothing to enter or leave"};
  case NodeKind::TryStmt:
    return {"`try` in a kernel", "nothing in a kernel raises; check with `if`, or with "
                                 "`tl.device_assert` while debugging"};
  case NodeKind::RaiseStmt:
    return {"`raise` in a kernel", "use `tl.static_assert` for constants, `tl.device_assert` for "
                                   "run-time values"};
  case NodeKind::ImportStmt:
  case NodeKind::ImportFromStmt:
    return {"an import in a kernel", "import at the top of the file"};
  case NodeKind::ScopeStmt:
    return {"`global` or `nonlocal` in a kernel", "pass the value as an argument, or store it "
                                                  "through a pointer"};
  case NodeKind::FunctionDef:
    return {"a nested function in a kernel", "move it to the top level, under its own "
                                             "`@triton.jit`"};
  case NodeKind::ClassDef:
    return {"a class in a kernel", "define it at the top level, as a `NamedTuple`"};
  case NodeKind::MatchStmt:
    return {"`match` in a kernel", "write it as `if` and `elif`"};
  default:
    return {"a statement that kernels cannot hold", ""};
  }
}

void Elaborator::refuse(const Stmt *stmt) {
  if (as<ErrorStmt>(stmt) && (sink_.hasErrors() || isLint())) // the parser has said why
    return;
  auto [what, instead] = refusalOf(stmt->kind);
  std::vector<Help> helps;
  if (!instead.empty())
    helps.push_back({std::string(instead)});
  Span where = stmt->span;
  if (const auto *definition = as<FunctionDef>(stmt))
    where = definition->header;
  failIn(where, DiagKind::UnsupportedStatement, std::string(what), {}, {}, std::move(helps));
}

} // namespace nereid::sema
