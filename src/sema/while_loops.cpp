// `while`: the condition runs before every round, in a region of its own.
#include "base/text.h"
#include "sema/join.h"
#include "sema/loop_carried.h"
#include "sema/loop_exits.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

// `while tl.condition(test, ...)`: the hints mean nothing here.
const Expr *Elaborator::loopCondition(const Expr *test) {
  const auto *call = as<CallExpr>(test);
  if (!call || call->arguments.empty() ||
      (!as<NameExpr>(call->callee) && !as<AttributeExpr>(call->callee)))
    return test;
  Value callee = visit(call->callee);
  const auto *builtin = callee.isConstant() ? callee.constant.as<Builtin>() : nullptr;
  return builtin && builtin->name == "condition" ? call->arguments[0].value : test;
}

// The condition as an i1, with what it assigns; an Error after a report. Nothing if it is false
// now: the loop never runs.
std::optional<Value> Elaborator::testRound(const WhileStmt &stmt, bool mayStop) {
  const Expr *test = loopCondition(stmt.test);
  Value condition = visit(test);
  Restore where(span_, place(test->span));
  std::optional<bool> truth = knownTruth(condition);
  if (truth == false)
    return std::nullopt;
  if (truth == true && mayStop)
    return constantFlag(true);
  if (truth == true)
    return fail(DiagKind::UnsupportedStatement, "`while` with a condition that never changes", {},
                {{"a loop ends by its condition, or by `break`"}});
  return condition.isError() ? condition : toCondition(*this, condition);
}

// After a `break` the condition is not looked at again.
std::optional<Value> Elaborator::testUnlessStopped(const WhileStmt &stmt, const Value &goesOn) {
  Arm test, stopped;
  LocalScope before = scope();
  std::optional<Value> condition;
  {
    Restore here(block_, &test.block);
    condition = testRound(stmt, /*mayStop=*/true);
  }
  if (!condition || condition->isError() || goesOn.isError())
    return condition;
  test.scope = std::move(scope());
  scope() = before;
  stopped.scope = std::move(before);
  Join join(*this, test, stopped);
  size_t ticket = join.add(*condition, join.flagIn(stopped));
  JoinedNames joined;
  joinScopes(join, test, stopped, joined);
  join.emit(goesOn);
  bindJoined(join, joined);
  return join.result(ticket);
}

// Names that the condition binds first belong to its region; the body cannot see them.
void Elaborator::loseNamesOfTest(const LocalScope &outside) {
  LocalScope inside = scope();
  for (const auto &[name, variable] : inside.variables())
    if (!outside.find(name))
      scope().lose(name, {variable.boundAt, "assigned only in the condition of the loop",
                          "give it a value of the same type before the loop"});
}

Outcome Elaborator::runWhile(const WhileStmt &stmt) {
  if (!stmt.orElse.empty())
    fail(DiagKind::UnsupportedStatement, "`else` after a loop in a kernel", {},
         {{"put what follows after the loop"}});
  NameSet names = assignedNames(stmt.body);
  addAssignedNames(stmt.test, names);
  bool mayReturn = containsReturn(stmt.body), mayStop = mayReturn || containsBreak(stmt.body);
  if (!mayReturn && !containsBreakOrContinue(stmt.body)) {
    runLoop(names, {[&] { return testRound(stmt, false); }, [&] { runBody(stmt.body, nullptr); }});
    return Outcome::falls();
  }
  LoopExits exits = enterExits(stmt.body, names);
  std::string_view goesOn = hiddenName("goes on");
  if (mayStop) {
    bindHidden(goesOn, constantFlag(true));
    names.insert({goesOn, kReturned});
  }
  auto test = [&] {
    return mayStop ? testUnlessStopped(stmt, scope().find(goesOn)->value)
                   : testRound(stmt, /*mayStop=*/false);
  };
  auto body = [&] {
    runBody(stmt.body, &exits);
    if (mayStop)
      bindHidden(goesOn, unaryOperator(*this, UnaryOp::Not, stopped(exits)));
  };
  runLoop(names, {test, body});
  scope().forget(goesOn);
  return leaveExits(mayReturn);
}

// A Core While: the condition runs before every round, in a region of its own.
void Elaborator::runLoop(const NameSet &names, const Rounds &rounds) {
  std::vector<Carried> carried = findCarried(names);
  LocalScope outside = scope();
  std::vector<core::Block> regions(2);
  std::vector<Value> initial;
  std::optional<Value> condition;
  std::optional<std::vector<Value>> fromTest, fromBody;
  {
    Restore here(block_, &regions[0]);
    initial = enterLoop(carried, regions[0]);
    condition = rounds.test();
    if (!condition) {
      scope() = std::move(outside);
      return;
    }
    fromTest = leaveRound(carried);
    loseNamesOfTest(outside);
  }
  {
    Restore here(block_, &regions[1]);
    enterLoop(carried, regions[1]);
    rounds.body();
    fromBody = leaveRound(carried);
  }
  LocalScope after = std::move(scope());
  scope() = outside;
  std::vector<Value> results;
  if (fromTest && fromBody && !condition->isError()) {
    regions[0].yields.push_back(condition->id);
    for (const Value &yield : *fromTest)
      regions[0].yields.push_back(yield.id);
    for (const Value &yield : *fromBody)
      regions[1].yields.push_back(yield.id);
    if (!outside.find(kResult))
      addResult(after, regions, initial);
    results = emitLoop(core::OpKind::While, {}, initial, std::move(regions), {});
  }
  finishLoop(carried, results, outside, after);
}

// What a `return` in the body returned leaves the loop behind what it carries. The first round
// starts with nothing, and no round reads it.
void Elaborator::addResult(const LocalScope &after, std::vector<core::Block> &regions,
                           std::vector<Value> &initial) {
  const Variable *result = after.find(kResult);
  if (!result)
    return;
  for (const Value &leaf : flatten(result->value)) {
    initial.push_back(undefined(leaf.type));
    for (core::Block &region : regions)
      region.arguments.push_back(newValue(leaf.type));
    regions[0].yields.push_back(regions[0].arguments.back());
    regions[1].yields.push_back(leaf.id);
  }
}

} // namespace nereid::sema
