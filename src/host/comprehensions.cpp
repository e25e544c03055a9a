// Comprehensions: a nest of loops with conditions, and an element at its heart.
//
// The nest is a machine that can stop after each element. A list, set or dict comprehension runs it
// to the end in the frame around it; a generator expression gives it a frame of its own and runs it
// one element at a time.
#include "base/text.h"
#include "host/runner.h"

namespace nereid::host {

using namespace syntax;
using eval::Value;

namespace {

using Clauses = std::span<const ComprehensionExpr::Clause>;

class LoopNest {
public:
  LoopNest(Clauses clauses, std::unique_ptr<eval::Iterator> outermost) : clauses_(clauses) {
    open_.push_back(std::move(outermost));
  }

  // Moves on to the next combination whose conditions hold; false at the end.
  bool advance(Runner &runner) {
    while (!open_.empty()) {
      const ComprehensionExpr::Clause &clause = clauses_[open_.size() - 1];
      std::optional<Value> item = open_.back()->next();
      if (!item) {
        open_.pop_back();
        continue;
      }
      checkInterrupt();
      runner.assign(clause.target, *item);
      if (!runner.conditionsHold(clause.conditions))
        continue;
      if (open_.size() == clauses_.size())
        return true;
      open_.push_back(eval::iterate(runner.evaluate(clauses_[open_.size()].iterable)));
    }
    return false;
  }

private:
  Clauses clauses_;
  std::vector<std::unique_ptr<eval::Iterator>> open_; // one per loop that is running
};

// A generator expression. Its frame lives as long as it does.
class GeneratorIterator : public eval::Iterator {
public:
  GeneratorIterator(Frame &outer, const ComprehensionExpr &expr,
                    std::unique_ptr<eval::Iterator> outermost)
      : module_(outer.module.shared_from_this()), expr_(expr),
        frame_(outer.module, outer.module.names.frame(&expr)),
        nest_(expr.clauses, std::move(outermost)) {
    for (const FrameLayout::Capture &capture : frame_.layout.captures)
      frame_.slots[capture.slot] = eval::Ref<Cell>(&outer.cell(capture.outer));
    frame_.classCell = outer.classCell;
    if (outer.function)
      function_ = eval::Ref<FunctionObject>(outer.function);
  }

  std::optional<Value> next() override {
    if (!module_->interpreter)
      eval::raise("RuntimeError", "the script that made this generator has ended");
    if (running_)
      eval::raise("ValueError", "generator already executing");
    running_ = true;
    struct Stop {
      bool &running;
      ~Stop() { running = false; }
    } stop{running_};
    Interpreter &interpreter = *module_->interpreter;
    try {
      FrameEntry entry(interpreter, frame_);
      Runner runner(interpreter, frame_);
      if (!nest_.advance(runner))
        return std::nullopt;
      return runner.evaluate(expr_.element);
    } catch (const eval::Raised &raised) {
      Runner::trace(frame_, *raised.exception);
      throw;
    }
  }

private:
  std::shared_ptr<ScriptModule> module_;
  eval::Ref<FunctionObject> function_;
  const ComprehensionExpr &expr_;
  Frame frame_;
  LoopNest nest_;
  bool running_ = false;
};

} // namespace

bool Runner::conditionsHold(ExprList conditions) {
  for (const Expr *condition : conditions)
    if (!eval::truthy(evaluate(condition)))
      return false;
  return true;
}

Value Runner::evaluateGenerator(const ComprehensionExpr &expr) {
  Value outermost = evaluate(expr.clauses[0].iterable);
  frame_.position = expr.clauses[0].iterable->span;
  return eval::iteratorObject(
      "generator", std::make_unique<GeneratorIterator>(frame_, expr, eval::iterate(outermost)));
}

Value Runner::evaluateComprehension(const ComprehensionExpr &expr) {
  for (const ComprehensionExpr::Clause &clause : expr.clauses)
    if (clause.isAsync)
      raiseNotInSubset("an async comprehension");
  if (expr.type == ComprehensionExpr::Type::Generator)
    return evaluateGenerator(expr);
  Value outermost = evaluate(expr.clauses[0].iterable);
  frame_.position = expr.clauses[0].iterable->span;
  LoopNest nest(expr.clauses, eval::iterate(outermost));
  const ComprehensionLayout &layout = frame_.module.names.comprehension(&expr);
  for (uint32_t slot : layout.cells)
    frame_.slots[slot] = eval::make<Cell>(unbound());
  eval::Ref<eval::Dict> dict;
  eval::Ref<eval::Set> set;
  std::vector<Value> list;
  if (expr.type == ComprehensionExpr::Type::Dict)
    dict = eval::make<eval::Dict>();
  if (expr.type == ComprehensionExpr::Type::Set)
    set = eval::make<eval::Set>();
  while (nest.advance(*this)) {
    Value element = evaluate(expr.element);
    if (dict)
      dict->set(element, evaluate(expr.value));
    else if (set)
      set->table.add(element);
    else
      list.push_back(std::move(element));
  }
  for (uint32_t slot : layout.slots)
    frame_.slots[slot] = unbound();
  if (dict)
    return dict;
  return set ? Value(set) : Value::list(std::move(list));
}

} // namespace nereid::host
