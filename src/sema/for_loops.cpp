// `for`: over range and tl.range a loop that runs on the device, over tl.static_range and tuples
// the body once per value, now, in the scope around it.
#include "base/text.h"
#include "eval/operators.h"
#include "sema/loop_carried.h"
#include "sema/loop_exits.h"
#include "sema/rules/promote.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

struct Elaborator::RangeArguments {
  Value start, stop, step;
  std::vector<std::string> hints;
  bool isStatic = false;
};

struct Elaborator::LoopBounds {
  Value start, stop, step;
  bool isDown = false; // mirrored, so that the loop counts up
};

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
      {"arg1", bounds, false}, {"arg2", bounds, true}, {"step", FormalKind::Normal, true}};
  if (kind != RangeKind::Static) // upstream takes the hints on Python's range too
    for (std::string_view hint : kHints)
      formal.push_back(
          {hint, kind == RangeKind::Python ? FormalKind::KeywordOnly : FormalKind::Normal, true});
  std::string_view name = kind == RangeKind::Python     ? "range"
                          : kind == RangeKind::Language ? "tl.range"
                                                        : "tl.static_range";
  Restore where(span_, place(call.span));
  Binding binding;
  if (auto failure = bindArguments(name, formal, arguments, binding)) {
    reportBinding(*failure, {{cat("it is `", name, "(end)` or `", name, "(start, end, step)`")}});
    return std::nullopt;
  }
  if (kind == RangeKind::Python && binding.values[2] && arguments.positional.size() < 3)
    notPortable("Triton passes over `step=` of `range`, and goes by 1");
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
    return runRangeLoop(stmt, *range);
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
  if (!containsBreakOrContinue(stmt.body))
    return runRounds(stmt, items, nullptr);
  LoopExits exits = enterExits(stmt.body, {});
  runRounds(stmt, items, &exits);
  scope().forget(exits.stop);
  return leaveExits(containsReturn(stmt.body));
}

// The rounds for `items`. Once it is only known at run time whether a round ended the loop, the
// rounds that are left run under that condition.
Outcome Elaborator::runRounds(const ForStmt &stmt, std::span<const Value> items, LoopExits *exits) {
  Restore deeper(depth_, depth_ + 1);
  auto runRest = [&](size_t next, Arm &arm) {
    LocalScope before = scope();
    {
      Restore here(block_, &arm.block);
      arm.outcome = runRounds(stmt, items.subspan(next), exits);
    }
    arm.scope = std::move(scope());
    scope() = std::move(before);
  };
  for (size_t i = 0; i < items.size() && !stopped(); ++i) {
    bindComprehensionTarget(stmt.target, items[i]);
    if (exits) {
      exits->live.clear();
      for (const auto &[name, variable] : scope().variables())
        exits->live.insert(name);
      runBody(stmt.body, exits);
      std::optional<bool> stops = knownTruth(scope().find(exits->stop)->value);
      if (stops == true)
        return Outcome::falls();
      if (stops == false || i + 1 == items.size())
        continue;
      Value flag = stopped(*exits);
      Arm ended{.block = {}, .scope = scope(), .outcome = Outcome::falls()}, goesOn;
      runRest(i + 1, goesOn);
      return joinArms(flag, ended, goesOn, /*keepScope=*/true);
    }
    Outcome outcome = runList(stmt.body, nullptr);
    if (outcome.kind == Outcome::Kind::Returns)
      return outcome;
    if (outcome.kind == Outcome::Kind::Falls)
      continue;
    if (i + 1 == items.size())
      return outcome;
    Value flag = outcome.flag;
    outcome.kind = Outcome::Kind::Returns;
    Arm returned{.block = {}, .scope = scope(), .outcome = std::move(outcome)}, goesOn;
    runRest(i + 1, goesOn);
    return joinArms(flag, returned, goesOn, /*keepScope=*/true);
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
  LoopExits exits = enterExits(stmt.body, {});
  runBody(stmt.body, &exits);
  scope().forget(exits.stop);
  joinUnknown(before);
}

// -- Loops that run ---

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

// Core counts upward: i from 10 down to 1 is -1 - i from -11 up to -2. Unlike -i, that is a number
// of the type for every i, the smallest too.
static Value mirrored(Context &context, const Value &value) {
  core::Attributes ones;
  ones.bits = ~uint64_t(0) >> (64 - bitWidth(value.type.element));
  Value last = context.emit(core::OpKind::Constant, {}, value.type, std::move(ones));
  Value operands[] = {last, value};
  return context.emit(core::OpKind::SubI, operands, value.type, {});
}

// The step of a loop that counts down, as one up.
Value Elaborator::negated(const Value &value) {
  Value zero = emit(core::OpKind::Constant, {}, value.type, {});
  Value operands[] = {zero, value};
  return emit(core::OpKind::SubI, operands, value.type, {});
}

// The bounds as tiles of one integer type, turned upward. Errors if one of them is.
Elaborator::LoopBounds Elaborator::loopBounds(const RangeArguments &range) {
  LoopBounds bounds{loopBound(range.start, "start"), loopBound(range.stop, "end"),
                    loopBound(range.step, "step")};
  if (range.step.isConstant() && range.step.constant.isInt()) {
    bounds.isDown = range.step.constant.asInt() < 0;
    if (range.step.constant.asInt() == 0)
      bounds.step = failAt(range.step.origin, DiagKind::BadRange, "the step of a loop is 0");
  }
  if (bounds.start.isError() || bounds.stop.isError() || bounds.step.isError())
    return {};
  Scalar type = commonType(bounds.start.type.element, bounds.stop.type.element, false).type;
  type = commonType(type, bounds.step.type.element, false).type;
  if (bounds.isDown && isUnsigned(type))
    type = integerOfWidth(bitWidth(type), /*isSigned=*/true);
  for (Value *bound : {&bounds.start, &bounds.stop, &bounds.step}) {
    *bound = castTo(*this, *bound, type);
    if (bounds.isDown)
      *bound = bound == &bounds.step ? negated(*bound) : mirrored(*this, *bound);
  }
  return bounds;
}

// The names that a loop hands on, its index among them only if it had a value of that type before:
// then it keeps the last one.
static NameSet namesOf(const ForStmt &stmt, const LocalScope &scope, const core::Type &index) {
  NameSet names = assignedNames(stmt.body);
  const auto *target = as<NameExpr>(stmt.target);
  if (!target)
    return names;
  const Variable *before = scope.find(target->name);
  bool isKept = before && (before->value.isTile()
                               ? before->value.type == index
                               : before->value.isPythonScalar() && before->value.constant.isInt() &&
                                     index.element == Scalar::I32);
  if (isKept)
    names.insert(target->name);
  else // every round starts it anew
    names.erase(target->name);
  return names;
}

void Elaborator::loseIndex(const ForStmt &stmt, const NameSet &names) {
  const auto *target = as<NameExpr>(stmt.target);
  if (target && !names.count(target->name))
    scope().lose(target->name,
                 {place(target->span), "the index of this loop, which has no value after it",
                  "keep it in another variable, which has a value before the loop"});
}

Outcome Elaborator::runRangeLoop(const ForStmt &stmt, const RangeArguments &range) {
  bool mayReturn = containsReturn(stmt.body);
  if (mayReturn || containsBreak(stmt.body))
    return runStoppableLoop(stmt, range, mayReturn);
  LoopBounds bounds = loopBounds(range);
  NameSet names = namesOf(stmt, scope(), bounds.start.type);
  std::optional<LoopExits> exits;
  if (containsBreakOrContinue(stmt.body))
    exits = enterExits(stmt.body, names);
  std::vector<Carried> carried = findCarried(names);
  numberRemade(carried, stmt.body);
  LocalScope before = scope();
  core::Block body;
  std::vector<Value> initial;
  std::optional<std::vector<Value>> yields;
  {
    Restore here(block_, &body);
    Value index = bounds.start;
    if (!index.isError())
      body.arguments.push_back(index.id = newValue(index.type));
    initial = enterLoop(carried, body);
    if (bounds.isDown && !index.isError())
      index = mirrored(*this, index);
    index.origin = place(stmt.target->span);
    assign(stmt.target, index);
    runBody(stmt.body, exits ? &*exits : nullptr);
    Restore where(span_, place(stmt.span));
    yields = leaveRound(carried);
  }
  LocalScope after = std::move(scope());
  scope() = before;
  std::vector<Value> results;
  if (yields && !bounds.start.isError()) {
    for (const Value &yield : *yields)
      body.yields.push_back(yield.id);
    core::Attributes attrs;
    attrs.integer = isUnsigned(bounds.start.type.element);
    attrs.texts = range.hints;
    std::vector<core::Block> regions;
    regions.push_back(std::move(body));
    results = emitLoop(core::OpKind::For, {bounds.start, bounds.stop, bounds.step}, initial,
                       std::move(regions), attrs);
  }
  finishLoop(carried, results, before, after);
  loseIndex(stmt, names);
  return Outcome::falls();
}

// -- Loops with `break` or `return` ---

static Value emitFlag(Context &context, core::OpKind op, const Value &a, const Value &b,
                      core::Predicate predicate = {}) {
  Value operands[] = {a, b};
  core::Attributes attrs;
  attrs.integer = static_cast<int64_t>(predicate);
  return context.emit(op, operands, {.element = Scalar::I1, .shape = {}}, std::move(attrs));
}

// There is a next round if the loop has not been stopped and another step stays below the end.
// What is left is a non-negative number however far apart the two are, so nothing wraps.
Value Elaborator::roundsLeft(const LoopBounds &bounds, const Value &index, const Value &stop) {
  Value operands[] = {bounds.stop, index};
  Value room = emit(core::OpKind::SubI, operands, index.type, {});
  Value fits = emitFlag(*this, core::OpKind::CompareI, bounds.step, room, core::Predicate::LtU);
  Value goesOn = unaryOperator(*this, UnaryOp::Not, stop);
  return emitFlag(*this, core::OpKind::AndI, fits, goesOn);
}

// As a `while` whose index and end are names that no author can write.
Outcome Elaborator::runStoppableLoop(const ForStmt &stmt, const RangeArguments &range,
                                     bool mayReturn) {
  LoopBounds bounds = loopBounds(range);
  bool isKnown = !bounds.start.isError();
  NameSet names = namesOf(stmt, scope(), bounds.start.type);
  LoopExits exits = enterExits(stmt.body, names);
  std::string_view index = hiddenName("index"), goesOn = hiddenName("goes on");
  auto valueOf = [&](std::string_view name) { return scope().find(name)->value; };
  bindHidden(index, bounds.start);
  bindHidden(goesOn, isKnown
                         ? emitFlag(*this, core::OpKind::CompareI, bounds.start, bounds.stop,
                                    isUnsigned(bounds.start.type.element) ? core::Predicate::LtU
                                                                          : core::Predicate::LtS)
                         : Value::error());
  names.insert({index, goesOn, kReturned});
  auto body = [&] {
    Value current = valueOf(index);
    Value item = bounds.isDown && isKnown ? mirrored(*this, current) : current;
    item.origin = place(stmt.target->span);
    assign(stmt.target, item);
    runBody(stmt.body, &exits);
    if (!isKnown)
      return;
    Restore where(span_, place(stmt.span));
    bindHidden(goesOn, roundsLeft(bounds, current, stopped(exits)));
    Value operands[] = {current, bounds.step};
    bindHidden(index, emit(core::OpKind::AddI, operands, current.type, {}));
  };
  runLoop(names, {[&] { return std::optional(valueOf(goesOn)); }, body});
  for (std::string_view hidden : {index, goesOn, exits.stop})
    scope().forget(hidden);
  loseIndex(stmt, names);
  return leaveExits(mayReturn);
}

} // namespace nereid::sema
