// Two passes. The first walks the tree and notes, per scope, what is bound, what is declared global
// or nonlocal, and every place where a name is written. The second finds each place's variable by
// walking outward, and notes which variables inner frames capture; only then is it known which
// slots hold cells.
//
// Annotations are not part of this: they are kept as text (see FunctionObject) and never run.
#include "host/names.h"

#include <deque>

#include "base/check.h"
#include "base/text.h"
#include "host/names_scope.h"

namespace nereid::host {

using namespace syntax;

namespace {

std::string qualify(const NameScope &outer, std::string_view name) {
  const NameScope *frame = outer.frame;
  if (frame->kind == NameScope::Kind::Module)
    return std::string(name);
  bool isClass = frame->kind == NameScope::Kind::Class;
  return cat(frame->layout.qualifiedName, isClass ? "." : ".<locals>.", name);
}

} // namespace

NameScope &NameResolver::open(NameScope::Kind kind, const void *node, NameScope *outer,
                              std::string_view name) {
  NameScope &scope = scopes_.emplace_back();
  scope.kind = kind;
  scope.node = node;
  scope.outer = outer;
  scope.frame = kind == NameScope::Kind::Comprehension ? outer->frame : &scope;
  if (outer)
    scope.layout.qualifiedName = qualify(*outer, name);
  scope.layout.name = std::string(name);
  return scope;
}

NameTable NameResolver::run(const Module &module, Span text) {
  table_.base_ = text.begin;
  table_.storage_.resize(text.end - text.begin + 1);
  NameScope &top = open(NameScope::Kind::Module, &module, nullptr, "<module>");
  visit(module.body, top);
  for (NameScope &scope : scopes_)
    declare(scope);
  for (const Use &use : uses_)
    resolve(use);
  for (const Resolved &each : resolved_)
    table_.storage_[each.at - table_.base_] = {each.variable->isCell ? Storage::Kind::Cell
                                                                     : Storage::Kind::Local,
                                               slotIn(*each.frame, each.variable)};
  for (NameScope &scope : scopes_)
    finish(scope);
  return std::move(table_);
}

// Gives the names that a scope binds their slots. Module and class scopes keep theirs in dicts.
void NameResolver::declare(NameScope &scope) {
  if (scope.kind == NameScope::Kind::Module || scope.kind == NameScope::Kind::Class)
    return;
  for (std::string_view name : scope.boundInOrder) {
    if (scope.globals.contains(name) || scope.nonlocals.contains(name))
      continue;
    Variable &variable = variables_.emplace_back();
    variable.frame = scope.frame;
    variable.slot = newSlot(*scope.frame, name);
    scope.variables[name] = &variable;
    if (scope.kind == NameScope::Kind::Comprehension)
      scope.comprehension.slots.push_back(variable.slot);
  }
}

uint32_t NameResolver::newSlot(NameScope &frame, std::string_view name) {
  frame.layout.slotNames.push_back(name);
  return uint32_t(frame.layout.slotNames.size() - 1);
}

void NameResolver::resolve(const Use &use) {
  Storage &storage = table_.storage_[use.at - table_.base_];
  for (NameScope *scope = use.scope; scope; scope = scope->outer) {
    if (scope->globals.contains(use.name))
      return; // Global is the default
    if (scope->kind == NameScope::Kind::Class) {
      if (scope == use.scope->frame && scope->bound.contains(use.name)) {
        storage.kind = Storage::Kind::ClassName;
        return;
      }
      continue;
    }
    auto found = scope->variables.find(use.name);
    if (found == scope->variables.end())
      continue;
    Variable *variable = found->second;
    capture(*use.scope->frame, variable);
    resolved_.push_back({use.at, variable, use.scope->frame});
    return;
  }
}

// Makes `variable` reachable in `frame`, through every frame between it and its own.
void NameResolver::capture(NameScope &frame, Variable *variable) {
  if (&frame == variable->frame || frame.captured.contains(variable))
    return;
  variable->isCell = true;
  NameScope &outer = *frame.outer->frame;
  capture(outer, variable);
  std::string_view name = variable->frame->layout.slotNames[variable->slot];
  uint32_t slot = newSlot(frame, name);
  frame.captured[variable] = slot;
  frame.layout.captures.push_back({slot, slotIn(outer, variable)});
}

uint32_t NameResolver::slotIn(NameScope &frame, const Variable *variable) const {
  return &frame == variable->frame ? variable->slot : frame.captured.at(variable);
}

void NameResolver::finish(NameScope &scope) {
  bool inlined = scope.kind == NameScope::Kind::Comprehension;
  for (const auto &[name, variable] : scope.variables) {
    if (!variable->isCell)
      continue;
    (inlined ? scope.comprehension.cells : scope.layout.cells).push_back(variable->slot);
  }
  for (std::string_view name : scope.parameters)
    scope.layout.parameterSlots.push_back(scope.variables.at(name)->slot);
  if (inlined)
    table_.comprehensions_[static_cast<const ComprehensionExpr *>(scope.node)] =
        std::move(scope.comprehension);
  else
    table_.frames_[scope.node] = std::move(scope.layout);
}

// -- Walking --------------------------------------------------------------------------------------

void NameResolver::use(std::string_view name, uint32_t at, NameScope &scope) {
  uses_.push_back({name, at, &scope});
}

void NameResolver::bind(std::string_view name, uint32_t at, NameScope &scope) {
  if (scope.bound.insert(name).second)
    scope.boundInOrder.push_back(name);
  use(name, at, scope);
}

void NameResolver::visit(StmtList body, NameScope &scope) {
  for (const Stmt *stmt : body)
    visit(stmt, scope);
}

void NameResolver::visit(ExprList exprs, NameScope &scope) {
  for (const Expr *expr : exprs)
    visit(expr, scope);
}

void NameResolver::visitFunction(std::span<const Parameter> parameters, NameScope &inner,
                                 NameScope &outer) {
  for (const Parameter &parameter : parameters)
    if (parameter.defaultValue)
      visit(parameter.defaultValue, outer);
  for (const Parameter &parameter : parameters) {
    bind(parameter.name, parameter.span.begin, inner);
    inner.parameters.push_back(parameter.name);
  }
}

void NameResolver::visitTarget(const Expr *target, NameScope &scope) {
  if (auto *name = as<NameExpr>(target))
    return bind(name->name, name->span.begin, scope);
  if (auto *tuple = as<TupleExpr>(target)) {
    for (const Expr *element : tuple->elements)
      visitTarget(element, scope);
  } else if (auto *list = as<ListExpr>(target)) {
    for (const Expr *element : list->elements)
      visitTarget(element, scope);
  } else if (auto *starred = as<StarredExpr>(target)) {
    visitTarget(starred->value, scope);
  } else {
    visit(target, scope);
  }
}

// The first iterable is evaluated outside; everything else sees the comprehension's names.
void NameResolver::visit(const ComprehensionExpr &expr, NameScope &scope) {
  bool lazy = expr.type == ComprehensionExpr::Type::Generator;
  NameScope &inner = open(lazy ? NameScope::Kind::Function : NameScope::Kind::Comprehension, &expr,
                          &scope, lazy ? "<genexpr>" : "<listcomp>");
  inner.isComprehension = true;
  bool first = true;
  for (const ComprehensionExpr::Clause &clause : expr.clauses) {
    visit(clause.iterable, first ? scope : inner);
    first = false;
    visitTarget(clause.target, inner);
    visit(clause.conditions, inner);
  }
  visit(expr.element, inner);
  if (expr.value)
    visit(expr.value, inner);
}

void NameResolver::visit(const ClassDef &stmt, NameScope &scope) {
  visit(stmt.decorators, scope);
  for (const Argument &base : stmt.bases)
    visit(base.value, scope);
  bind(stmt.name, stmt.nameSpan.begin, scope);
  NameScope &inner = open(NameScope::Kind::Class, &stmt, &scope, stmt.name);
  visit(stmt.body, inner);
}

void NameResolver::visit(const FunctionDef &stmt, NameScope &scope) {
  visit(stmt.decorators, scope);
  bind(stmt.name, stmt.nameSpan.begin, scope);
  NameScope &inner = open(NameScope::Kind::Function, &stmt, &scope, stmt.name);
  visitFunction(stmt.parameters, inner, scope);
  visit(stmt.body, inner);
}

NameTable resolveNames(const Module &module, Span text) {
  return NameResolver().run(module, text);
}

} // namespace nereid::host
