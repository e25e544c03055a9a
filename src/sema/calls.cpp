// Calls. A jit function is inlined: its body is elaborated in place, in names of its own, so every
// call is checked against the very types it gets. Library functions are jit functions too; what
// happens inside them is reported where the author called them.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "sema/elaborator.h"
#include "sema/habits.h"
#include "sema/signature.h"

namespace nereid::sema {

using namespace syntax;

// How deep calls may nest: recursion that ends does so earlier.
static constexpr int kMaxCalls = 100;

// Is this a call of np.sqrt, time.time, ...? Numbers (np.pi) and types (torch.finfo) are constants.
static bool isHostFunction(const eval::Value &object, std::string_view member) {
  const auto *module = object.as<eval::Module>();
  if (!module || !isHostPackage(module->name) || member == "finfo" || member == "iinfo")
    return false;
  std::optional<eval::Value> found = object.object()->getAttr(member);
  return found && (found->as<eval::NativeFunction>() || found->as<Unknown>());
}

Value Elaborator::visitCall(const CallExpr &expr) {
  Value callee;
  Value result = callExpression(expr, callee);
  called_ = callee.constant;
  return result;
}

Value Elaborator::callExpression(const CallExpr &expr, Value &callee) {
  const auto *member = as<AttributeExpr>(expr.callee);
  if (!member) {
    callee = visit(expr.callee);
    return callValue(callee, evaluateArguments(expr));
  }
  Value object = visit(member->object);
  if (!object.isError())
    if (std::optional<Value> method = methodFor(object, member->name)) {
      callee = *method;
      CallArguments arguments = evaluateArguments(expr);
      arguments.positional.insert(arguments.positional.begin(), object);
      arguments.spans.insert(arguments.spans.begin(), place(member->object->span));
      return callValue(*method, arguments);
    }
  if (object.isConstant() && isHostFunction(object.constant, member->name))
    return reportHostFunction(*member);
  callee = attribute(object, member->name, place(member->nameSpan));
  return callValue(callee, evaluateArguments(expr));
}

Value Elaborator::reportHostFunction(const AttributeExpr &callee) {
  std::vector<Help> helps;
  Value language = Value::ofConstant(languageModule());
  if (languageModule()->members.find(callee.name))
    helps.push_back({cat("`tl.", callee.name, "` works on tiles")});
  else if (std::optional<std::string> habit = habitForAttribute(language, callee.name))
    helps.push_back({*habit});
  return failIn(place(callee.span), DiagKind::ForbiddenGlobal,
                cat("`", activation_->function->sources->text(callee.span),
                    "` runs on the host: a kernel cannot call it"),
                {}, {}, std::move(helps));
}

// The function that `object.name(...)` calls with `object` first, if that is a method of tiles.
std::optional<Value> Elaborator::methodFor(const Value &object, std::string_view name) {
  bool isNumber = object.isPythonScalar();
  if (object.isConstant() && !isNumber)
    return std::nullopt;
  if (object.isTuple())
    return object.isAggregate() ? aggregateMethod(object, name) : std::nullopt;
  if (object.kind == Value::Kind::Descriptor)
    if (std::string own = cat("descriptor.", name); findBuiltin(own))
      return Value::ofConstant(eval::make<Builtin>(std::move(own)));
  const BuiltinSpec *spec = findBuiltin(name);
  if (spec && spec->isMethod) {
    if (isNumber)
      notPortable(cat("Triton has no `", name, "` on a compile-time number"));
    return Value::ofConstant(eval::make<Builtin>(std::string(name)));
  }
  if (!object.isTile() || !isLibraryMethod(name))
    return std::nullopt;
  const eval::Value *function = languageModule()->members.find(name);
  return function ? std::optional(Value::ofConstant(*function)) : std::nullopt;
}

CallArguments Elaborator::evaluateArguments(const CallExpr &expr) {
  CallArguments result;
  for (const Argument &argument : expr.arguments) {
    Value value = visit(argument.value);
    Span span = place(argument.value->span);
    switch (argument.kind) {
    case Argument::Kind::Positional:
      result.positional.push_back(std::move(value));
      break;
    case Argument::Kind::Keyword:
      result.keywords.push_back(
          {argument.keyword, place(argument.keywordSpan), span, std::move(value)});
      break;
    case Argument::Kind::Star:
      if (std::optional<std::vector<Value>> elements = elementsOf(value)) {
        result.positional.insert(result.positional.end(), elements->begin(), elements->end());
        break;
      }
      if (!value.isError())
        failIn(span, DiagKind::WrongArguments, cat("`*` unpacks ", describe(value)), "not a tuple");
      result.isOpen = true;
      break;
    case Argument::Kind::DoubleStar:
      if (value.isTuple() && value.tuple->fields.size() == value.tuple->elements.size()) {
        notPortable("Triton has no `**` in calls");
        for (size_t i = 0; i < value.tuple->fields.size(); ++i)
          result.keywords.push_back({value.tuple->fields[i], span, span, value.tuple->elements[i]});
        break;
      }
      if (!value.isError())
        failIn(span, DiagKind::UnsupportedExpression, cat("`**` unpacks ", describe(value)),
               "not what `**kwargs` of this function holds", {}, {{"write the keywords out"}});
      result.isOpen = true;
      break;
    }
    result.spans.resize(result.positional.size(), span);
  }
  return result;
}

Value Elaborator::callValue(const Value &callee, const CallArguments &arguments) {
  if (callee.isError() || arguments.isOpen)
    return Value::error();
  if (callee.isAggregate()) {
    CallArguments whole = arguments;
    whole.positional.insert(whole.positional.begin(), callee);
    if (std::optional<Value> method = aggregateMethod(callee, "__call__"))
      return callValue(*method, whole);
  }
  if (!callee.isConstant() || !callee.constant.isObject())
    return fail(DiagKind::NotCallable, cat("this is ", describe(callee), ", which is no function"),
                callee.origin == span_ ? std::vector<Label>{}
                                       : std::vector<Label>{{callee.origin, describe(callee)}});
  const eval::Value &function = callee.constant;
  Restore here(callArguments_, &arguments);
  if (const auto *builtin = function.as<Builtin>())
    return builtin->name == "aggregate_replace" ? replaceFields(arguments)
                                                : callBuiltin(*builtin, arguments);
  if (const auto *jit = function.as<JitFunction>())
    return callJit(*jit, arguments);
  if (const auto *dtype = function.as<Dtype>())
    return callDtype(*dtype, arguments);
  if (std::optional<Value> result = callPythonBuiltin(function, arguments))
    return *result;
  return callHost(callee, arguments);
}

Value Elaborator::reportBinding(const BindingFailure &failure, std::vector<Help> helps,
                                std::vector<Label> labels) {
  std::vector<Help> all = failure.helps;
  all.insert(all.end(), helps.begin(), helps.end());
  return failIn(failure.where, DiagKind::WrongArguments, failure.headline, failure.label,
                std::move(labels), std::move(all));
}

// -- Builtins ---

// Functions under @tl.core.extern hand on what upstream's compiler gives them: `_semantic`.
static CallArguments withoutCompiler(const CallArguments &arguments) {
  CallArguments result = arguments;
  std::erase_if(result.keywords, [](const KeywordArgument &keyword) {
    return keyword.value.isNone() && (keyword.name == "_semantic" || keyword.name == "_builder");
  });
  return result;
}

Value Elaborator::callBuiltin(const Builtin &builtin, const CallArguments &arguments) {
  if (activation_->function->isExtern)
    return bindBuiltin(builtin, withoutCompiler(arguments));
  return bindBuiltin(builtin, arguments);
}

Value Elaborator::bindBuiltin(const Builtin &builtin, const CallArguments &arguments) {
  const BuiltinSpec *spec = findBuiltin(builtin.name);
  if (!spec)
    return fail(DiagKind::UnsupportedExpression,
                cat("`tl.", builtin.name, "` stands where no loop is"), {},
                {{cat("it is written in a loop's head: `for i in tl.", builtin.name, "(n):`")}});
  const BuiltinSignature &signature = signatureOf(*spec);
  Binding binding;
  if (auto failure = bindArguments(signature.callee, signature.parameters, arguments, binding))
    return reportBinding(*failure, {{cat("it is `", signature.spelling, "`")}});
  if (arguments.hasUnknown())
    return Value::error();
  BoundArguments bound;
  for (size_t i = 0; i < binding.values.size(); ++i) {
    bound.given.push_back(binding.values[i].has_value());
    bound.values.push_back(binding.values[i] ? *binding.values[i] : signature.defaults[i]);
  }
  bound.rest = std::move(binding.rest);
  return spec->apply(*this, bound);
}

// tl.float32(0): a scalar of that type.
Value Elaborator::callDtype(const Dtype &dtype, const CallArguments &arguments) {
  Binding binding;
  std::string name = dtype.repr().substr(std::string_view("triton.language.").size());
  if (auto failure = bindArguments(cat("tl.", name), {{"value"}}, arguments, binding))
    return reportBinding(*failure, {});
  if (arguments.hasUnknown())
    return Value::error();
  return castTo(*this, *binding.values[0], dtype.scalar);
}

// -- Jit functions ---

Value Elaborator::callJit(const JitFunction &function, const CallArguments &arguments) {
  const FunctionDef &definition = *function.definition;
  bool isLibrary = isForeign(function);
  std::string callee = cat(isLibrary ? "tl." : "", definition.name);
  Binding binding;
  if (auto failure = bindArguments(callee, formalParameters(definition), arguments, binding)) {
    std::string_view header = function.sources->text(definition.header);
    if (isLibrary && startsWith(header, "def "))
      return reportBinding(*failure,
                           {{cat("it is `tl.", header.substr(4, header.rfind(')') - 3), "`")}});
    return reportBinding(*failure, {}, {{definition.nameSpan, "defined here"}});
  }
  // Lint sees every function on its own; here it would only guess.
  if (arguments.hasUnknown())
    return Value::error();
  if (function.noinline)
    for (const std::optional<Value> &value : binding.values)
      if (value && value->isTile() && !value->type.isScalar())
        notPortable(cat("Triton refuses to call a `noinline` function with ", describe(*value)));
  return inlineCall(function, std::move(binding));
}

// `**kwargs`: a named tuple that only `**kwargs` of a call takes apart.
static Value namedArguments(const std::vector<KeywordArgument> &keywords) {
  TupleValue tuple;
  for (const KeywordArgument &keyword : keywords) {
    tuple.fields.emplace_back(keyword.name);
    tuple.elements.push_back(keyword.value);
  }
  Value result = Value::ofTuple({});
  result.tuple = std::make_shared<TupleValue>(std::move(tuple));
  return result;
}

Value Elaborator::inlineCall(const JitFunction &function, Binding binding, Value *self) {
  const FunctionDef &definition = *function.definition;
  Activation callee;
  callee.function = &function;
  callee.caller = activation_;
  callee.call = span_;
  callee.isLibrary = isForeign(function);
  std::vector<ParameterInfo> infos = parametersOf(function);
  for (size_t i = 0; i < definition.parameters.size(); ++i) {
    const Parameter &parameter = definition.parameters[i];
    Value value;
    if (parameter.kind == Parameter::Kind::Star)
      value = Value::ofTuple(std::move(binding.rest));
    else if (parameter.kind == Parameter::Kind::DoubleStar)
      value = namedArguments(binding.named);
    else
      value = binding.values[i] ? *binding.values[i] : defaultValue(function, parameter);
    Span span = callee.isLibrary ? span_ : parameter.span;
    // In a function that kernels call, `tl.constexpr` promises nothing: public kernels pass tiles
    // to such parameters, and upstream takes them. The language's own functions mean it.
    bool isKnown = flatten(value).empty();
    if (infos[i].isConstexpr && !isKnown && callee.isLibrary)
      value = failAt(value.origin, DiagKind::NotConstexpr,
                     cat("`", definition.name, "` takes `", parameter.name,
                         "` as a constant, and gets ", describe(value)),
                     "known only at run time");
    if (value.isError())
      return value;
    callee.arguments.push_back(value);
    callee.scope.bind(parameter.name, {std::move(value), span, infos[i].isConstexpr && isKnown});
  }
  if (isRecursion(function, callee.arguments))
    return fail(DiagKind::Recursion, cat("`", definition.name, "` calls itself without end"), {},
                {{"a kernel is unrolled while it compiles: recursion must end at compile time, "
                  "by a `tl.constexpr` that changes from call to call"}});
  if (!callee.isLibrary) {
    callee.frame = static_cast<uint32_t>(kernel_.frames.size());
    kernel_.frames.push_back({activation_->frame, span_, std::string(definition.name)});
  } else {
    callee.frame = activation_->frame;
  }
  Restore here(activation_, &callee);
  Restore strict(anyGlobal_, function.isExtern);
  Rest end{.endsFunction = true};
  Span call = span_;
  Outcome outcome = runList(definition.body, &end);
  if (self)
    if (const Variable *variable = scope().find(definition.parameters[0].name))
      *self = variable->value;
  Value result = outcome.kind == Outcome::Kind::Falls ? Value::ofConstant({}) : outcome.value;
  result.origin = call;
  return result;
}

// A default is computed in the scope that surrounds its function.
Value Elaborator::defaultValue(const JitFunction &function, const Parameter &parameter) {
  Activation definition;
  definition.function = &function;
  definition.caller = activation_;
  definition.call = span_;
  definition.frame = activation_->frame;
  definition.isLibrary = isForeign(function);
  Span call = span_;
  Restore here(activation_, &definition);
  Restore any(anyGlobal_, true);
  Value value = visit(parameter.defaultValue);
  value.origin = call;
  return value;
}

bool Elaborator::isRecursion(const JitFunction &function, const std::vector<Value> &arguments) {
  int depth = 0;
  for (const Activation *at = activation_; at; at = at->caller) {
    if (++depth > kMaxCalls)
      return true;
    if (at->function != &function || at->arguments.size() != arguments.size())
      continue;
    bool same = true;
    for (size_t i = 0; i < arguments.size(); ++i)
      same = same && sameType(at->arguments[i], arguments[i]);
    if (same)
      return true;
  }
  return false;
}

// -- Host functions and classes on constants ---

static std::string nameOfFunction(const eval::Value &function) {
  try {
    return eval::str(eval::getAttr(function, "__name__"));
  } catch (const eval::Raised &) {
    return eval::typeName(function);
  }
}

static bool isNamedTupleClass(const eval::Value &type) {
  return type.object()->getAttr("_fields").has_value();
}

Value Elaborator::callHost(const Value &callee, const CallArguments &arguments) {
  const eval::Value &function = callee.constant;
  if (!function.object()->isCallable())
    return fail(DiagKind::NotCallable, cat("cannot call ", describe(callee)), {}, {});
  if (AggregateType *type = AggregateType::of(function))
    return callAggregate(*type, arguments);
  if (isNamedTupleClass(function))
    return callNamedTuple(function, arguments);
  std::optional<eval::Value> wrapped = function.object()->getAttr("fn");
  if (wrapped && wrapped->as<JitFunction>()) // an autotuned kernel: its function
    return callJit(*wrapped->as<JitFunction>(), arguments);
  std::string name = nameOfFunction(function);
  bool isAllowed = function.as<ConstexprFunction>() || function.as<eval::NativeFunction>() ||
                   function.as<eval::Type>();
  if (!isAllowed)
    return fail(DiagKind::ForbiddenGlobal,
                cat("`", name, "` is a Python function, which a kernel cannot call"), {},
                {{cat("put `@triton.jit` above `def ", name, "`")},
                 {"or `@triton.constexpr_function`, if it computes constants from constants"}});
  if (arguments.hasUnknown())
    return Value::error();
  std::vector<eval::Keyword> keywords;
  std::optional<std::vector<eval::Value>> positional = hostArguments(arguments, name, keywords);
  if (!positional)
    return Value::error();
  return compute([&] { return eval::call(function, eval::Arguments{*positional, keywords}); });
}

// The arguments as Python values; nothing after a report.
std::optional<std::vector<eval::Value>>
Elaborator::hostArguments(const CallArguments &arguments, std::string_view name,
                          std::vector<eval::Keyword> &keywords) {
  std::vector<eval::Value> positional;
  bool allKnown = true;
  auto constant = [&](const Value &value) -> eval::Value {
    if (value.isAggregate())
      return toHost(value);
    if (std::optional<eval::Value> known = constantOf(value))
      return *known;
    std::vector<Help> helps;
    if (languageModule()->members.find(name))
      helps.push_back({cat("`tl.", name, "` works on tiles")});
    else if (std::optional<std::string> habit = habitForName(name))
      helps.push_back({*habit});
    failAt(value.origin, DiagKind::NotConstexpr,
           cat("`", name, "` computes constants only, and gets ", describe(value)),
           "known only at run time", {}, std::move(helps));
    allKnown = false;
    return {};
  };
  for (const Value &value : arguments.positional)
    positional.push_back(constant(value));
  for (const KeywordArgument &keyword : arguments.keywords)
    keywords.push_back({keyword.name, constant(keyword.value)});
  return allKnown ? std::optional(std::move(positional)) : std::nullopt;
}

Value Elaborator::callNamedTuple(const eval::Value &type, const CallArguments &arguments) {
  std::string name = nameOfFunction(type);
  std::vector<eval::Value> fields = eval::items(*type.object()->getAttr("_fields"));
  std::optional<eval::Value> defaults = type.object()->getAttr("_field_defaults");
  const eval::Dict *table = defaults ? defaults->as<eval::Dict>() : nullptr;
  std::vector<FormalParameter> formal;
  TupleValue tuple;
  tuple.className = name;
  for (const eval::Value &field : fields)
    tuple.fields.push_back(*field.asString());
  for (const std::string &field : tuple.fields)
    formal.push_back({field, FormalParameter::Kind::Normal, table && table->find(field)});
  Binding binding;
  if (auto failure = bindArguments(name, formal, arguments, binding))
    return reportBinding(*failure, {{cat("it is `", name, "(", join(tuple.fields, ", "), ")`")}});
  for (size_t i = 0; i < formal.size(); ++i)
    tuple.elements.push_back(binding.values[i] ? *binding.values[i]
                                               : Value::ofConstant(*table->find(formal[i].name)));
  Value result = Value::ofTuple({});
  result.tuple = std::make_shared<TupleValue>(std::move(tuple));
  return result;
}

} // namespace nereid::sema
