// Mistakes that can be seen without a launch.
//
// First the function runs with arguments about which nothing is known: what is wrong then is wrong
// always. That finds misspelled names and wrong calls, but little more, since every tile depends
// on some argument. So it then runs several times with guesses: parameters that are loaded through
// are pointers to some element type, those that bound a range or a mask are scalars, constants that
// size a tile are small powers of two. A mistake that appears in every guess, however different,
// does not depend on the guess. Parameters whose use says nothing stay unknown.
#include <map>

#include "sema/elaborator.h"
#include "sema/syntax_scan.h"

namespace nereid::sema {

using namespace syntax;

namespace {

// Number: it may be a float; Integer: it may not; Size: a constant that sizes a tile.
enum class Use : uint8_t { Unknown, Number, Integer, Size, Pointer, Mixed };

bool isMemoryCall(const CallExpr &call) {
  const auto *callee = as<AttributeExpr>(call.callee);
  if (!callee || call.arguments.empty() || call.arguments[0].kind != Argument::Kind::Positional)
    return false;
  return callee->name == "load" || callee->name == "store" ||
         callee->name.substr(0, 7) == "atomic_";
}

bool isCallTo(const CallExpr &call, std::string_view name) {
  const auto *callee = as<AttributeExpr>(call.callee);
  const auto *bare = as<NameExpr>(call.callee);
  return callee ? callee->name == name : bare && bare->name == name;
}

// How a function's parameters are used, as far as the text alone shows it.
class ParameterUses {
public:
  explicit ParameterUses(const FunctionDef &definition) {
    for (const Parameter &parameter : definition.parameters)
      uses_[parameter.name] = Use::Unknown;
    forEachStmt(definition.body, [&](const Stmt *stmt) { recordAssignment(stmt); });
    forEachStmt(definition.body, [&](const Stmt *stmt) {
      for (const Expr *expr : expressionsOf(stmt))
        forEachExpr(expr, [&](const Expr *each) { recordUse(each); });
    });
  }

  Use of(std::string_view parameter) const { return uses_.at(parameter); }

private:
  // a in `a + b + c`: what a sum of a pointer and offsets starts with.
  static std::string_view leftmostName(const Expr *expr) {
    while (const auto *binary = as<BinaryExpr>(expr))
      expr = binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub ? binary->left : nullptr;
    const auto *name = as<NameExpr>(expr);
    return name ? name->name : std::string_view{};
  }

  void recordAssignment(const Stmt *stmt) {
    const auto *assign = as<AssignStmt>(stmt);
    if (!assign)
      return;
    for (const Expr *target : assign->targets)
      if (const auto *name = as<NameExpr>(target))
        origins_[name->name].insert(leftmostName(assign->value));
  }

  // The parameter that `name` starts from, on every path; empty if there is no such.
  std::string_view parameterBehind(std::string_view name, int steps = 0) const {
    auto origins = origins_.find(name);
    bool isParameter = uses_.count(name);
    if (origins == origins_.end())
      return isParameter ? name : std::string_view{};
    std::string_view found = isParameter ? name : std::string_view{};
    for (std::string_view origin : origins->second) {
      if (origin == name)
        continue; // x = x + 1
      std::string_view behind =
          origin.empty() || steps > 20 ? std::string_view{} : parameterBehind(origin, steps + 1);
      if (behind.empty() || (!found.empty() && behind != found))
        return {};
      found = behind;
    }
    return found;
  }

  void mark(std::string_view parameter, Use use) {
    auto found = uses_.find(parameter);
    if (found == uses_.end())
      return;
    // A pointer here and a number there: which it is depends on some flag.
    bool isMixed =
        found->second != Use::Unknown && (found->second == Use::Pointer) != (use == Use::Pointer);
    found->second = isMixed ? Use::Mixed : std::max(found->second, use);
  }

  void markName(const Expr *expr, Use use) {
    if (const auto *name = as<NameExpr>(expr))
      if (!origins_.count(name->name)) // not a variable of the function
        mark(name->name, use);
  }

  void recordUse(const Expr *expr) {
    if (const auto *compare = as<CompareExpr>(expr)) {
      if (compare->ops[0] == CompareOp::Less && compare->ops.size() == 1)
        markName(compare->rest[0], Use::Number); // offsets < n
      return;
    }
    const auto *call = as<CallExpr>(expr);
    if (!call)
      return;
    if (isMemoryCall(*call))
      mark(parameterBehind(leftmostName(call->arguments[0].value)), Use::Pointer);
    if (isCallTo(*call, "arange") && call->arguments.size() == 2)
      markName(call->arguments[1].value, Use::Size);
    if (isCallTo(*call, "range") && !call->arguments.empty())
      for (const Argument &argument : call->arguments)
        if (argument.kind == Argument::Kind::Positional)
          markName(argument.value, Use::Integer);
  }

  std::map<std::string_view, Use> uses_; // of every parameter
  std::map<std::string_view, std::set<std::string_view>> origins_;
};

// One assumption about all arguments.
struct Guess {
  Scalar pointee;
  Scalar scalar;
  int size;
};

// Different enough that no two mistake one another's kernel.
constexpr Guess kGuesses[] = {{Scalar::F32, Scalar::I32, 64},   {Scalar::F16, Scalar::I32, 16},
                              {Scalar::I32, Scalar::I32, 64},   {Scalar::I64, Scalar::I64, 32},
                              {Scalar::U8, Scalar::I32, 16},    {Scalar::I1, Scalar::I32, 64},
                              {Scalar::F32, Scalar::F32, 32},   {Scalar::F16, Scalar::F32, 64},
                              {Scalar::BF16, Scalar::I32, 128}, {Scalar::F8E5M2, Scalar::I32, 32}};

core::Type scalarOf(Scalar element) {
  return {.element = element, .shape = {}};
}

ArgumentSpec guessed(const ParameterInfo &info, Use use, const Guess &guess) {
  if (info.isConstexpr)
    return use == Use::Size ? ArgumentSpec::constantOf(eval::Value::integer(guess.size))
                            : ArgumentSpec();
  if (use == Use::Pointer) {
    core::Type type = scalarOf(guess.pointee);
    type.isPointer = true;
    type.isConst = info.isConst;
    return ArgumentSpec::runtime(type);
  }
  if (use == Use::Integer)
    return ArgumentSpec::runtime(scalarOf(isFloat(guess.scalar) ? Scalar::I32 : guess.scalar));
  return use == Use::Number ? ArgumentSpec::runtime(scalarOf(guess.scalar)) : ArgumentSpec();
}

// Mistakes that may be owed to a guessed size.
bool dependsOnSizes(DiagKind kind) {
  return kind == DiagKind::StaticAssertFailed || kind == DiagKind::TileTooLarge ||
         kind == DiagKind::NotPowerOfTwo || kind == DiagKind::BadRange ||
         kind == DiagKind::ConstexprError || kind == DiagKind::ValueOutOfRange;
}

// A mistake is known by its place: what is a wrong shape for floats may be a wrong type for ints.
using Mistake = std::pair<uint32_t, uint32_t>;

Mistake identityOf(const Diagnostic &diagnostic) {
  return {diagnostic.primary.span.begin, diagnostic.primary.span.end};
}

std::vector<Diagnostic> run(const JitFunction &function, const std::vector<ArgumentSpec> &arguments,
                            const ElaborateOptions &options) {
  LaunchOptions launch;
  core::Kernel kernel; // built along the way, and dropped
  DiagSink sink;
  Elaborator elaborator(launch, options, /*isLint=*/true, kernel, sink);
  elaborator.runKernel(function, arguments);
  return sink.sorted();
}

// A declared dtype is no guess. Python's int and float say too little: an int may be a constant.
bool isDeclared(const ParameterInfo &info, const Parameter &parameter) {
  const auto *name = as<NameExpr>(parameter.annotation);
  bool isPython = name && (name->name == "int" || name->name == "float" || name->name == "bool");
  return info.declared && !info.isConstexpr && !isPython;
}

// The errors, as the first guess shows them, whose places every guess finds wrong.
std::vector<Diagnostic> mistakesOfAllGuesses(const JitFunction &function,
                                             const std::vector<ArgumentSpec> &known,
                                             const ElaborateOptions &options) {
  ParameterUses uses(*function.definition);
  std::vector<ParameterInfo> infos = parametersOf(function);
  std::optional<std::vector<Diagnostic>> mistakes;
  for (const Guess &guess : kGuesses) {
    std::vector<ArgumentSpec> arguments = known;
    for (size_t i = 0; i < infos.size(); ++i)
      if (known[i].kind == ArgumentSpec::Kind::Unknown)
        arguments[i] = guessed(infos[i], uses.of(infos[i].name), guess);
    std::vector<Diagnostic> found = run(function, arguments, options);
    std::set<Mistake> places;
    for (const Diagnostic &each : found)
      if (severityOf(each.kind) == Severity::Error)
        places.insert(identityOf(each));
    if (!mistakes)
      mistakes = std::move(found);
    std::erase_if(*mistakes,
                  [&](const Diagnostic &each) { return !places.count(identityOf(each)); });
    if (mistakes->empty())
      break;
  }
  return std::move(*mistakes);
}

} // namespace

void lint(const JitFunction &function, const ElaborateOptions &options, DiagSink &sink) {
  WorkScope work("checking " + std::string(function.definition->name));
  ElaborateOptions quiet = options;
  quiet.print = nullptr;
  const FunctionDef &definition = *function.definition;
  std::vector<ParameterInfo> infos = parametersOf(function);
  ParameterUses uses(definition);
  std::vector<ArgumentSpec> arguments(infos.size());
  bool hasGuess = false, hasSizes = false;
  for (size_t i = 0; i < infos.size(); ++i) {
    Use use = uses.of(infos[i].name);
    if (isDeclared(infos[i], definition.parameters[i]))
      arguments[i] = ArgumentSpec::runtime(*infos[i].declared);
    else
      hasGuess = hasGuess || use != Use::Unknown;
    hasSizes = hasSizes || (use == Use::Size && infos[i].isConstexpr);
  }
  std::set<Mistake> certain;
  for (Diagnostic &diagnostic : run(function, arguments, quiet)) {
    certain.insert(identityOf(diagnostic));
    sink.report(std::move(diagnostic));
  }
  if (!hasGuess)
    return;
  for (Diagnostic &diagnostic : mistakesOfAllGuesses(function, arguments, quiet)) {
    bool fromSize = hasSizes && dependsOnSizes(diagnostic.kind);
    if (!fromSize && !certain.count(identityOf(diagnostic)))
      sink.report(std::move(diagnostic));
  }
}

} // namespace nereid::sema
