// Loops.
//
// A loop that runs on the device becomes Core's For or While. The names that its body assigns are
// known from the syntax; those that have a value before the loop are carried: they enter the body
// as block arguments and must leave every round with the type they came with. So the body is
// elaborated once, however deep loops nest. A loop over tl.static_range runs its body now, once per
// value, in the scope around it.
#include "base/text.h"
#include "eval/operators.h"
#include "sema/elaborator.h"
#include "sema/rules/promote.h"
#include "sema/signature.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

// A name that a loop hands from one round to the next.
struct Elaborator::Carried {
  std::string_view name;
  Value initial;
  Span boundAt;
};

struct Elaborator::RangeArguments {
  Value start, stop, step;
  std::vector<std::string> hints;
  bool isStatic = false;
};

// -- What a loop runs over ---

namespace {

enum class RangeKind : uint8_t { None, Python, Language, Static };

RangeKind rangeKind(const Value &callee) {
  if (!callee.isConstant() || !callee.constant.isObject())
    return RangeKind::None;
  const eval::Value *python = eval::builtins().members.find("range");
  if (python && python->object() == callee.constant.object())
    return RangeKind::Python;
  const auto *builtin = callee.constant.as<Builtin>();
  if (builtin && builtin->name == "range")
    return RangeKind::Language;
  return builtin && builtin->name == "static_range" ? RangeKind::Static : RangeKind::None;
}

constexpr std::string_view kHints[] = {
    "num_stages", "loop_unroll_factor", "disallow_acc_multi_buffer",
    "flatten",    "warp_specialize",    "disable_licm"};

} // namespace

std::optional<Elaborator::RangeArguments> Elaborator::rangeArguments(const CallExpr &call,
                                                                     const Value &callee) {
  RangeKind kind = rangeKind(callee);
  CallArguments arguments = evaluateArguments(call);
  if (arguments.isOpen)
    return std::nullopt;
  using FormalKind = FormalParameter::Kind;
  FormalKind bounds = kind == RangeKind::Python ? FormalKind::PositionalOnly : FormalKind::Normal;
  std::vector<FormalParameter> formal = {
      {"arg1", bounds, false}, {"arg2", bounds, true}, {"step", bounds, true}};
  if (kind == RangeKind::Language)
    for (std::string_view hint : kHints)
      formal.push_back({hint, FormalKind::Normal, true});
  std::string_view name = kind == RangeKind::Python     ? "range"
                          : kind == RangeKind::Language ? "tl.range"
                                                        : "tl.static_range";
  Restore where(span_, place(call.span));
  Binding binding;
  if (auto failure = bindArguments(name, formal, arguments, binding)) {
    reportBinding(*failure, {{cat("it is `", name, "(end)` or `", name, "(start, end, step)`")}});
    return std::nullopt;
  }
  RangeArguments range;
  Value zero = Value::ofConstant(eval::Value::integer(0));
  Value one = Value::ofConstant(eval::Value::integer(1));
  range.isStatic = kind == RangeKind::Static;
  bool hasStop = binding.values[1] && !binding.values[1]->isNone();
  range.start = hasStop ? *binding.values[0] : zero;
  range.stop = hasStop ? *binding.values[1] : *binding.values[0];
  range.step = binding.values[2] && !binding.values[2]->isNone() ? *binding.values[2] : one;
  for (size_t i = 3; i < formal.size(); ++i)
    if (!addHint(range, formal[i].name, binding.values[i]))
      return std::nullopt;
  return range;
}

// Hints are constants; one that is absent, None or False says nothing.
bool Elaborator::addHint(RangeArguments &range, std::string_view name,
                         const std::optional<Value> &value) {
  if (!value || value->isNone() || value->isError())
    return true;
  std::optional<int64_t> number = constantInt(*this, *value, cat("`", name, "`"));
  if (!number)
    return false;
  if (*number != 0)
    range.hints.push_back(cat(name, "=", *number));
  return true;
}

Outcome Elaborator::runFor(const ForStmt &stmt) {
  if (!stmt.orElse.empty() || stmt.isAsync) {
    fail(DiagKind::UnsupportedStatement,
         stmt.isAsync ? "`async for` in a kernel" : "`else` after a loop in a kernel", {},
         {{"put what follows after the loop"}});
    return Outcome::falls();
  }
  const auto *call = as<CallExpr>(stmt.iterable);
  Value callee = call ? visit(call->callee) : Value();
  if (call && rangeKind(callee) != RangeKind::None) {
    std::optional<RangeArguments> range = rangeArguments(*call, callee);
    if (!range) {
      runUnknownLoop(stmt);
      return Outcome::falls();
    }
    if (range->isStatic)
      return runStaticRange(stmt, *range);
    runRangeLoop(stmt, *range);
    return Outcome::falls();
  }
  Value iterable = visit(stmt.iterable);
  if (std::optional<std::vector<Value>> items = elementsOf(iterable)) {
    notPortable("Triton's `for` runs over ranges only");
    return runStaticLoop(stmt, *items);
  }
  if (!iterable.isError())
    failIn(
        stmt.iterable->span, DiagKind::UnsupportedStatement,
        cat("a loop over ", describe(iterable)), {}, {},
        {{"kernels loop over `range(...)`, `tl.range(...)`, `tl.static_range(...)` and tuples"}});
  runUnknownLoop(stmt);
  return Outcome::falls();
}

// -- Unrolled loops ---

Outcome Elaborator::runStaticRange(const ForStmt &stmt, const RangeArguments &range) {
  std::vector<int64_t> bounds;
  const std::pair<const Value *, std::string_view> arguments[] = {
      {&range.start, "the start"}, {&range.stop, "the end"}, {&range.step, "the step"}};
  for (const auto &[value, what] : arguments) {
    std::optional<int64_t> bound;
    if (value->isTile())
      failAt(value->origin, DiagKind::NotConstexpr,
             cat(what, " of `tl.static_range` is known only at run time"),
             cat("this is ", describe(*value)), {}, {{"`tl.range` loops at run time"}});
    else if (!isUnknown(*value))
      bound = constantInt(*this, *value, cat(what, " of `tl.static_range`"));
    if (!bound) {
      runUnknownLoop(stmt);
      return Outcome::falls();
    }
    bounds.push_back(*bound);
  }
  if (bounds[2] == 0) {
    failAt(range.step.origin, DiagKind::BadRange, "the step of a loop is 0", {}, {}, {});
    return Outcome::falls();
  }
  int64_t count = eval::Range(bounds[0], bounds[1], bounds[2]).count();
  if (count > kMaxUnrolled) {
    failIn(stmt.iterable->span, DiagKind::BadRange, cat("this loop unrolls ", count, " times"), {},
           {}, {{"`tl.range` makes a loop that runs instead of unrolling"}});
    return Outcome::falls();
  }
  std::vector<Value> items;
  for (int64_t i = 0; i < count; ++i)
    items.push_back(Value::ofConstant(eval::Value::integer(bounds[0] + i * bounds[2])));
  return runStaticLoop(stmt, items);
}

Outcome Elaborator::runStaticLoop(const ForStmt &stmt, const std::vector<Value> &items) {
  for (const Value &item : items) {
    bindComprehensionTarget(stmt.target, item);
    Outcome outcome = runList(stmt.body, nullptr);
    if (outcome.kind == Outcome::Kind::Either) {
      failIn(outcome.where, DiagKind::UnsupportedStatement,
             "`return` under a run-time condition inside an unrolled loop", {}, {},
             {{"remember the result in a variable and return it after the loop"}});
      return Outcome::falls();
    }
    if (outcome.kind == Outcome::Kind::Returns || stopped())
      return outcome;
  }
  return Outcome::falls();
}

// A loop about which too little is known: its body is looked at once, and what it assigns is not
// known afterwards.
void Elaborator::runUnknownLoop(const ForStmt &stmt) {
  LocalScope before = scope();
  assign(stmt.target, Value::error());
  for (std::string_view name : assignedNames(stmt.body))
    if (const Variable *variable = before.find(name))
      scope().bind(name, {Value::error(), variable->boundAt, variable->isConstexpr});
  runList(stmt.body, nullptr);
  joinUnknown(before);
}

// -- Carried names ---

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
    const Variable &after = *scope().find(each.name);
    Value value = after.value;
    if (each.initial.isTile() && value.isPythonScalar())
      value = toTile(*this, value);
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
    const Variable &last = *after.find(each.name);
    bool isKnown = !isUnknown(each.initial) && !results.empty();
    bool isConstant = !isUnknown(each.initial) && flatten(each.initial).empty();
    Value value = isConstant ? each.initial
                  : isKnown  ? rebuild(each.initial, results, next)
                             : Value::error();
    value.origin = last.value.origin;
    const Variable *old = before.find(each.name);
    scope().bind(each.name, {value, last.boundAt, old && old->isConstexpr && isConstant});
  }
  for (const auto &[name, variable] : after.variables())
    if (!before.find(name))
      scope().lose(name,
                   {variable.boundAt, "assigned only inside the loop, which may run zero times",
                    "give it a value of the same type before the loop"});
}

void Elaborator::runLoopBody(StmtList body) {
  ++activation_->runtimeLoops;
  runList(body, nullptr);
  --activation_->runtimeLoops;
}

// -- for ---

// A bound as a scalar integer tile; an Error after a report, or if it is one.
Value Elaborator::loopBound(const Value &value, std::string_view what) {
  if (isUnknown(value))
    return Value::error();
  bool isInt = value.isTile()
                   ? !value.type.isPointer && isInteger(value.type.element) && value.type.isScalar()
                   : value.isConstant() && (value.constant.isInt() || value.constant.isBool());
  if (!isInt)
    return failAt(value.origin, DiagKind::BadRange,
                  cat("the ", what, " of a loop is ", describe(value)), "not one integer", {}, {});
  Value tile = toTile(*this, value);
  if (tile.isTile() && tile.type.element == Scalar::I1)
    tile = castTo(*this, tile, Scalar::I32);
  return tile;
}

void Elaborator::runRangeLoop(const ForStmt &stmt, const RangeArguments &range) {
  Value start = loopBound(range.start, "start"), stop = loopBound(range.stop, "end");
  Value step = loopBound(range.step, "step");
  bool isDown = false;
  if (range.step.isConstant() && range.step.constant.isInt()) {
    isDown = range.step.constant.asInt() < 0;
    if (range.step.constant.asInt() == 0)
      step = failAt(range.step.origin, DiagKind::BadRange, "the step of a loop is 0", {}, {}, {});
  }
  if (start.isError() || stop.isError() || step.isError()) {
    runRoundsOf(stmt, Value::error(), Value::error(), Value::error(), false, range.hints);
    return;
  }
  Scalar type = commonType(commonType(start.type.element, stop.type.element, false).type,
                           step.type.element, false)
                    .type;
  if (isDown && isUnsigned(type))
    type = integerOfWidth(bitWidth(type), /*isSigned=*/true);
  for (Value *bound : {&start, &stop, &step})
    *bound = castTo(*this, *bound, type);
  runRoundsOf(stmt, start, stop, step, isDown, range.hints);
}

// Core counts upward: i from 10 down to 1 is -i from -10 up to -1.
Value Elaborator::negated(const Value &value) {
  Value zero = emit(core::OpKind::Constant, {}, value.type, {});
  Value operands[] = {zero, value};
  return emit(core::OpKind::SubI, operands, value.type, {});
}

// The bounds are tiles of one integer type, or Errors.
void Elaborator::runRoundsOf(const ForStmt &stmt, Value start, Value stop, Value step, bool isDown,
                             const std::vector<std::string> &hints) {
  if (isDown && !start.isError())
    for (Value *bound : {&start, &stop, &step})
      *bound = negated(*bound);
  std::vector<Carried> carried = findCarried(assignedNames(stmt.body));
  if (const auto *target = as<NameExpr>(stmt.target))
    std::erase_if(carried, [&](const Carried &each) { return each.name == target->name; });
  LocalScope before = scope();
  core::Block body;
  Value index = start;
  if (!start.isError()) {
    body.arguments.push_back(newValue(start.type));
    index = Value::tile(body.arguments[0], start.type);
  }
  std::vector<Value> operands = {start, stop, step};
  std::optional<std::vector<Value>> yields;
  {
    Restore here(block_, &body);
    std::vector<Value> initial = enterLoop(carried, body);
    operands.insert(operands.end(), initial.begin(), initial.end());
    if (isDown && !index.isError())
      index = negated(index);
    index.origin = place(stmt.target->span);
    assign(stmt.target, index);
    runLoopBody(stmt.body);
    Restore where(span_, place(stmt.span));
    yields = leaveRound(carried);
  }
  LocalScope after = std::move(scope());
  scope() = before;
  std::vector<Value> results;
  if (yields && !start.isError()) {
    std::vector<core::Type> types;
    for (const Value &yield : *yields) {
      body.yields.push_back(yield.id);
      types.push_back(yield.type);
    }
    std::vector<core::Block> regions;
    regions.push_back(std::move(body));
    core::Attributes attrs;
    attrs.integer = isUnsigned(start.type.element);
    attrs.texts = hints;
    results = emitMany(core::OpKind::For, operands, types, std::move(attrs), std::move(regions));
  }
  finishLoop(carried, results, before, after);
  if (const auto *target = as<NameExpr>(stmt.target))
    scope().lose(target->name,
                 {place(target->span), "the index of this loop, which has no value after it",
                  "keep it in another variable, which has a value before the loop"});
}

// -- while ---

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

void Elaborator::runWhile(const WhileStmt &stmt) {
  if (!stmt.orElse.empty())
    fail(DiagKind::UnsupportedStatement, "`else` after a loop in a kernel", {},
         {{"put what follows after the loop"}});
  NameSet names = assignedNames(stmt.body);
  addAssignedNames(stmt.test, names);
  std::vector<Carried> carried = findCarried(names);
  LocalScope outside = scope();
  std::vector<core::Block> regions(2);
  std::vector<Value> initial, fromTest;
  Value condition;
  {
    Restore here(block_, &regions[0]);
    initial = enterLoop(carried, regions[0]);
    const Expr *test = loopCondition(stmt.test);
    condition = visit(test);
    Restore where(span_, place(test->span));
    std::optional<bool> truth = knownTruth(condition);
    if (truth == true) {
      condition =
          fail(DiagKind::UnsupportedStatement, "`while` with a condition that never changes", {},
               {{"a loop ends by its condition: kernels have no `break`"}});
    } else if (truth == false) {
      scope() = std::move(outside);
      return;
    } else if (!condition.isError()) {
      condition = toCondition(*this, condition);
    }
    if (std::optional<std::vector<Value>> yields = leaveRound(carried))
      fromTest = std::move(*yields);
    else
      condition = Value::error();
  }
  std::optional<std::vector<Value>> yields;
  std::vector<core::Type> types;
  {
    Restore here(block_, &regions[1]);
    enterLoop(carried, regions[1]);
    runLoopBody(stmt.body);
    Restore where(span_, place(stmt.span));
    yields = leaveRound(carried);
  }
  LocalScope after = std::move(scope());
  scope() = outside;
  std::vector<Value> results;
  if (yields && !condition.isError()) {
    regions[0].yields.push_back(condition.id);
    for (const Value &yield : fromTest)
      regions[0].yields.push_back(yield.id);
    for (const Value &yield : *yields) {
      regions[1].yields.push_back(yield.id);
      types.push_back(yield.type);
    }
    results = emitMany(core::OpKind::While, initial, types, {}, std::move(regions));
  }
  finishLoop(carried, results, outside, after);
}

} // namespace nereid::sema
