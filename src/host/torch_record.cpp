#include "host/torch_record.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "eval/error.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;

namespace {

// Functions whose results do not depend on the values of their arguments, or are not to.
bool isUnrecorded(std::string_view function) {
  return function == "detach" || function == "numpy" || function.ends_with("_like") ||
         function.starts_with("new_");
}

// What changes a tensor by these needs none of its old values again.
bool forgetsOldValues(std::string_view function) {
  return function == "add" || function == "sub" || function == "setitem";
}

// Functions whose derivative is computed from their result: it must stay as it is.
bool needsResult(std::string_view function) {
  static constexpr std::string_view kNames[] = {
      "exp", "exp2",    "expm1",   "sqrt",      "rsqrt",   "reciprocal", "tan",  "tanh",
      "pow", "sigmoid", "maximum", "max",       "minimum", "min",        "amax", "amin",
      "std", "norm",    "prod",    "logsumexp", "softmax", "dropout",    "elu",  "log_softmax"};
  return std::find(std::begin(kNames), std::end(kNames), function) != std::end(kNames);
}

Ref<GradRecord> makeRecord(std::string_view function, std::vector<Value> arguments,
                           const Arguments &call) {
  auto keywords = eval::make<eval::Dict>();
  for (const eval::Keyword &keyword : call.keywords)
    keywords->set(std::string(keyword.name), keyword.value);
  return eval::make<GradRecord>(std::string(function), std::move(arguments), keywords);
}

bool isArgument(const TensorObject &tensor, const Arguments &call) {
  auto isIt = [&](const Value &value) { return value.object() == &tensor; };
  return std::any_of(call.positional.begin(), call.positional.end(), isIt) ||
         std::any_of(call.keywords.begin(), call.keywords.end(),
                     [&](const eval::Keyword &keyword) { return isIt(keyword.value); });
}

const std::vector<Value> *itemsOf(const Value &value) {
  if (auto *tuple = value.as<eval::Tuple>())
    return &tuple->items;
  auto *list = value.as<eval::List>();
  return list ? &list->items : nullptr;
}

void note(const Value &result, const Ref<GradRecord> &record, const Arguments &call, int64_t at) {
  if (auto *tensor = result.as<TensorObject>()) {
    if (!isFloat(tensor->tensor.dtype()) || isArgument(*tensor, call))
      return;
    tensor->record = record;
    tensor->recordIndex = at;
    tensor->requiresGrad = true;
  } else if (const std::vector<Value> *items = itemsOf(result)) {
    for (size_t i = 0; i < items->size(); ++i)
      note((*items)[i], record, call, static_cast<int64_t>(i));
  }
}

} // namespace

std::string GradRecord::typeName() const {
  std::string name = cat(function, "Backward0");
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

std::vector<std::string> GradRecord::attributeNames() const {
  return {"function", "arguments", "keywords"};
}

std::optional<Value> GradRecord::getAttr(std::string_view name) {
  if (name == "function")
    return Value::string(function);
  if (name == "arguments")
    return Value::tuple(arguments);
  if (name == "keywords")
    return Value(keywords);
  return std::nullopt;
}

bool requiresGradient(std::span<const Value> values) {
  return std::any_of(values.begin(), values.end(), [](const Value &value) {
    if (auto *tensor = value.as<TensorObject>())
      return tensor->requiresGrad;
    const std::vector<Value> *items = itemsOf(value);
    return items && std::any_of(items->begin(), items->end(), [](const Value &item) {
             auto *tensor = item.as<TensorObject>();
             return tensor && tensor->requiresGrad;
           });
  });
}

// A view of a tensor that requires a gradient does too, also where nothing is recorded: forward()s
// ask it whether to save anything.
static void keepView(const Arguments &call, const Value &result) {
  auto *view = result.as<TensorObject>();
  auto *base = call.positional.empty() ? nullptr : call.positional[0].as<TensorObject>();
  if (view && base && base->requiresGrad && view->tensor.storage() == base->tensor.storage())
    view->requiresGrad = true;
}

static bool requiresGradient(const Arguments &call) {
  return requiresGradient(call.positional) ||
         std::any_of(call.keywords.begin(), call.keywords.end(), [](const eval::Keyword &keyword) {
           return requiresGradient(std::span(&keyword.value, 1));
         });
}

void recordResult(const TorchStateRef &state, std::string_view function, const Arguments &call,
                  const Value &result) {
  if (isUnrecorded(function) || !requiresGradient(call))
    return;
  if (!state->gradEnabled)
    return keepView(call, result);
  std::vector<Value> arguments(call.positional.begin(), call.positional.end());
  note(result, makeRecord(function, std::move(arguments), call), call, 0);
}

void recordInPlace(const TorchStateRef &state, std::string_view function, const Arguments &call) {
  auto *target = call.positional.empty() ? nullptr : call.positional[0].as<TensorObject>();
  bool isSetting = function == "requires_grad" || function == "detach";
  if (!target || isSetting || !state->gradEnabled || !requiresGradient(call))
    return;
  if (target->requiresGrad && target->record.isNone())
    eval::raise("RuntimeError", "a leaf Variable that requires grad is being used in an in-place "
                                "operation.");
  auto before = eval::make<TensorObject>(state, target->tensor);
  before->record = target->record;
  before->recordIndex = target->recordIndex;
  before->requiresGrad = target->requiresGrad;
  auto *past = before->record.as<GradRecord>();
  bool isKnown = forgetsOldValues(function) && !(past && needsResult(past->function));
  std::vector<Value> arguments(call.positional.begin(), call.positional.end());
  arguments[0] = before;
  target->record =
      makeRecord(isKnown ? std::string(function) : cat(function, "_"), std::move(arguments), call);
  target->recordIndex = 0;
  target->requiresGrad = true;
}

} // namespace nereid::host
