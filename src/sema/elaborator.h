// Runs a kernel symbolically: values that are known are computed now, values that are not become
// Core. One Elaborator serves one elaboration, on one thread.
//
// The members are spread over files by what they do: elaborator.cpp emits and reports,
// statements.cpp, control_flow.cpp, for_loops.cpp, while_loops.cpp and expressions.cpp walk the
// tree, names.cpp says what a name means, calls.cpp what a call does.
#pragma once

#include <set>
#include <tuple>

#include "base/check.h"
#include "eval/error.h"
#include "sema/activation.h"
#include "sema/binding.h"
#include "sema/context.h"
#include "sema/scope.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

// How many rounds a loop may unroll into, and how long a sequence may be.
inline constexpr int64_t kMaxUnrolled = 1 << 14;
// How deep statements, expressions and calls may nest together: what the stack of a thread holds.
inline constexpr int kMaxDepth = 1500;

class Join;

class Elaborator final : public Context {
public:
  Elaborator(const LaunchOptions &launch, const ElaborateOptions &options, bool isLint,
             core::Kernel &kernel, DiagSink &sink);

  // Elaborates `function` as the kernel. `arguments`: one per parameter of the function.
  void runKernel(const JitFunction &function, const std::vector<ArgumentSpec> &arguments);

  // -- Context.
  Value emit(core::OpKind op, std::span<const Value> operands, core::Type result,
             core::Attributes attrs) override;
  void emitVoid(core::OpKind op, std::span<const Value> operands, core::Attributes attrs) override;
  std::vector<Value> emitMany(core::OpKind op, std::span<const Value> operands,
                              std::vector<core::Type> results, core::Attributes attrs,
                              std::vector<core::Block> regions) override;
  std::optional<core::Block> region(const Value &combine, const std::vector<core::Type> &arguments,
                                    std::vector<core::Type> &results) override;
  Value call(const Value &callee, std::vector<Value> positional) override;
  Value callLibrary(std::string_view name, std::vector<Value> positional) override;
  Value fail(DiagKind kind, std::string headline, std::vector<Label> labels = {},
             std::vector<Help> helps = {}) override;
  Value failAt(Span where, DiagKind kind, std::string headline, std::string label = {},
               std::vector<Label> labels = {}, std::vector<Help> helps = {}) override;
  void warn(DiagKind kind, std::string headline, std::vector<Help> helps,
            Label primary = {}) override;
  Span currentSpan() const override { return span_; }
  const LaunchOptions &launch() const override { return launch_; }
  const ElaborateOptions &options() const override { return options_; }
  bool isLint() const override { return isLint_; }

private:
  // Sets a member for the length of a C++ scope.
  template <typename T> class Restore {
  public:
    Restore(T &member, T value) : member_(member), saved_(std::move(member)) {
      member_ = std::move(value);
    }
    ~Restore() { member_ = std::move(saved_); }
    Restore(const Restore &) = delete;
    Restore &operator=(const Restore &) = delete;

  private:
    T &member_;
    T saved_;
  };

  // -- elaborator.cpp: places, emitting, reporting.
  // Inside the language's own library everything happens where the author called it.
  Span place(Span span) const { return activation_ && activation_->isLibrary ? span_ : span; }
  core::ValueId newValue(const core::Type &type);
  Value undefined(const core::Type &type);
  Value constantFlag(bool value);
  core::Stmt &append(core::OpKind op, std::span<const Value> operands,
                     const std::vector<core::Type> &results, core::Attributes attrs);
  void report(Diagnostic diagnostic);
  // Reports at this very place, unlike failAt.
  Value failIn(Span where, DiagKind kind, std::string headline, std::string label = {},
               std::vector<Label> labels = {}, std::vector<Help> helps = {});
  void notPortable(std::string headline);
  bool stopped() const { return stopped_; }
  bool isForeign(const JitFunction &function) const { return function.sources != sources_; }
  bool spend(); // one statement of the budget; false: too many
  LocalScope &scope() { return activation_->scope; }

  // -- specialization.cpp
  Value bindParameter(const std::string &name, const ArgumentSpec &spec, Span span);
  Value bindTuple(const std::string &name, const ArgumentSpec &spec, Span span);
  Value bindDescriptor(const std::string &name, const ArgumentSpec &spec, Span span);
  Value addParameter(std::string name, core::Type type, int divisor, Span span);

  // -- statements.cpp
  Outcome runList(syntax::StmtList stmts, const Rest *rest);
  Outcome endOfFunction();
  Outcome runStmt(const syntax::Stmt *stmt);
  void runAssign(const syntax::AssignStmt &stmt);
  void runAugmented(const syntax::AugAssignStmt &stmt);
  void runAnnotated(const syntax::AnnAssignStmt &stmt);
  void declareConstexpr(const syntax::NameExpr &target, const syntax::AnnAssignStmt &stmt);
  void runExpression(const syntax::ExprStmt &stmt);
  void checkUsed();
  void runAssert(const syntax::AssertStmt &stmt);
  Outcome runReturn(const syntax::ReturnStmt &stmt);
  void refuse(const syntax::Stmt *stmt);
  void assign(const syntax::Expr *target, const Value &value);
  void assignName(const syntax::NameExpr &target, const Value &value);
  void unpack(const syntax::Expr *target, syntax::ExprList targets, const Value &value);
  Value decay(const Value &value, std::string_view name);

  // -- control_flow.cpp
  Outcome runIf(const syntax::IfStmt &stmt, const Rest *rest);
  Outcome runRuntimeIf(const syntax::IfStmt &stmt, const Value &condition, const Rest *rest);
  Outcome runUnknownIf(const syntax::IfStmt &stmt, const Rest *rest);
  Outcome runUnlessReturned(const Outcome &outcome, const Rest &rest);
  Arm runArm(syntax::StmtList stmts, const Rest *rest);
  Outcome joinArms(const Value &condition, Arm &then, Arm &orElse, bool keepScope);
  using JoinedNames = std::vector<std::pair<std::string_view, size_t>>; // name, ticket of Join
  void joinScopes(Join &join, Arm &then, Arm &orElse, JoinedNames &joined);
  void joinLive(Join &join, Arm &then, Arm &orElse, JoinedNames &joined);
  bool isLive(std::string_view name) const;
  void bindJoined(const Join &join, const JoinedNames &joined);
  void joinName(Join &join, Arm &then, Arm &orElse, std::string_view name, JoinedNames &joined);
  void adoptName(Join &join, const LocalScope &from, bool isThen, std::string_view name,
                 JoinedNames &joined);
  std::optional<size_t> joinReturns(Join &join, Arm &then, Arm &orElse, Outcome &outcome);
  std::optional<std::pair<Value, Value>> agree(Join &join, Arm &then, Arm &orElse, const Value &a,
                                               const Value &b);
  void joinUnknown(const LocalScope &other);
  void reportBranchTypes(std::string_view name, const Variable &then, const Variable &orElse,
                         const Variable *before);
  void reportReturnTypes(const Outcome &a, const Outcome &b);
  Value choose(const Value &condition, const syntax::ConditionalExpr &expr);
  std::optional<bool> knownTruth(const Value &value);
  friend class Join;

  // -- loop_carried.cpp
  struct Carried;
  std::vector<Carried> findCarried(const std::set<std::string_view> &names);
  void numberRemade(std::vector<Carried> &carried, syntax::StmtList body);
  std::vector<Value> enterLoop(const std::vector<Carried> &carried, core::Block &block);
  std::optional<std::vector<Value>> leaveRound(std::vector<Carried> &carried);
  void reportLost(const Carried &carried);
  void reportTypeChange(const Carried &carried, const Variable &after);
  std::vector<Value> emitLoop(core::OpKind op, const std::vector<Value> &bounds,
                              const std::vector<Value> &initial, std::vector<core::Block> regions,
                              core::Attributes attrs);
  void finishLoop(const std::vector<Carried> &carried, const std::vector<Value> &results,
                  const LocalScope &before, const LocalScope &after);

  // -- loop_exits.cpp: break, continue, and return inside loops
  std::string_view hiddenName(std::string_view what);
  void bindHidden(std::string_view name, const Value &value);
  Outcome leaveRound(Span where);
  Outcome runBreak(const syntax::Stmt &stmt);
  Outcome runContinue(const syntax::Stmt &stmt);
  Outcome returnFromLoop(const Value &value, Span where);
  LoopExits enterExits(syntax::StmtList body, NameSet live);
  Outcome leaveExits(bool mayReturn);
  Value stopped(const LoopExits &exits);
  void runBody(syntax::StmtList body, const LoopExits *exits);

  // -- for_loops.cpp
  struct RangeArguments;
  struct LoopBounds;
  Outcome runFor(const syntax::ForStmt &stmt);
  std::optional<RangeArguments> rangeArguments(const syntax::CallExpr &call, const Value &callee);
  bool addHint(RangeArguments &range, std::string_view name, const std::optional<Value> &value);
  Outcome runStaticRange(const syntax::ForStmt &stmt, const RangeArguments &range);
  Outcome runStaticLoop(const syntax::ForStmt &stmt, const std::vector<Value> &items);
  Outcome runRounds(const syntax::ForStmt &stmt, std::span<const Value> items, LoopExits *exits);
  void runUnknownLoop(const syntax::ForStmt &stmt);
  Outcome runRangeLoop(const syntax::ForStmt &stmt, const RangeArguments &range);
  Outcome runStoppableLoop(const syntax::ForStmt &stmt, const RangeArguments &range,
                           bool mayReturn);
  void loseIndex(const syntax::ForStmt &stmt, const NameSet &names);
  LoopBounds loopBounds(const RangeArguments &range);
  Value loopBound(const Value &value, std::string_view what);
  Value negated(const Value &value);
  Value roundsLeft(const LoopBounds &bounds, const Value &index, const Value &stop);

  // -- while_loops.cpp
  struct Rounds;
  Outcome runWhile(const syntax::WhileStmt &stmt);
  void runLoop(const NameSet &names, const Rounds &rounds);
  void addResult(const LocalScope &after, std::vector<core::Block> &regions,
                 std::vector<Value> &initial);
  std::optional<Value> testRound(const syntax::WhileStmt &stmt, bool mayStop);
  std::optional<Value> testUnlessStopped(const syntax::WhileStmt &stmt, const Value &goesOn);
  void loseNamesOfTest(const LocalScope &outside);
  const syntax::Expr *loopCondition(const syntax::Expr *test);

  // -- expressions.cpp
  Value visit(const syntax::Expr *expr);
  Value dispatch(const syntax::Expr *expr);
  Value visitNumber(const syntax::NumberExpr &expr);
  Value visitFString(const syntax::FStringExpr &expr);
  Value visitDict(const syntax::DictExpr &expr);
  Value visitSubscript(const syntax::SubscriptExpr &expr);
  Value visitSlice(const syntax::SliceExpr &expr);
  Value visitBinary(const syntax::BinaryExpr &expr);
  Value visitUnary(const syntax::UnaryExpr &expr);
  Value visitBool(const syntax::BoolExpr &expr);
  Value visitCompare(const syntax::CompareExpr &expr);
  Value compareOnce(syntax::CompareOp op, const Value &left, const Value &right);
  Value contains(const Value &item, const Value &container, bool negated);
  Value visitConditional(const syntax::ConditionalExpr &expr);
  Value visitComprehension(const syntax::ComprehensionExpr &expr);
  void bindComprehensionTarget(const syntax::Expr *target, const Value &item);
  Value refuse(const syntax::Expr *expr);
  std::vector<Value> visitElements(syntax::ExprList elements);
  std::optional<std::vector<Value>> elementsOf(const Value &value);
  // Computes with known values; what Python raises is reported.
  Value compute(const std::function<eval::Value()> &computation);
  Value raised(const eval::Raised &raised);

  // -- names.cpp
  Value visitName(const syntax::NameExpr &expr);
  Value visitAttribute(const syntax::AttributeExpr &expr);
  std::optional<Value> global(std::string_view name);
  Value fromPython(const eval::Value &value, std::string_view what);
  Value checkGlobal(std::string_view name, const eval::Value &value);
  Value unknownName(std::string_view name);
  std::optional<Value> unboundName(std::string_view name);
  Value unknownValue(std::string_view name);
  Value attribute(const Value &object, std::string_view name, Span where);
  std::optional<Value> findAttribute(const Value &object, std::string_view name);
  Value unknownAttribute(const Value &object, std::string_view name, Span where);

  // -- calls.cpp
  Value visitCall(const syntax::CallExpr &expr);
  Value callExpression(const syntax::CallExpr &expr, Value &callee);
  Value reportHostFunction(const syntax::AttributeExpr &callee);
  CallArguments evaluateArguments(const syntax::CallExpr &expr);
  std::optional<Value> methodFor(const Value &object, std::string_view name);
  Value callValue(const Value &callee, const CallArguments &arguments);
  Value callBuiltin(const Builtin &builtin, const CallArguments &arguments);
  Value bindBuiltin(const Builtin &builtin, const CallArguments &arguments);
  Value callDtype(const Dtype &dtype, const CallArguments &arguments);
  Value callJit(const JitFunction &function, const CallArguments &arguments);
  // `self`: the first argument, and what it is at the end.
  Value inlineCall(const JitFunction &function, Binding binding, Value *self = nullptr);
  Value defaultValue(const JitFunction &function, const syntax::Parameter &parameter);
  bool isRecursion(const JitFunction &function, const std::vector<Value> &arguments);
  Value callHost(const Value &callee, const CallArguments &arguments);
  Value callNamedTuple(const eval::Value &type, const CallArguments &arguments);
  std::optional<std::vector<eval::Value>> hostArguments(const CallArguments &arguments,
                                                        std::string_view name,
                                                        std::vector<eval::Keyword> &keywords);
  Value reportBinding(const BindingFailure &failure, std::vector<Help> helps,
                      std::vector<Label> labels = {});

  // -- aggregates.cpp
  Value callAggregate(AggregateType &type, const CallArguments &arguments);
  Value initialize(AggregateType &type, const AggregateType::Member &init, Value self,
                   const CallArguments &arguments);
  Value fillFields(AggregateType &type, const CallArguments &arguments);
  Value finishAggregate(AggregateType &type, const Value &value);
  Value fieldValue(AggregateType &type, const AggregateType::Field &field, const Value &value);
  std::optional<Value> aggregateMethod(const Value &object, std::string_view name);
  std::optional<Value> aggregateAttribute(const Value &object, std::string_view name);
  std::optional<Value> callSpecial(std::string_view name, const std::vector<Value> &values);
  Value compareAggregates(syntax::CompareOp op, const Value &left, const Value &right);
  Value operate(syntax::BinaryOp op, const Value &left, const Value &right);
  Value replaceFields(const CallArguments &arguments);
  void assignAttribute(const syntax::AttributeExpr &target, const Value &value);

  // -- host_view.cpp: values inside host code that runs while a kernel is compiled
  friend class HostView;
  eval::Value toHost(const Value &value);
  Value fromHost(const eval::Value &value);

  // -- python_builtins.cpp: len, isinstance, min, ...
  std::optional<Value> callPythonBuiltin(const eval::Value &callee, const CallArguments &arguments);
  Value callIsInstance(const Value &value, const Value &type);
  Value callLength(const Value &value);
  Value callGetAttr(std::string_view function, const std::vector<Value> &arguments);
  Value callExtreme(std::string_view name, const CallArguments &arguments);
  std::optional<eval::Value> constantOf(const Value &value);

  const LaunchOptions &launch_;
  const ElaborateOptions &options_;
  const bool isLint_;
  core::Kernel &kernel_;
  DiagSink &sink_;

  core::Block *block_ = nullptr;
  Activation *activation_ = nullptr;
  const CallArguments *callArguments_ = nullptr; // of the call being made
  eval::Value called_;                           // what the call that was visited last called
  Span span_;
  int depth_ = 0;         // of C++ recursion
  int budget_ = 0;        // statements that may still be run
  bool isUnsure_ = false; // in a branch that some specializations leave out, and nobody knows which
  bool anyGlobal_ = false; // default values may read any global
  bool stopped_ = false;
  std::set<std::string> hiddenNames_;  // of loops; scopes hold views of them
  const SourceMap *sources_ = nullptr; // of the kernel: other functions' are the library's
  std::set<std::tuple<DiagKind, uint32_t, uint32_t, std::string>> reported_;
};

} // namespace nereid::sema
