#include "sema/elaborator.h"

#include "base/text.h"

namespace nereid::sema {

// More errors than this help nobody.
static constexpr size_t kMaxErrors = 20;
// Statements one elaboration may run, unrolled loops and inlined calls included: some seconds.
static constexpr int kMaxStatements = 500'000;

Elaborator::Elaborator(const LaunchOptions &launch, const ElaborateOptions &options, bool isLint,
                       core::Kernel &kernel, DiagSink &sink)
    : launch_(launch), options_(options), isLint_(isLint), kernel_(kernel), sink_(sink),
      block_(&kernel.body), budget_(kMaxStatements) {}

void Elaborator::runKernel(const JitFunction &function,
                           const std::vector<ArgumentSpec> &arguments) {
  const syntax::FunctionDef &definition = *function.definition;
  NEREID_CHECK(arguments.size() == definition.parameters.size(),
               "a specialization has one argument per parameter");
  Activation activation;
  activation.function = &function;
  sources_ = function.sources;
  Restore here(activation_, &activation);
  Restore where(span_, definition.nameSpan);
  kernel_.name = definition.name;
  kernel_.span = definition.header;
  kernel_.allowContraction = launch_.allowContraction;
  kernel_.frames[0].function = definition.name;
  std::vector<ParameterInfo> infos = parametersOf(function);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const syntax::Parameter &parameter = definition.parameters[i];
    Value value = bindParameter(std::string(parameter.name), arguments[i], parameter.span);
    value.origin = parameter.span;
    activation.arguments.push_back(value);
    scope().bind(parameter.name, {value, parameter.span, infos[i].isConstexpr});
  }
  Rest end{.endsFunction = true};
  try {
    runList(definition.body, &end);
  } catch (const eval::Raised &exception) { // visit() catches what has a better place
    raised(exception);
  }
}

// -- Emitting ---

core::ValueId Elaborator::newValue(const core::Type &type) {
  kernel_.typeOf.push_back(type);
  return core::ValueId(static_cast<uint32_t>(kernel_.typeOf.size() - 1));
}

core::Stmt &Elaborator::append(core::OpKind op, std::span<const Value> operands,
                               const std::vector<core::Type> &results, core::Attributes attrs) {
  core::Stmt stmt;
  stmt.op = op;
  stmt.span = span_;
  stmt.frame = activation_->frame;
  for (const Value &operand : operands) {
    NEREID_CHECK(operand.isTile(), cat("an operand of ", core::nameOf(op), " is not a tile"));
    stmt.operands.push_back(operand.id);
  }
  for (const core::Type &type : results)
    stmt.results.push_back(newValue(type));
  stmt.attrs = std::move(attrs);
  block_->body.push_back(std::move(stmt));
  return block_->body.back();
}

static bool anyError(std::span<const Value> operands) {
  for (const Value &operand : operands)
    if (operand.isError())
      return true;
  return false;
}

Value Elaborator::emit(core::OpKind op, std::span<const Value> operands, core::Type result,
                       core::Attributes attrs) {
  if (anyError(operands))
    return Value::error();
  core::ValueId id = append(op, operands, {result}, std::move(attrs)).results[0];
  Value value = Value::tile(id, std::move(result));
  value.origin = span_;
  return value;
}

void Elaborator::emitVoid(core::OpKind op, std::span<const Value> operands,
                          core::Attributes attrs) {
  if (!anyError(operands))
    append(op, operands, {}, std::move(attrs));
}

std::vector<Value> Elaborator::emitMany(core::OpKind op, std::span<const Value> operands,
                                        std::vector<core::Type> results, core::Attributes attrs,
                                        std::vector<core::Block> regions) {
  if (anyError(operands))
    return std::vector<Value>(results.size());
  core::Stmt &stmt = append(op, operands, results, std::move(attrs));
  stmt.regions = std::move(regions);
  std::vector<Value> values;
  for (size_t i = 0; i < results.size(); ++i) {
    values.push_back(Value::tile(stmt.results[i], std::move(results[i])));
    values.back().origin = span_;
  }
  return values;
}

Value Elaborator::undefined(const core::Type &type) {
  return emit(core::OpKind::Undef, {}, type, {});
}

Value Elaborator::constantFlag(bool value) {
  core::Attributes attrs;
  attrs.bits = value;
  return emit(core::OpKind::Constant, {}, {.element = Scalar::I1, .shape = {}}, attrs);
}

std::optional<core::Block> Elaborator::region(const Value &combine,
                                              const std::vector<core::Type> &arguments,
                                              std::vector<core::Type> &results) {
  core::Block block;
  CallArguments given;
  for (const core::Type &type : arguments) {
    block.arguments.push_back(newValue(type));
    given.positional.push_back(Value::tile(block.arguments.back(), type));
    given.positional.back().origin = span_;
  }
  Restore here(block_, &block);
  Value value = callValue(combine, given);
  std::vector<Value> parts = {value};
  if (value.isTuple())
    parts = value.tuple->elements;
  results.clear();
  for (const Value &part : parts) {
    Value tile = part.isTile() ? part : toTile(*this, part);
    if (!tile.isTile())
      return std::nullopt;
    block.yields.push_back(tile.id);
    results.push_back(tile.type);
  }
  return block;
}

Value Elaborator::call(const Value &callee, std::vector<Value> positional) {
  return callValue(callee, {std::move(positional), {}});
}

Value Elaborator::callLibrary(std::string_view name, std::vector<Value> positional) {
  std::optional<eval::Value> function = languageModule()->getAttr(name);
  NEREID_CHECK(function && function->as<JitFunction>(), cat("the library has no function ", name));
  return callJit(*function->as<JitFunction>(), {std::move(positional), {}});
}

// -- Reporting ---

void Elaborator::report(Diagnostic diagnostic) {
  if (stopped_)
    return;
  Span where = diagnostic.primary.span;
  if (!reported_.insert({diagnostic.kind, where.begin, where.end, diagnostic.headline}).second)
    return;
  Span last;
  for (const Activation *at = activation_; at && at->caller; at = at->caller)
    if (!at->isLibrary && !(at->call == std::exchange(last, at->call))) // recursion: once
      diagnostic.calls.push_back(
          {at->call, cat("`", at->function->definition->name, "` is called from here")});
  bool isError = severityOf(diagnostic.kind) == Severity::Error;
  sink_.report(std::move(diagnostic));
  if (isError && sink_.errorCount() >= kMaxErrors)
    stopped_ = true;
}

Value Elaborator::fail(DiagKind kind, std::string headline, std::vector<Label> labels,
                       std::vector<Help> helps) {
  return failIn(span_, kind, std::move(headline), {}, std::move(labels), std::move(helps));
}

static bool holds(Span outer, Span inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// A mistake belongs where it is made, not where its value was computed: if `where` is elsewhere,
// it becomes a label, and the argument of the current call that brought the value from there is
// the primary place.
Value Elaborator::failAt(Span where, DiagKind kind, std::string headline, std::string label,
                         std::vector<Label> labels, std::vector<Help> helps) {
  if (where == Span{} || holds(span_, where))
    return failIn(where, kind, std::move(headline), std::move(label), std::move(labels),
                  std::move(helps));
  Span argument = callArguments_ ? callArguments_->spanOf(where) : Span{};
  std::erase_if(labels, [&](const Label &each) { return each.span == where; });
  labels.push_back({where, std::move(label)});
  return failIn(holds(span_, argument) ? argument : span_, kind, std::move(headline), {},
                std::move(labels), std::move(helps));
}

Value Elaborator::failIn(Span where, DiagKind kind, std::string headline, std::string label,
                         std::vector<Label> labels, std::vector<Help> helps) {
  if (isLint_ && isUnsure_ && kind == DiagKind::StaticAssertFailed)
    return Value::error(); // for the specializations that are not meant
  Span primary = where == Span{} ? span_ : place(where);
  report({.kind = kind,
          .headline = std::move(headline),
          .primary = {primary, std::move(label)},
          .labels = std::move(labels),
          .helps = std::move(helps)});
  return Value::error();
}

void Elaborator::warn(DiagKind kind, std::string headline, std::vector<Help> helps, Label primary) {
  if (primary.span == Span{})
    primary.span = span_;
  report({.kind = kind,
          .headline = std::move(headline),
          .primary = std::move(primary),
          .helps = std::move(helps)});
}

void Elaborator::notPortable(std::string headline) {
  if (options_.portable && !activation_->isLibrary)
    warn(DiagKind::NotPortable, std::move(headline), {});
}

bool Elaborator::spend() {
  if (stopped_)
    return false;
  if (budget_-- > 0)
    return true;
  failIn(span_, DiagKind::BadRange,
         cat("this kernel unrolls into more than ", kMaxStatements, " statements"), {}, {},
         {{"`tl.range` makes a loop that runs instead of unrolling"}});
  stopped_ = true;
  return false;
}

// -- The doors ---

std::optional<core::Kernel> elaborate(const JitFunction &function, const Specialization &spec,
                                      const ElaborateOptions &options, DiagSink &sink) {
  WorkScope work(cat("elaborating ", function.definition->name));
  size_t errors = sink.errorCount();
  core::Kernel kernel;
  Elaborator elaborator(spec.options, options, /*isLint=*/false, kernel, sink);
  elaborator.runKernel(function, spec.arguments);
  if (sink.errorCount() != errors)
    return std::nullopt;
  return kernel;
}

} // namespace nereid::sema
