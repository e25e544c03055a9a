// `if`, and what it does to names and to returning.
//
// A condition known now picks a side, and the other is not even looked at. Otherwise both sides run
// on copies of the scope and meet again in a Core `If`, which yields every name that a side
// changed.
//
// Core has no jumps, so an early return is a matter of nesting. In
//
//     if n == 0:
//         return a
//     b = f(n)
//     return b
//
// one side always returns, so what follows becomes the end of the other side (Rest): If {yield a}
// else {b = f(n); yield b}. If a side returns on some paths only, the If also yields a flag, and
// what follows runs under `If not flag`. Either way every statement is elaborated once.
#include "base/text.h"
#include "eval/operators.h"
#include "sema/join.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

// True or false if known now, nothing for tiles and mistakes.
std::optional<bool> Elaborator::knownTruth(const Value &value) {
  if (value.isTuple())
    return !value.tuple->elements.empty();
  if (!value.isConstant())
    return std::nullopt;
  const auto *dtype = value.constant.as<Dtype>();
  return dtype || eval::truthy(value.constant);
}

Outcome Elaborator::runIf(const IfStmt &stmt, const Rest *rest) {
  Value test = visit(stmt.test);
  if (std::optional<bool> truth = knownTruth(test)) {
    if (!test.isConstant() || test.constant.isFloat() || test.constant.isObject())
      notPortable(cat("Triton's `if` takes no ", describe(test)));
    return runList(*truth ? stmt.body : stmt.orElse, rest);
  }
  if (!test.isError()) {
    Restore where(span_, place(stmt.test->span));
    test = toCondition(*this, test);
  }
  if (test.isError())
    return runUnknownIf(stmt, rest);
  return runRuntimeIf(stmt, test, rest);
}

Outcome Elaborator::runRuntimeIf(const IfStmt &stmt, const Value &condition, const Rest *rest) {
  bool thenReturns = rest && alwaysLeaves(stmt.body);
  bool elseReturns = rest && alwaysLeaves(stmt.orElse);
  if (thenReturns || elseReturns) {
    Arm then = runArm(stmt.body, thenReturns ? nullptr : rest);
    Arm orElse = runArm(stmt.orElse, elseReturns ? nullptr : rest);
    return joinArms(condition, then, orElse, /*keepScope=*/!rest->endsFunction);
  }
  Arm then = runArm(stmt.body, nullptr);
  Arm orElse = runArm(stmt.orElse, nullptr);
  Outcome outcome = joinArms(condition, then, orElse, /*keepScope=*/true);
  if (!rest || outcome.kind == Outcome::Kind::Returns)
    return outcome;
  if (outcome.kind == Outcome::Kind::Falls)
    return runList(rest->stmts, rest->next);
  return runUnlessReturned(outcome, *rest);
}

Outcome Elaborator::runUnlessReturned(const Outcome &outcome, const Rest &rest) {
  if (rest.stmts.empty() && !rest.next)
    return outcome; // nothing follows
  Arm returned{.block = {}, .scope = scope(), .outcome = outcome};
  returned.outcome.kind = Outcome::Kind::Returns;
  Arm goesOn = runArm(rest.stmts, rest.next);
  return joinArms(outcome.flag, returned, goesOn, /*keepScope=*/!rest.endsFunction);
}

Arm Elaborator::runArm(StmtList stmts, const Rest *rest) {
  Arm arm;
  LocalScope before = scope();
  {
    Restore here(block_, &arm.block);
    arm.outcome = runList(stmts, rest);
  }
  arm.scope = std::move(scope());
  scope() = std::move(before);
  return arm;
}

// Under lint, or after a mistake in the condition, the condition may be one that is known at
// compile time. Both sides are looked at; names keep only what both agree on.
Outcome Elaborator::runUnknownIf(const IfStmt &stmt, const Rest *rest) {
  LocalScope before = scope();
  auto runUnsure = [&](StmtList stmts) {
    Restore unsure(isUnsure_, true);
    return runList(stmts, nullptr);
  };
  Outcome then = runUnsure(stmt.body);
  LocalScope afterThen = std::move(scope());
  scope() = before;
  Outcome orElse = runUnsure(stmt.orElse);
  bool thenEnds = then.kind == Outcome::Kind::Returns;
  bool elseEnds = orElse.kind == Outcome::Kind::Returns;
  if (thenEnds && elseEnds) {
    then.value = Value::error();
    return then;
  }
  if (elseEnds)
    scope() = std::move(afterThen);
  else if (!thenEnds)
    joinUnknown(afterThen);
  if (!rest)
    return Outcome::falls();
  Outcome outcome = runList(rest->stmts, rest->next);
  outcome.value = Value::error();
  return outcome;
}

void Elaborator::joinUnknown(const LocalScope &other) {
  LocalScope mine = scope();
  for (const auto &[name, variable] : other.variables())
    if (const Variable *here = mine.find(name); !here || !isSameValue(here->value, variable.value))
      scope().bind(name, {Value::error(), variable.boundAt, variable.isConstexpr});
  for (const auto &[name, variable] : mine.variables())
    if (!other.find(name))
      scope().bind(name, {Value::error(), variable.boundAt, variable.isConstexpr});
}

// -- Joining ---

// The two values as values of one type: equal types stay, differing constants become tiles. Nothing
// if they do not go together.
std::optional<std::pair<Value, Value>> Elaborator::agree(Join &join, Arm &then, Arm &orElse,
                                                         const Value &a, const Value &b) {
  if (sameType(a, b))
    return std::pair(a, b);
  if (a.isTuple() && b.isTuple() && a.tuple->elements.size() == b.tuple->elements.size()) {
    TupleValue x = *a.tuple, y = *b.tuple;
    for (size_t i = 0; i < x.elements.size(); ++i) {
      auto both = agree(join, then, orElse, x.elements[i], y.elements[i]);
      if (!both)
        return std::nullopt;
      std::tie(x.elements[i], y.elements[i]) = *both;
    }
    Value first = a, second = b;
    first.tuple = std::make_shared<TupleValue>(std::move(x));
    second.tuple = std::make_shared<TupleValue>(std::move(y));
    return std::pair(first, second);
  }
  bool arePointers = a.kind == Value::Kind::BlockPointer && b.kind == Value::Kind::BlockPointer;
  if (arePointers) {
    Value x = join.withNumbersIn(then, a, b), y = join.withNumbersIn(orElse, b, x);
    return sameType(x, y) ? std::optional(std::pair(x, y)) : std::nullopt;
  }
  auto canConvert = [](const Value &value) { return value.isTile() || value.isPythonScalar(); };
  if (!canConvert(a) || !canConvert(b))
    return std::nullopt;
  Value x = a.isTile() ? a : join.toTileIn(then, a);
  Value y = b.isTile() ? b : join.toTileIn(orElse, b);
  if (!x.isTile() || !y.isTile() || !(x.type == y.type))
    return std::nullopt;
  x.origin = a.origin;
  y.origin = b.origin;
  return std::pair(x, y);
}

namespace {

using Kind = Outcome::Kind;

} // namespace

void Elaborator::reportBranchTypes(std::string_view name, const Variable &then,
                                   const Variable &orElse, const Variable *before) {
  bool thenChanged = !before || !isSameValue(before->value, then.value);
  const Variable &changed = thenChanged ? then : orElse;
  const Variable &other = thenChanged ? orElse : then;
  if (isHiddenName(name)) {
    failIn(changed.boundAt, DiagKind::ReturnMismatch,
           cat("`", activation_->function->definition->name, "` returns ", describe(changed.value),
               " here and ", describe(other.value), " elsewhere"),
           describe(changed.value), {{other.boundAt, describe(other.value)}},
           {{"return the same type on every path"}});
    return;
  }
  std::string_view where = before && (!thenChanged || isSameValue(before->value, orElse.value))
                               ? " before the branch"
                               : " in the other branch";
  failIn(changed.boundAt, DiagKind::BranchTypeChange,
         cat("`", name, "` is ", describe(changed.value), " in one branch and ",
             describe(other.value), where),
         describe(changed.value), {{other.boundAt, describe(other.value)}},
         {{"give it one type on both sides: cast with `.to(...)`, or start it as a tile of that "
           "shape"}});
}

// What a name is after both sides fell through.
void Elaborator::joinName(Join &join, Arm &then, Arm &orElse, std::string_view name,
                          JoinedNames &joined) {
  const Variable *a = then.scope.find(name), *b = orElse.scope.find(name);
  const Variable *before = scope().find(name);
  if ((!a || !b) && isHiddenName(name)) {
    // The result of a `return` inside a loop; the other side has not returned.
    const Variable &only = a ? *a : *b;
    if (!isUnknown(only.value) && !flatten(only.value).empty())
      joined.push_back({name, join.addOneSided(only.value, a != nullptr)});
    scope().bind(name, only);
    return;
  }
  if (!a || !b) {
    const Variable &only = a ? *a : *b;
    scope().lose(name,
                 {only.boundAt,
                  a ? "assigned only if the condition holds"
                    : "assigned only if the condition does not hold",
                  "give it a value of the same type before the `if`, or in the other branch"});
    return;
  }
  if (isUnknown(a->value) || isUnknown(b->value)) {
    scope().bind(name, {Value::error(), a->boundAt, false});
    return;
  }
  if (isSameValue(a->value, b->value)) {
    scope().bind(name, *a);
    return;
  }
  auto both = agree(join, then, orElse, a->value, b->value);
  if (!both) {
    reportBranchTypes(name, *a, *b, before);
    scope().bind(name, {Value::error(), a->boundAt, false});
    return;
  }
  // Both sides agree on a type that is not the one from before: Triton would not have it.
  if (before && !isHiddenName(name) && !sameType(before->value, a->value) &&
      !sameType(before->value, b->value))
    notPortable(cat("Triton wants `", name, "` to keep its type in a branch"));
  joined.push_back({name, join.add(both->first, both->second)});
  bool changedInThen = !before || !isSameValue(before->value, a->value);
  scope().bind(name, {both->first, changedInThen ? a->boundAt : b->boundAt, false});
}

// What a name is if only one side goes on: its value there, which the other never reaches.
void Elaborator::adoptName(Join &join, const LocalScope &from, bool isThen, std::string_view name,
                           JoinedNames &joined) {
  const Variable &variable = *from.find(name);
  const Variable *before = scope().find(name);
  bool unchanged = before && isSameValue(before->value, variable.value);
  if (!unchanged && !isUnknown(variable.value) && !flatten(variable.value).empty())
    joined.push_back({name, join.addOneSided(variable.value, isThen)});
  scope().bind(name, variable);
}

void Elaborator::joinScopes(Join &join, Arm &then, Arm &orElse, JoinedNames &joined) {
  bool thenEnds = then.outcome.kind == Kind::Returns,
       elseEnds = orElse.outcome.kind == Kind::Returns;
  if (thenEnds || elseEnds) {
    joinLive(join, then, orElse, joined);
    const LocalScope &goesOn = thenEnds ? orElse.scope : then.scope;
    for (const auto &[name, variable] : goesOn.variables())
      if (!isLive(name) && !(thenEnds && elseEnds))
        adoptName(join, goesOn, !thenEnds, name, joined);
    return;
  }
  std::set<std::string_view> names;
  for (const auto &[name, variable] : then.scope.variables())
    names.insert(name);
  for (const auto &[name, variable] : orElse.scope.variables())
    names.insert(name);
  for (std::string_view name : names)
    joinName(join, then, orElse, name, joined);
}

// The value that a function returns, out of both sides; an error if they do not go together.
std::optional<size_t> Elaborator::joinReturns(Join &join, Arm &then, Arm &orElse,
                                              Outcome &outcome) {
  const Outcome &a = then.outcome, &b = orElse.outcome;
  outcome.where = a.kind == Kind::Falls ? b.where : a.where;
  if (a.kind == Kind::Falls || b.kind == Kind::Falls) {
    const Outcome &only = a.kind == Kind::Falls ? b : a;
    outcome.value = only.value;
    outcome.isEnd = only.isEnd;
    if (isUnknown(only.value) || flatten(only.value).empty())
      return std::nullopt;
    return join.addOneSided(only.value, b.kind == Kind::Falls);
  }
  outcome.isEnd = a.isEnd && b.isEnd;
  if (isUnknown(a.value) || isUnknown(b.value)) {
    outcome.value = Value::error();
    return std::nullopt;
  }
  auto both = agree(join, then, orElse, a.value, b.value);
  if (!both) {
    reportReturnTypes(a, b);
    outcome.value = Value::error();
    return std::nullopt;
  }
  outcome.value = both->first;
  if (flatten(both->first).empty())
    return std::nullopt;
  return join.add(both->first, both->second);
}

void Elaborator::reportReturnTypes(const Outcome &a, const Outcome &b) {
  const Outcome &first = a.isEnd ? b : a, &second = a.isEnd ? a : b;
  std::string_view name = activation_->function->definition->name;
  if (second.isEnd) {
    failIn(first.where, DiagKind::ReturnMismatch,
           cat("`", name, "` returns ", describe(first.value), " here and nothing at its end"),
           describe(first.value), {}, {{"return a value of the same type on every path"}});
    return;
  }
  failIn(second.where, DiagKind::ReturnMismatch,
         cat("`", name, "` returns ", describe(first.value), " on one path and ",
             describe(second.value), " on another"),
         describe(second.value), {{first.where, describe(first.value)}},
         {{"return the same type on every path"}});
}

Outcome Elaborator::joinArms(const Value &condition, Arm &then, Arm &orElse, bool keepScope) {
  Join join(*this, then, orElse);
  Outcome outcome;
  std::optional<size_t> returned, flag;
  bool bothFall = then.outcome.kind == Kind::Falls && orElse.outcome.kind == Kind::Falls;
  bool bothReturn = then.outcome.kind == Kind::Returns && orElse.outcome.kind == Kind::Returns;
  if (!bothFall) {
    returned = joinReturns(join, then, orElse, outcome);
    outcome.kind = bothReturn ? Kind::Returns : Kind::Either;
    if (!bothReturn)
      flag = join.add(join.flagIn(then), join.flagIn(orElse));
  }
  JoinedNames joined;
  if (keepScope && (!bothReturn || activation_->exits))
    joinScopes(join, then, orElse, joined);
  join.emit(condition);
  if (returned)
    outcome.value = join.result(*returned);
  if (flag)
    outcome.flag = join.result(*flag);
  bindJoined(join, joined);
  return outcome;
}

void Elaborator::bindJoined(const Join &join, const JoinedNames &joined) {
  for (const auto &[name, ticket] : joined) {
    Variable variable = *scope().find(name);
    variable.value = join.result(ticket);
    scope().bind(name, std::move(variable));
  }
}

// `a if c else b` with c known only at run time: only the chosen side runs.
Value Elaborator::choose(const Value &condition, const ConditionalExpr &expr) {
  LocalScope before = scope();
  auto evaluate = [&](const Expr *side, Arm &arm) {
    Restore here(block_, &arm.block);
    Value value = visit(side);
    scope() = before;
    return value;
  };
  Arm then, orElse;
  Value a = evaluate(expr.body, then), b = evaluate(expr.orElse, orElse);
  if (isUnknown(a) || isUnknown(b))
    return Value::error();
  Join join(*this, then, orElse);
  auto both = agree(join, then, orElse, a, b);
  if (!both)
    return fail(
        DiagKind::BranchTypeChange,
        cat("this is ", describe(a), " if the condition holds and ", describe(b), " if not"),
        {{a.origin, describe(a)}, {b.origin, describe(b)}},
        {{"`tl.where(condition, a, b)` brings both to one type"}});
  size_t ticket = join.add(both->first, both->second);
  join.emit(condition);
  Value result = join.result(ticket);
  result.origin = span_;
  return result;
}

} // namespace nereid::sema
