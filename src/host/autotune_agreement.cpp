#include "host/autotune_agreement.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/kernel.h"
#include "host/launch_arguments_dict.h"
#include "host/torch_object.h"

namespace nereid::host {

namespace {

// Comparing takes kernels of its own, which would take the interpreter longer than the race.
bool isInterpreted(const ScriptContext &context) {
  return context.engine->device().name() == "interp";
}

} // namespace

TuningAgreement::TuningAgreement(KernelObject &kernel, const LaunchCall &call) : kernel_(kernel) {
  std::vector<eval::Value> names, tensors;
  for (const auto &[name, value] : argumentsByName(kernel, call)->entries())
    if (value.as<TensorObject>()) {
      names.push_back(name);
      tensors.push_back(value);
    }
  const ScriptContext &context = kernel.context();
  if (tensors.empty() || !context.importModule)
    return;
  const eval::Value arguments[] = {eval::Value::list(std::move(names)),
                                   eval::Value::list(std::move(tensors)),
                                   eval::Value::boolean(!isInterpreted(context))};
  try {
    eval::Value type = eval::getAttr(context.importModule("triton.agreement"), "Agreement");
    checker_ = eval::call(type, eval::Arguments{arguments, {}});
  } catch (const eval::Raised &raised) {
    if (!raised.exception->type->derivesFrom(eval::exceptionType("RuntimeError").get()))
      throw;
    // There is no room for a second copy of the arguments.
  }
}

eval::Value TuningAgreement::call(const char *method, std::vector<eval::Value> arguments) {
  if (checker_.isNone())
    return {};
  return eval::call(eval::getAttr(checker_, method), eval::Arguments{arguments, {}});
}

void TuningAgreement::beforeRun() {
  call("before_run", {});
}

void TuningAgreement::afterRun(size_t number) {
  call("after_run", {eval::Value::integer(number)});
}

std::vector<size_t>
TuningAgreement::refused(const std::vector<std::vector<const ConfigObject *>> &configs) {
  if (checker_.isNone())
    return {};
  std::vector<eval::Value> weights;
  for (const auto &each : configs)
    weights.push_back(eval::Value::integer(each.size()));
  std::vector<eval::Value> verdict =
      eval::items(call("verdict", {eval::Value::list(std::move(weights))}));
  std::string what = eval::toText(verdict[1], "verdict");
  std::vector<size_t> refused;
  std::vector<std::string> texts;
  for (const eval::Value &number : eval::items(verdict[0])) {
    refused.push_back(static_cast<size_t>(eval::toInt64(number, "verdict")));
    for (const ConfigObject *config : configs[refused.back()])
      texts.push_back(cat("(", config->str(), ")"));
  }
  if (!what.empty() && kernel_.context().warn)
    kernel_.context().warn(
        refused.empty() ? cat("warning: configurations of ", kernel_.name(),
                              "() compute different results: ", what,
                              "; `nereid run --device=interp` checks their accesses\n")
                        : cat("warning: ", kernel_.name(), "() computes another result with ",
                              join(texts, ", "), " than with most configurations: ", what,
                              "; it is not used\n"));
  return refused;
}

} // namespace nereid::host
