#include "sema/syntax_scan.h"

#include <vector>

namespace nereid::sema {

using namespace syntax;

namespace {

using Children = std::vector<const Expr *>;

void addAll(ExprList list, Children &children) {
  children.insert(children.end(), list.begin(), list.end());
}

void addFormatted(const FStringExpr &expr, Children &children) {
  for (const FStringExpr::Part &part : expr.parts) {
    children.push_back(part.value);
    children.push_back(part.format);
  }
}

void addComprehension(const ComprehensionExpr &expr, Children &children) {
  children.push_back(expr.element);
  children.push_back(expr.value);
  for (const ComprehensionExpr::Clause &clause : expr.clauses) {
    children.push_back(clause.iterable);
    addAll(clause.conditions, children);
  }
}

void addCall(const CallExpr &expr, Children &children) {
  children.push_back(expr.callee);
  for (const Argument &argument : expr.arguments)
    children.push_back(argument.value);
}

// The expressions directly inside `expr`; some may be null. Lambdas are their own scope.
Children childrenOf(const Expr *expr) {
  Children children;
  if (const auto *error = as<ErrorExpr>(expr))
    addAll(error->parts, children);
  else if (const auto *text = as<FStringExpr>(expr))
    addFormatted(*text, children);
  else if (const auto *attribute = as<AttributeExpr>(expr))
    children = {attribute->object};
  else if (const auto *item = as<SubscriptExpr>(expr))
    children = {item->object, item->index};
  else if (const auto *slice = as<SliceExpr>(expr))
    children = {slice->lower, slice->upper, slice->step};
  else if (const auto *call = as<CallExpr>(expr))
    addCall(*call, children);
  else if (const auto *unary = as<UnaryExpr>(expr))
    children = {unary->operand};
  else if (const auto *binary = as<BinaryExpr>(expr))
    children = {binary->left, binary->right};
  else if (const auto *logical = as<BoolExpr>(expr))
    addAll(logical->operands, children);
  else if (const auto *compare = as<CompareExpr>(expr)) {
    children = {compare->first};
    addAll(compare->rest, children);
  } else if (const auto *choice = as<ConditionalExpr>(expr))
    children = {choice->test, choice->body, choice->orElse};
  else if (const auto *tuple = as<TupleExpr>(expr))
    addAll(tuple->elements, children);
  else if (const auto *list = as<ListExpr>(expr))
    addAll(list->elements, children);
  else if (const auto *comprehension = as<ComprehensionExpr>(expr))
    addComprehension(*comprehension, children);
  else if (const auto *starred = as<StarredExpr>(expr))
    children = {starred->value};
  else if (const auto *named = as<NamedExpr>(expr))
    children = {named->value};
  return children;
}

void addTarget(const Expr *target, NameSet &names) {
  if (const auto *name = as<NameExpr>(target))
    names.insert(name->name);
  else if (const auto *tuple = as<TupleExpr>(target))
    for (const Expr *element : tuple->elements)
      addTarget(element, names);
  else if (const auto *list = as<ListExpr>(target))
    for (const Expr *element : list->elements)
      addTarget(element, names);
}

std::vector<StmtList> bodiesOf(const Stmt *stmt) {
  if (const auto *branch = as<IfStmt>(stmt))
    return {branch->body, branch->orElse};
  if (const auto *loop = as<ForStmt>(stmt))
    return {loop->body, loop->orElse};
  if (const auto *loop = as<WhileStmt>(stmt))
    return {loop->body, loop->orElse};
  if (const auto *with = as<WithStmt>(stmt))
    return {with->body};
  return {};
}

// What `stmt` itself assigns, by statement and not by walrus.
void addTargets(const Stmt *stmt, NameSet &names) {
  if (const auto *assign = as<AssignStmt>(stmt)) {
    for (const Expr *target : assign->targets)
      addTarget(target, names);
  } else if (const auto *augmented = as<AugAssignStmt>(stmt)) {
    addTarget(augmented->target, names);
  } else if (const auto *annotated = as<AnnAssignStmt>(stmt)) {
    if (annotated->value)
      addTarget(annotated->target, names);
  } else if (const auto *loop = as<ForStmt>(stmt)) {
    addTarget(loop->target, names);
  }
}

} // namespace

std::vector<const Expr *> expressionsOf(const Stmt *stmt) {
  if (const auto *assign = as<AssignStmt>(stmt))
    return {assign->value};
  if (const auto *augmented = as<AugAssignStmt>(stmt))
    return {augmented->value};
  if (const auto *annotated = as<AnnAssignStmt>(stmt))
    return {annotated->value};
  if (const auto *expr = as<ExprStmt>(stmt))
    return {expr->value};
  if (const auto *result = as<ReturnStmt>(stmt))
    return {result->value};
  if (const auto *branch = as<IfStmt>(stmt))
    return {branch->test};
  if (const auto *loop = as<ForStmt>(stmt))
    return {loop->iterable};
  if (const auto *loop = as<WhileStmt>(stmt))
    return {loop->test};
  if (const auto *assertion = as<AssertStmt>(stmt))
    return {assertion->test, assertion->message};
  return {};
}

void forEachStmt(StmtList stmts, const std::function<void(const Stmt *)> &visit) {
  for (const Stmt *stmt : stmts) {
    visit(stmt);
    for (StmtList body : bodiesOf(stmt))
      forEachStmt(body, visit);
  }
}

void forEachExpr(const Expr *expr, const std::function<void(const Expr *)> &visit) {
  std::vector<const Expr *> open = {expr};
  while (!open.empty()) {
    const Expr *next = open.back();
    open.pop_back();
    if (!next)
      continue;
    visit(next);
    Children children = childrenOf(next);
    open.insert(open.end(), children.begin(), children.end());
  }
}

void addAssignedNames(const Expr *expr, NameSet &names) {
  forEachExpr(expr, [&](const Expr *each) {
    if (const auto *named = as<NamedExpr>(each))
      names.insert(named->target->name);
  });
}

NameSet assignedNames(StmtList stmts) {
  NameSet names;
  forEachStmt(stmts, [&](const Stmt *stmt) {
    addTargets(stmt, names);
    for (const Expr *expr : expressionsOf(stmt))
      addAssignedNames(expr, names);
  });
  return names;
}

bool containsReturn(StmtList stmts) {
  bool found = false;
  forEachStmt(stmts, [&](const Stmt *each) { found = found || as<ReturnStmt>(each); });
  return found;
}

// Like forEachStmt, but loops inside keep what is theirs.
static bool anyOfLoop(StmtList stmts, bool (*test)(const Stmt *)) {
  for (const Stmt *stmt : stmts) {
    if (test(stmt))
      return true;
    if (as<ForStmt>(stmt) || as<WhileStmt>(stmt))
      continue;
    for (StmtList body : bodiesOf(stmt))
      if (anyOfLoop(body, test))
        return true;
  }
  return false;
}

bool containsBreak(StmtList stmts) {
  return anyOfLoop(stmts, [](const Stmt *stmt) { return as<BreakStmt>(stmt) != nullptr; });
}

bool containsBreakOrContinue(StmtList stmts) {
  return anyOfLoop(stmts,
                   [](const Stmt *stmt) { return as<BreakStmt>(stmt) || as<ContinueStmt>(stmt); });
}

bool mayLeave(StmtList stmts) {
  return containsReturn(stmts) || containsBreakOrContinue(stmts);
}

bool alwaysLeaves(StmtList stmts) {
  for (const Stmt *stmt : stmts) {
    if (as<ReturnStmt>(stmt) || as<BreakStmt>(stmt) || as<ContinueStmt>(stmt))
      return true;
    const auto *branch = as<IfStmt>(stmt);
    if (branch && alwaysLeaves(branch->body) && alwaysLeaves(branch->orElse))
      return true;
  }
  return false;
}

} // namespace nereid::sema
