// Loop-carried names.
//
// A loop that runs on the device becomes Core's For or While. The names that its body assigns are
// known from the syntax; those that have a value before the loop are carried: they enter the body
// as block arguments and must leave every round with the type they came with. So the body is
// elaborated once, however deep loops nest.
#include "sema/loop_carried.h"

#include "base/text.h"
#include "sema/core_rewrite.h"
#include "sema/loop_exits.h"
#include "sema/rules/rectangle.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

std::vector<Elaborator::Carried> Elaborator::findCarried(const NameSet &names) {
  std::vector<Carried> carried;
  for (std::string_view name : names) {
    const Variable *variable = scope().find(name);
    if (!variable)
      continue;
    Value initial = variable->value;
    if (initial.isPythonScalar() && !variable->isConstexpr)
      initial = toTile(*this, initial);
    initial.origin = variable->value.origin;
    carried.push_back({name, initial, variable->boundAt});
  }
  return carried;
}

// A block pointer that a round makes anew may have other constants for strides: numbers, then.
void Elaborator::numberRemade(std::vector<Carried> &carried, syntax::StmtList body) {
  NameSet remade;
  forEachStmt(body, [&](const syntax::Stmt *stmt) {
    const auto *assign = as<syntax::AssignStmt>(stmt);
    const auto *call = assign ? as<syntax::CallExpr>(assign->value) : nullptr;
    const auto *callee = call ? as<syntax::AttributeExpr>(call->callee) : nullptr;
    const auto *target = assign ? as<syntax::NameExpr>(assign->targets[0]) : nullptr;
    if (callee && target && callee->name == "make_block_ptr")
      remade.insert(target->name);
  });
  Value none; // has no part
  none.blockPointer = std::make_shared<BlockPointerValue>();
  for (Carried &each : carried)
    if (each.initial.kind == Value::Kind::BlockPointer && remade.count(each.name))
      each.initial = withNumbers(*this, each.initial, none);
}

// The body's view of the carried names: block arguments. Returns what the loop starts with.
std::vector<Value> Elaborator::enterLoop(const std::vector<Carried> &carried, core::Block &block) {
  std::vector<Value> initial;
  for (const Carried &each : carried) {
    std::vector<Value> leaves = flatten(each.initial);
    initial.insert(initial.end(), leaves.begin(), leaves.end());
    for (Value &leaf : leaves) {
      core::ValueId id = newValue(leaf.type);
      block.arguments.push_back(id);
      Value argument = Value::tile(id, leaf.type);
      argument.origin = leaf.origin;
      leaf = argument;
    }
    size_t next = 0;
    scope().bind(each.name, {rebuild(each.initial, leaves, next), each.boundAt, false});
  }
  return initial;
}

// What a round hands to the next, or nothing after a report.
std::optional<std::vector<Value>> Elaborator::leaveRound(std::vector<Carried> &carried) {
  std::vector<Value> yields;
  bool fits = true;
  for (Carried &each : carried) {
    const Variable *found = scope().find(each.name);
    if (!found) { // an index of a loop inside, of another type
      reportLost(each);
      each.initial = Value::error();
      fits = false;
      continue;
    }
    const Variable &after = *found;
    Value value = after.value;
    if (each.initial.isTile() && value.isPythonScalar())
      value = toTile(*this, value);
    if (each.initial.kind == Value::Kind::BlockPointer && value.kind == each.initial.kind)
      value = withNumbers(*this, value, each.initial);
    if (isUnknown(value) || isUnknown(each.initial)) {
      each.initial = Value::error();
      fits = false;
    } else if (!sameType(each.initial, value)) {
      reportTypeChange(each, after);
      each.initial = Value::error();
      fits = false;
    } else {
      std::vector<Value> leaves = flatten(value);
      yields.insert(yields.end(), leaves.begin(), leaves.end());
    }
  }
  return fits ? std::optional(std::move(yields)) : std::nullopt;
}

void Elaborator::reportLost(const Carried &carried) {
  const Loss *loss = scope().lossOf(carried.name);
  failIn(loss ? loss->boundAt : carried.boundAt, DiagKind::NotAlwaysDefined,
         cat("`", carried.name, "` has a value before the loop and none after a round"),
         loss ? std::string(loss->why) : std::string(),
         {{carried.boundAt, "its value before the loop"}}, {{"give one of the two another name"}});
}

void Elaborator::reportTypeChange(const Carried &carried, const Variable &after) {
  std::vector<Help> helps;
  const Value &start = carried.initial, &end = after.value;
  if (start.isTile() && end.isTile() && !end.type.isPointer && start.type.isScalar() &&
      !end.type.isScalar())
    helps.push_back({cat("start it as `tl.zeros([", join(end.type.shape, ", "), "], dtype=tl.",
                         Dtype(end.type.element).repr().substr(16), ")`")});
  else if (start.isTile() && end.isTile() && start.type.shape == end.type.shape &&
           !start.type.isPointer && !end.type.isPointer)
    helps.push_back({cat("keep its type with `.to(tl.", Dtype(start.type.element).repr().substr(16),
                         ")`, or start it as tl.", Dtype(end.type.element).repr().substr(16))});
  else if (start.isNone())
    helps.push_back({"give it a value of its final type before the loop"});
  failIn(after.boundAt, DiagKind::LoopTypeChange,
         cat("`", carried.name, "` is ", describe(start), " before the loop and ", describe(end),
             " after a round"),
         describe(end), {{carried.boundAt, describe(start)}}, std::move(helps));
}

// Names after the loop: carried ones hold its results, those of the body alone are gone.
void Elaborator::finishLoop(const std::vector<Carried> &carried, const std::vector<Value> &results,
                            const LocalScope &before, const LocalScope &after) {
  scope() = before;
  size_t next = 0;
  for (const Carried &each : carried) {
    const Variable *found = after.find(each.name);
    Variable last = found ? *found : Variable{Value::error(), each.boundAt, false};
    bool isKnown = !isUnknown(each.initial) && !results.empty();
    bool isConstant = !isUnknown(each.initial) && flatten(each.initial).empty();
    Value value = isConstant ? each.initial
                  : isKnown  ? rebuild(each.initial, results, next)
                             : Value::error();
    value.origin = last.value.origin;
    const Variable *old = before.find(each.name);
    scope().bind(each.name, {value, last.boundAt, old && old->isConstexpr && isConstant});
  }
  if (const Variable *result = after.find(kResult); result && !before.find(kResult)) {
    bool isKnown = flatten(result->value).empty() || !results.empty();
    Value value = isKnown ? rebuild(result->value, results, next) : Value::error();
    scope().bind(kResult, {value, result->boundAt, false});
  }
  for (const auto &[name, variable] : after.variables())
    if (!before.find(name) && !isHiddenName(name))
      scope().lose(name,
                   {variable.boundAt, "assigned only inside the loop, which may run zero times",
                    "give it a value of the same type before the loop"});
}

// Keeps what `isDropped` says no to of the last values of a list.
static void dropLast(std::vector<core::ValueId> &values, const std::vector<bool> &isDropped) {
  size_t first = values.size() - isDropped.size(), kept = first;
  for (size_t i = 0; i < isDropped.size(); ++i)
    if (!isDropped[i])
      values[kept++] = values[first + i];
  values.resize(kept);
}

// Emits a loop over `bounds` that starts with `initial`; returns a result for each of the latter.
// Values that the body only hands on, such as the strides of a block pointer, are not carried:
// inside they are what they are outside.
std::vector<Value> Elaborator::emitLoop(core::OpKind op, const std::vector<Value> &bounds,
                                        const std::vector<Value> &initial,
                                        std::vector<core::Block> regions, core::Attributes attrs) {
  size_t count = initial.size();
  std::vector<bool> isHandedOn(count, true);
  for (const core::Block &region : regions)
    for (size_t i = 0; i < count; ++i)
      if (*(region.yields.end() - count + i) != *(region.arguments.end() - count + i))
        isHandedOn[i] = false;
  core::Substitution outside;
  std::vector<Value> operands = bounds;
  std::vector<core::Type> types;
  for (size_t i = 0; i < count; ++i) {
    if (isHandedOn[i]) {
      for (const core::Block &region : regions)
        outside.emplace(*(region.arguments.end() - count + i), initial[i].id);
      continue;
    }
    operands.push_back(initial[i]);
    types.push_back(initial[i].type);
  }
  for (core::Block &region : regions) {
    dropLast(region.arguments, isHandedOn);
    dropLast(region.yields, isHandedOn);
    core::replaceUses(region, outside);
  }
  std::vector<Value> emitted =
      emitMany(op, operands, std::move(types), std::move(attrs), std::move(regions));
  std::vector<Value> results;
  size_t next = 0;
  for (size_t i = 0; i < count; ++i)
    results.push_back(isHandedOn[i] ? initial[i] : emitted[next++]);
  return results;
}

} // namespace nereid::sema
