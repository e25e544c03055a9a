// `break`, `continue`, and `return` inside loops.
//
// Core has no jumps: a path that leaves a round early nests what follows under the other side of
// its branch, as an early `return` does (control_flow.cpp). What differs is what becomes of the
// names. A path that returns from a function is done with them, but the next round, or what comes
// after the loop, sees what a path that left had assigned. So a loop knows its live names, those
// that had a value before the round, and a branch merges them even where one side has left.
//
//     for i in range(n):              goes_on = 0 < n
//         if x[i] < 0:                while goes_on:
//             break                       if x[i] < 0: stop = True
//         total += x[i]                   else:        stop = False; total += x[i]
//                                         goes_on = not stop and i + 1 < n
//
// Whether to stop, whether the function has returned and what, are names like any other, which no
// author can write.
#include "sema/loop_exits.h"
#include "base/text.h"
#include "sema/join.h"

namespace nereid::sema {

using namespace syntax;

static Value truth(bool value) {
  return Value::ofConstant(eval::Value::boolean(value));
}

// A hidden name of its own for each caller, which lives as long as the elaborator.
std::string_view Elaborator::hiddenName(std::string_view what) {
  return *hiddenNames_.insert(cat(" ", what, " ", hiddenNames_.size())).first;
}

void Elaborator::bindHidden(std::string_view name, const Value &value) {
  scope().bind(name, {value, span_, false});
}

bool Elaborator::isLive(std::string_view name) const {
  return activation_->exits && (isHiddenName(name) || activation_->exits->live.count(name));
}

// Merges the names that matter on paths that have left the round.
void Elaborator::joinLive(Join &join, Arm &then, Arm &orElse, JoinedNames &joined) {
  NameSet names;
  for (const LocalScope *side : {&then.scope, &orElse.scope})
    for (const auto &[name, variable] : side->variables())
      if (isLive(name))
        names.insert(name);
  for (std::string_view name : names)
    joinName(join, then, orElse, name, joined);
}

// -- Leaving ---

Outcome Elaborator::leaveRound(Span where) {
  Outcome outcome{.kind = Outcome::Kind::Returns, .value = Value::ofConstant({})};
  outcome.where = where;
  return outcome;
}

Outcome Elaborator::runBreak(const Stmt &stmt) {
  notPortable("Triton has no `break`");
  if (activation_->exits)
    bindHidden(activation_->exits->stop, truth(true));
  return leaveRound(place(stmt.span));
}

Outcome Elaborator::runContinue(const Stmt &stmt) {
  notPortable("Triton has no `continue`");
  return leaveRound(place(stmt.span));
}

Outcome Elaborator::returnFromLoop(const Value &value, Span where) {
  notPortable("Triton has no `return` inside a loop");
  bindHidden(kReturned, truth(true));
  bindHidden(kResult, value);
  bindHidden(activation_->exits->stop, truth(true));
  return leaveRound(where);
}

// -- Loops that may be left ---

// The loop's own names, before its first round. `live`: the author's names that matter.
LoopExits Elaborator::enterExits(StmtList body, NameSet live) {
  std::erase_if(live, [&](std::string_view name) { return !scope().find(name); });
  LoopExits exits{.stop = hiddenName("stop"), .live = std::move(live)};
  if (containsReturn(body))
    bindHidden(kReturned, truth(false));
  scope().forget(kResult);
  return exits;
}

// After the loop: what is to happen if it has returned.
Outcome Elaborator::leaveExits(bool mayReturn) {
  const Variable *returned = mayReturn ? scope().find(kReturned) : nullptr;
  const Variable *result = scope().find(kResult);
  if (!returned || !result) // no `return` is reached
    return Outcome::falls();
  if (isUnknown(returned->value) || knownTruth(returned->value) == false)
    return Outcome::falls();
  Outcome outcome{.kind = Outcome::Kind::Returns, .value = result->value};
  outcome.where = span_;
  bool isCertain = knownTruth(returned->value) == true;
  if (!isCertain) {
    outcome.kind = Outcome::Kind::Either;
    outcome.flag = returned->value;
  }
  if (!activation_->exits)
    return outcome;
  // Around is another loop, which ends as well.
  if (isCertain) {
    bindHidden(activation_->exits->stop, truth(true));
    return leaveRound(span_);
  }
  Arm leaves{.block = {}, .scope = scope(), .outcome = leaveRound(span_)};
  leaves.scope.bind(activation_->exits->stop, {truth(true), span_, false});
  Arm goesOn{.block = {}, .scope = scope(), .outcome = Outcome::falls()};
  return joinArms(outcome.flag, leaves, goesOn, /*keepScope=*/true);
}

// Whether the round that was run stopped the loop, as a tile.
Value Elaborator::stopped(const LoopExits &exits) {
  const Variable *stop = scope().find(exits.stop);
  return stop ? toTile(*this, stop->value) : constantFlag(false);
}

// Runs the body of a loop once.
void Elaborator::runBody(StmtList body, const LoopExits *exits) {
  Restore inside(activation_->exits, exits);
  if (exits)
    bindHidden(exits->stop, truth(false));
  runList(body, nullptr);
}

} // namespace nereid::sema
