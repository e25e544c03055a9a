// `while`: the condition runs before every round, in a region of its own.
#include "base/text.h"
#include "sema/loop_carried.h"
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
std::optional<Value> Elaborator::testRound(const WhileStmt &stmt) {
  const Expr *test = loopCondition(stmt.test);
  Value condition = visit(test);
  Restore where(span_, place(test->span));
  std::optional<bool> truth = knownTruth(condition);
  if (truth == false)
    return std::nullopt;
  if (truth == true)
    return fail(DiagKind::UnsupportedStatement, "`while` with a condition that never changes", {},
                {{"a loop ends by its condition: kernels have no `break`"}});
  return condition.isError() ? condition : toCondition(*this, condition);
}

// Names that the condition binds first belong to its region; the body cannot see them.
void Elaborator::loseNamesOfTest(const LocalScope &outside) {
  LocalScope inside = scope();
  for (const auto &[name, variable] : inside.variables())
    if (!outside.find(name))
      scope().lose(name, {variable.boundAt, "assigned only in the condition of the loop",
                          "give it a value of the same type before the loop"});
}

void Elaborator::runWhile(const WhileStmt &stmt) {
  if (!stmt.orElse.empty())
    fail(DiagKind::UnsupportedStatement, "`else` after a loop in a kernel", {},
         {{"put what follows after the loop"}});
  NameSet names = assignedNames(stmt.body);
  addAssignedNames(stmt.test, names);
  std::vector<Carried> carried = findCarried(names);
  LocalScope outside = scope();
  std::vector<core::Block> regions(2);
  std::vector<Value> initial;
  std::optional<Value> condition;
  std::optional<std::vector<Value>> fromTest, fromBody;
  {
    Restore here(block_, &regions[0]);
    initial = enterLoop(carried, regions[0]);
    condition = testRound(stmt);
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
    runLoopBody(stmt.body);
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
    results = emitLoop(core::OpKind::While, {}, initial, std::move(regions), {});
  }
  finishLoop(carried, results, outside, after);
}

} // namespace nereid::sema
