// The walk of resolveNames(): which part of each statement and expression binds or uses names.
//
// Code nested too deep to walk is left as it is: running it raises RecursionError before any of its
// names matter.
#include "eval/stack.h"
#include "host/names_scope.h"

namespace nereid::host {

using namespace syntax;

void NameResolver::visitImports(std::span<const ImportAlias> names, bool from, NameScope &scope) {
  for (const ImportAlias &alias : names) {
    if (alias.name == "*")
      continue;
    // `import a.b` binds a.
    std::string_view name = !alias.alias.empty() ? alias.alias
                            : from               ? alias.name
                                                 : alias.name.substr(0, alias.name.find('.'));
    bind(name, alias.span.begin, scope);
  }
}

void NameResolver::visitScope(const ScopeStmt &stmt, NameScope &scope) {
  for (std::string_view name : stmt.names)
    (stmt.isGlobal ? scope.globals : scope.nonlocals).insert(name);
}

void NameResolver::visit(const TryStmt &stmt, NameScope &scope) {
  visit(stmt.body, scope);
  for (const TryStmt::Handler &handler : stmt.handlers) {
    if (handler.type)
      visit(handler.type, scope);
    if (!handler.name.empty())
      bind(handler.name, handler.span.begin, scope);
    visit(handler.body, scope);
  }
  visit(stmt.orElse, scope);
  visit(stmt.finally, scope);
}

// A name alone is bound; in what looks like an attribute, a call's function or a key it is used.
void NameResolver::visitPattern(const Expr *pattern, NameScope &scope) {
  if (eval::stackIsLow())
    return;
  switch (pattern->kind) {
  case NodeKind::NameExpr:
    if (auto *name = static_cast<const NameExpr *>(pattern); name->name != "_")
      bind(name->name, name->span.begin, scope);
    return;
  case NodeKind::NamedExpr: {
    auto *named = static_cast<const NamedExpr *>(pattern);
    visitPattern(named->value, scope);
    return visitPattern(named->target, scope);
  }
  case NodeKind::BinaryExpr: {
    auto *either = static_cast<const BinaryExpr *>(pattern);
    visitPattern(either->left, scope);
    return visitPattern(either->right, scope);
  }
  case NodeKind::StarredExpr:
    return visitPattern(static_cast<const StarredExpr *>(pattern)->value, scope);
  case NodeKind::TupleExpr:
    for (const Expr *element : static_cast<const TupleExpr *>(pattern)->elements)
      visitPattern(element, scope);
    return;
  case NodeKind::ListExpr:
    for (const Expr *element : static_cast<const ListExpr *>(pattern)->elements)
      visitPattern(element, scope);
    return;
  case NodeKind::DictExpr:
    for (const DictExpr::Item &item : static_cast<const DictExpr *>(pattern)->items) {
      if (item.key)
        visit(item.key, scope);
      visitPattern(item.value, scope);
    }
    return;
  case NodeKind::CallExpr: {
    auto *type = static_cast<const CallExpr *>(pattern);
    visit(type->callee, scope);
    for (const Argument &argument : type->arguments)
      visitPattern(argument.value, scope);
    return;
  }
  default:
    return visit(pattern, scope);
  }
}

void NameResolver::visit(const Stmt *stmt, NameScope &scope) {
  if (eval::stackIsLow())
    return;
  switch (stmt->kind) {
  case NodeKind::ExprStmt:
    return visit(static_cast<const ExprStmt *>(stmt)->value, scope);
  case NodeKind::AssignStmt: {
    auto *assign = static_cast<const AssignStmt *>(stmt);
    visit(assign->value, scope);
    for (const Expr *target : assign->targets)
      visitTarget(target, scope);
    return;
  }
  case NodeKind::AugAssignStmt: {
    auto *assign = static_cast<const AugAssignStmt *>(stmt);
    visit(assign->value, scope);
    return visitTarget(assign->target, scope);
  }
  case NodeKind::AnnAssignStmt: {
    auto *assign = static_cast<const AnnAssignStmt *>(stmt);
    if (assign->value)
      visit(assign->value, scope);
    return visitTarget(assign->target, scope);
  }
  case NodeKind::ReturnStmt:
    if (auto *value = static_cast<const ReturnStmt *>(stmt)->value)
      visit(value, scope);
    return;
  case NodeKind::DeleteStmt:
    for (const Expr *target : static_cast<const DeleteStmt *>(stmt)->targets)
      visitTarget(target, scope);
    return;
  case NodeKind::IfStmt: {
    auto *branch = static_cast<const IfStmt *>(stmt);
    visit(branch->test, scope);
    visit(branch->body, scope);
    return visit(branch->orElse, scope);
  }
  case NodeKind::ForStmt: {
    auto *loop = static_cast<const ForStmt *>(stmt);
    visit(loop->iterable, scope);
    visitTarget(loop->target, scope);
    visit(loop->body, scope);
    return visit(loop->orElse, scope);
  }
  case NodeKind::WhileStmt: {
    auto *loop = static_cast<const WhileStmt *>(stmt);
    visit(loop->test, scope);
    visit(loop->body, scope);
    return visit(loop->orElse, scope);
  }
  case NodeKind::WithStmt: {
    auto *with = static_cast<const WithStmt *>(stmt);
    for (const WithStmt::Item &item : with->items) {
      visit(item.context, scope);
      if (item.target)
        visitTarget(item.target, scope);
    }
    return visit(with->body, scope);
  }
  case NodeKind::TryStmt:
    return visit(*static_cast<const TryStmt *>(stmt), scope);
  case NodeKind::RaiseStmt: {
    auto *raise = static_cast<const RaiseStmt *>(stmt);
    if (raise->exception)
      visit(raise->exception, scope);
    if (raise->cause)
      visit(raise->cause, scope);
    return;
  }
  case NodeKind::AssertStmt: {
    auto *assertion = static_cast<const AssertStmt *>(stmt);
    visit(assertion->test, scope);
    if (assertion->message)
      visit(assertion->message, scope);
    return;
  }
  case NodeKind::ImportStmt:
    return visitImports(static_cast<const ImportStmt *>(stmt)->names, false, scope);
  case NodeKind::ImportFromStmt:
    return visitImports(static_cast<const ImportFromStmt *>(stmt)->names, true, scope);
  case NodeKind::MatchStmt: {
    auto *match = static_cast<const MatchStmt *>(stmt);
    visit(match->subject, scope);
    for (const MatchStmt::Case &choice : match->cases) {
      visitPattern(choice.pattern, scope);
      if (choice.guard)
        visit(choice.guard, scope);
      visit(choice.body, scope);
    }
    return;
  }
  case NodeKind::ScopeStmt:
    return visitScope(*static_cast<const ScopeStmt *>(stmt), scope);
  case NodeKind::FunctionDef:
    return visit(*static_cast<const FunctionDef *>(stmt), scope);
  case NodeKind::ClassDef:
    return visit(*static_cast<const ClassDef *>(stmt), scope);
  default:
    return; // pass, break, continue, and what is refused when it is reached
  }
}

void NameResolver::visit(const FStringExpr &expr, NameScope &scope) {
  for (const FStringExpr::Part &part : expr.parts) {
    if (part.value)
      visit(part.value, scope);
    if (part.format)
      visit(*part.format, scope);
  }
}

void NameResolver::visit(const Expr *expr, NameScope &scope) {
  if (eval::stackIsLow())
    return;
  switch (expr->kind) {
  case NodeKind::NameExpr:
    return use(static_cast<const NameExpr *>(expr)->name, expr->span.begin, scope);
  case NodeKind::FStringExpr:
    return visit(*static_cast<const FStringExpr *>(expr), scope);
  case NodeKind::AttributeExpr:
    return visit(static_cast<const AttributeExpr *>(expr)->object, scope);
  case NodeKind::SubscriptExpr:
    visit(static_cast<const SubscriptExpr *>(expr)->object, scope);
    return visit(static_cast<const SubscriptExpr *>(expr)->index, scope);
  case NodeKind::SliceExpr: {
    auto *slice = static_cast<const SliceExpr *>(expr);
    for (const Expr *bound : {slice->lower, slice->upper, slice->step})
      if (bound)
        visit(bound, scope);
    return;
  }
  case NodeKind::CallExpr: {
    auto *call = static_cast<const CallExpr *>(expr);
    visit(call->callee, scope);
    for (const Argument &argument : call->arguments)
      visit(argument.value, scope);
    return;
  }
  case NodeKind::UnaryExpr:
    return visit(static_cast<const UnaryExpr *>(expr)->operand, scope);
  case NodeKind::BinaryExpr: {
    // A chain a + b + c + ... leans left and may be long: no recursion along it.
    std::vector<const Expr *> rights;
    const Expr *left = expr;
    while (auto *binary = as<BinaryExpr>(left)) {
      rights.push_back(binary->right);
      left = binary->left;
    }
    visit(left, scope);
    for (const Expr *right : rights)
      visit(right, scope);
    return;
  }
  case NodeKind::BoolExpr:
    return visit(static_cast<const BoolExpr *>(expr)->operands, scope);
  case NodeKind::CompareExpr:
    visit(static_cast<const CompareExpr *>(expr)->first, scope);
    return visit(static_cast<const CompareExpr *>(expr)->rest, scope);
  case NodeKind::ConditionalExpr: {
    auto *conditional = static_cast<const ConditionalExpr *>(expr);
    visit(conditional->test, scope);
    visit(conditional->body, scope);
    return visit(conditional->orElse, scope);
  }
  case NodeKind::LambdaExpr: {
    auto *lambda = static_cast<const LambdaExpr *>(expr);
    NameScope &inner = open(NameScope::Kind::Function, lambda, &scope, "<lambda>");
    visitFunction(lambda->parameters, inner, scope);
    return visit(lambda->body, inner);
  }
  case NodeKind::TupleExpr:
    return visit(static_cast<const TupleExpr *>(expr)->elements, scope);
  case NodeKind::ListExpr:
    return visit(static_cast<const ListExpr *>(expr)->elements, scope);
  case NodeKind::SetExpr:
    return visit(static_cast<const SetExpr *>(expr)->elements, scope);
  case NodeKind::DictExpr:
    for (const DictExpr::Item &item : static_cast<const DictExpr *>(expr)->items) {
      if (item.key)
        visit(item.key, scope);
      visit(item.value, scope);
    }
    return;
  case NodeKind::ComprehensionExpr:
    return visit(*static_cast<const ComprehensionExpr *>(expr), scope);
  case NodeKind::StarredExpr:
    return visit(static_cast<const StarredExpr *>(expr)->value, scope);
  case NodeKind::NamedExpr: {
    auto *named = static_cast<const NamedExpr *>(expr);
    visit(named->value, scope);
    NameScope *target = &scope;
    while (target->isComprehension)
      target = target->outer;
    if (target != &scope) { // bound outside, and used from here
      if (target->bound.insert(named->target->name).second)
        target->boundInOrder.push_back(named->target->name);
      return use(named->target->name, named->target->span.begin, scope);
    }
    return bind(named->target->name, named->target->span.begin, scope);
  }
  case NodeKind::YieldExpr:
    scope.frame->layout.yields = true;
    if (auto *value = static_cast<const YieldExpr *>(expr)->value)
      visit(value, scope);
    return;
  case NodeKind::AwaitExpr:
    return visit(static_cast<const AwaitExpr *>(expr)->value, scope);
  default:
    return; // literals
  }
}

} // namespace nereid::host
