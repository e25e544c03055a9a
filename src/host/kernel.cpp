#include "host/kernel.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/launch.h"

namespace nereid::host {

namespace {

// The parameter that an entry of a do_not_specialize list means: a name or an index.
size_t parameterIn(const syntax::FunctionDef &definition, const eval::Value &entry) {
  if (entry.isInt() && entry.asInt() >= 0 &&
      entry.asInt() < eval::Int(definition.parameters.size()))
    return static_cast<size_t>(entry.asInt());
  if (const std::string *name = entry.asString())
    for (size_t i = 0; i < definition.parameters.size(); ++i)
      if (definition.parameters[i].name == *name)
        return i;
  eval::raise("ValueError", cat("do_not_specialize lists ", eval::repr(entry), ", and ",
                                definition.name, "() has no such parameter"));
}

std::vector<jit::ParameterRule> rulesFor(const sema::JitFunction &function,
                                         const JitOptions &options) {
  std::vector<jit::ParameterRule> rules = jit::rulesOf(function);
  for (const eval::Value &entry : options.doNotSpecialize) {
    jit::ParameterRule &rule = rules[parameterIn(*function.definition, entry)];
    if (rule.info.isConstexpr)
      eval::raise("ValueError",
                  cat(rule.info.name, " marked as constexpr and listed in do_not_specialize"));
    rule.specialize = false;
  }
  for (const eval::Value &entry : options.doNotSpecializeOnAlignment) {
    jit::ParameterRule &rule = rules[parameterIn(*function.definition, entry)];
    if (rule.info.isConstexpr)
      eval::raise("ValueError", cat(rule.info.name, " marked as constexpr and listed in "
                                                    "do_not_specialize_on_alignment"));
    rule.specializeAlignment = false;
  }
  return rules;
}

// The function alone, for jit::Kernel, which owns what it compiles: the KernelObject owns the
// jit::Kernel, and must not own itself.
eval::Ref<sema::JitFunction> plainFunction(const KernelSource &source, const JitOptions &options) {
  auto function =
      eval::make<sema::JitFunction>(source.definition, source.scope, source.sources, source.owner);
  function->noinline = options.noinline;
  return function;
}

} // namespace

KernelObject::KernelObject(KernelSource source, const GlobalRecorder &globals,
                           const JitOptions &options, eval::Value function,
                           std::shared_ptr<ScriptContext> context)
    : JitFunction(source.definition, source.scope, source.sources, source.owner),
      context_(std::move(context)), globals_(globals), name_(source.definition->name),
      function_(std::move(function)), defaults_(std::move(source.defaults)), debug_(options.debug),
      compiled_(plainFunction(source, options), rulesFor(*this, options)) {
  noinline = options.noinline;
  for (size_t i = 0; i < definition->parameters.size(); ++i) {
    const syntax::Parameter &parameter = definition->parameters[i];
    parameterNames_.push_back(eval::Value::string(std::string(parameter.name)));
    if (parameter.kind == syntax::Parameter::Kind::Star)
      star_ = i;
  }
}

size_t KernelObject::findParameter(std::string_view name) const {
  const auto &parameters = definition->parameters;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == name)
      return i;
  return kNone;
}

std::string KernelObject::sourceText() const {
  return std::string(sources->text(definition->span));
}

std::vector<jit::Argument> KernelObject::takeArguments() {
  std::vector<jit::Argument> arguments = std::move(spareArguments_);
  spareArguments_.clear();
  arguments.resize(parameterCount());
  return arguments;
}

void KernelObject::giveBackArguments(std::vector<jit::Argument> arguments) {
  spareArguments_ = std::move(arguments);
}

BoundLaunch KernelObject::bind(const LaunchCall &call) {
  return bindKernel(*this, call);
}

eval::Value KernelObject::launch(const LaunchCall &call) {
  return launchKernel(*this, call);
}

eval::Value KernelObject::getItem(const eval::Value &grid) {
  return gridLauncher(eval::Ref<eval::Object>(this), grid);
}

// `.params`: name, index and what the annotation says, as upstream's KernelParam has them.
eval::Value KernelObject::parameterObjects() const {
  std::vector<eval::Value> result;
  const std::vector<jit::ParameterRule> &rules = compiled_.rules();
  for (size_t i = 0; i < rules.size(); ++i) {
    auto parameter = eval::make<eval::Module>("KernelParam");
    parameter->set("num", eval::Value::integer(static_cast<eval::Int>(i)));
    parameter->set("name", parameterNames_[i]);
    parameter->set("is_constexpr", eval::Value::boolean(rules[i].info.isConstexpr));
    parameter->set("is_const", eval::Value::boolean(rules[i].info.isConst));
    parameter->set("do_not_specialize", eval::Value::boolean(!rules[i].specialize));
    parameter->set("do_not_specialize_on_alignment",
                   eval::Value::boolean(!rules[i].specializeAlignment));
    parameter->set("has_default", eval::Value::boolean(rules[i].info.hasDefault));
    if (i < defaults_.size() && defaults_[i])
      parameter->set("default", *defaults_[i]);
    result.push_back(parameter);
  }
  return eval::Value::list(std::move(result));
}

std::optional<eval::Value> KernelObject::getAttr(std::string_view name) {
  if (const eval::Value *set = attributes_.find(name))
    return *set;
  if (name == "fn")
    return function_;
  if (name == "src")
    return eval::Value::string(sourceText());
  if (name == "params")
    return parameterObjects();
  if (name == "cache_key")
    return eval::Value::string(cacheKeyOf(*this));
  if (auto method = launchableAttr(eval::Ref<eval::Object>(this), name))
    return method;
  if (auto known = JitFunction::getAttr(name))
    return known;
  if (function_.isNone())
    return std::nullopt;
  return eval::findAttr(function_, name); // __doc__, __module__, ...
}

bool KernelObject::setAttr(std::string_view name, const eval::Value &value) {
  attributes_.set(name, value);
  return true;
}

std::vector<std::string> KernelObject::attributeNames() const {
  return {"__name__", "arg_names", "cache_key", "fn", "params", "run", "src", "warmup"};
}

eval::Ref<KernelObject> makeKernel(KernelSource source, const JitOptions &options,
                                   eval::Value function, std::shared_ptr<ScriptContext> context) {
  auto globals = std::make_shared<GlobalRecorder>(source.scope, source.owner);
  source.scope = globals.get();
  source.owner = globals;
  return eval::make<KernelObject>(std::move(source), *globals, options, std::move(function),
                                  std::move(context));
}

} // namespace nereid::host
