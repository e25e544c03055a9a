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

Ref<GradRecord> makeRecord(std::string_view function, std::vector<Value> arguments,
                           const Arguments &call, bool isInPlace) {
  auto keywords = eval::make<eval::Dict>();
  for (const eval::Keyword &keyword : call.keywords)
    keywords->set(std::string(keyword.name), keyword.value);
  return eval::make<GradRecord>(std::string(function), std::move(arguments), keywords, isInPlace);
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
    tensor->version = tensor->state->versions.of(tensor->tensor);
  } else if (const std::vector<Value> *items = itemsOf(result)) {
    for (size_t i = 0; i < items->size(); ++i)
      note((*items)[i], record, call, static_cast<int64_t>(i));
  }
}

// Does the function look at shapes only?
bool needsNoValues(std::string_view function) {
  return function.ends_with("_like") || function.starts_with("new_");
}

void markAll(const Value &result) {
  if (auto *tensor = result.as<TensorObject>())
    tensor->isStale = true;
  else if (const std::vector<Value> *items = itemsOf(result))
    for (const Value &item : *items)
      markAll(item);
}

bool isStale(const Value &value) {
  if (auto *tensor = value.as<TensorObject>())
    return tensor->isStale;
  const std::vector<Value> *items = itemsOf(value);
  return items && std::any_of(items->begin(), items->end(), isStale);
}

} // namespace

void passStaleOn(const TorchStateRef &state, std::string_view function, const Arguments &call,
                 const Value &result) {
  if (!state->hasStale || needsNoValues(function))
    return;
  bool any = std::any_of(call.positional.begin(), call.positional.end(), isStale) ||
             std::any_of(call.keywords.begin(), call.keywords.end(),
                         [](const eval::Keyword &keyword) { return isStale(keyword.value); });
  if (any)
    markAll(result);
}

GradRecord::GradRecord(std::string function, std::vector<Value> arguments, Ref<eval::Dict> keywords,
                       bool isInPlace)
    : function(std::move(function)), arguments(std::move(arguments)), keywords(std::move(keywords)),
      isInPlace(isInPlace) {
  std::vector<TensorObject *> all = tensors();
  for (TensorObject *tensor : all) {
    uint32_t version = tensor->state->versions.of(tensor->tensor);
    // What shares the memory that was just written over has been changed, too.
    bool isChanged = isInPlace && tensor->tensor.storage() == all[0]->tensor.storage();
    versions_.push_back(isChanged ? version - 1 : version);
  }
}

std::vector<TensorObject *> GradRecord::tensors() const {
  std::vector<TensorObject *> found;
  auto add = [&](const Value &value) {
    if (auto *tensor = value.as<TensorObject>())
      found.push_back(tensor);
    else if (const std::vector<Value> *items = itemsOf(value))
      for (const Value &item : *items)
        if (auto *tensor = item.as<TensorObject>())
          found.push_back(tensor);
  };
  for (const Value &argument : arguments)
    add(argument);
  for (const auto &[name, value] : keywords->entries())
    add(value);
  return found;
}

// "[torch.FloatTensor [2, 3]], which is output 0 of ExpBackward0, is at version 1; expected ..."
static std::string describeStale(const TensorObject &tensor, uint32_t now, uint32_t then) {
  auto *record = tensor.record.as<GradRecord>();
  std::string origin =
      record ? cat(", which is output ", tensor.recordIndex, " of ", record->typeName(), ",") : "";
  std::string_view kind = tensor.tensor.dtype() == Scalar::F32    ? "Float"
                          : tensor.tensor.dtype() == Scalar::F64  ? "Double"
                          : tensor.tensor.dtype() == Scalar::F16  ? "Half"
                          : tensor.tensor.dtype() == Scalar::BF16 ? "BFloat16"
                                                                  : "";
  return cat("[torch.", kind, "Tensor ", tensor::shapeText(tensor.tensor.shape()), "]", origin,
             " is at version ", now, "; expected version ", then, " instead");
}

std::string GradRecord::markStale(std::span<const Value> outputs) {
  std::string first;
  auto check = [&](TensorObject &tensor, uint32_t then) {
    uint32_t now = tensor.state->versions.of(tensor.tensor);
    if (now == then || tensor.isStale)
      return;
    if (first.empty())
      first = describeStale(tensor, now, then);
    tensor.isStale = tensor.state->hasStale = true;
    marked_.emplace_back(&tensor);
  };
  std::vector<TensorObject *> all = tensors();
  for (size_t i = 0; i < all.size(); ++i)
    check(*all[i], versions_[i]);
  for (const Value &output : outputs)
    if (auto *tensor = output.as<TensorObject>())
      check(*tensor, tensor->version);
  return first;
}

void GradRecord::unmarkStale() {
  for (const Ref<TensorObject> &tensor : marked_)
    tensor->isStale = false;
  marked_.clear();
}

std::string GradRecord::typeName() const {
  std::string name = cat(function, "Backward0");
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

std::vector<std::string> GradRecord::attributeNames() const {
  return {"function", "arguments", "keywords", "in_place", "mark_stale", "unmark_stale"};
}

std::optional<Value> GradRecord::getAttr(std::string_view name) {
  if (name == "function")
    return Value::string(function);
  if (name == "arguments")
    return Value::tuple(arguments);
  if (name == "keywords")
    return Value(keywords);
  if (name == "in_place")
    return Value::boolean(isInPlace);
  Ref<GradRecord> self(this);
  if (name == "mark_stale")
    return Value(eval::make<eval::NativeFunction>("mark_stale", [self](const Arguments &call) {
      return Value::string(self->markStale(call.positional));
    }));
  if (name == "unmark_stale")
    return Value(eval::make<eval::NativeFunction>("unmark_stale", [self](const Arguments &) {
      self->unmarkStale();
      return Value::none();
    }));
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
  passStaleOn(state, function, call, result);
  if (isUnrecorded(function) || !requiresGradient(call))
    return;
  if (!state->gradEnabled)
    return keepView(call, result);
  std::vector<Value> arguments(call.positional.begin(), call.positional.end());
  note(result, makeRecord(function, std::move(arguments), call, false), call, 0);
}

// Functions that change what a tensor is, and no element.
static bool changesNoElement(std::string_view function) {
  return function == "requires_grad" || function == "detach" || function == "unsqueeze" ||
         function == "squeeze" || function == "t" || function == "transpose" ||
         function == "resize";
}

void recordInPlace(const TorchStateRef &state, std::string_view function, const Arguments &call) {
  auto *target = call.positional.empty() ? nullptr : call.positional[0].as<TensorObject>();
  if (!target)
    return;
  bool changesElements = !changesNoElement(function);
  if (changesElements && !target->isData)
    state->versions.change(target->tensor);
  passStaleOn(state, function, call, call.positional[0]);
  bool isSetting = function == "requires_grad" || function == "detach";
  if (isSetting || !state->gradEnabled || !requiresGradient(call))
    return;
  if (target->requiresGrad && target->record.isNone())
    eval::raise("RuntimeError", "a leaf Variable that requires grad is being used in an in-place "
                                "operation.");
  auto before = eval::make<TensorObject>(state, target->tensor);
  before->record = target->record;
  before->recordIndex = target->recordIndex;
  before->requiresGrad = target->requiresGrad;
  before->version = target->version;
  std::vector<Value> arguments(call.positional.begin(), call.positional.end());
  arguments[0] = before;
  target->record = makeRecord(function, std::move(arguments), call, changesElements);
  target->recordIndex = 0;
  target->requiresGrad = true;
  target->version = state->versions.of(target->tensor);
}

} // namespace nereid::host
