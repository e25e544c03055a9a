#include "host/torch_function.h"

#include <map>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_record.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/join.h"
#include "tensor/promote.h"

namespace nereid::host {

using eval::Value;
using tensor::Dims;
using tensor::Number;
using tensor::Operand;
using tensor::Tensor;

namespace {

// "input, *size, dim=" -> {"input", "size", "dim"}, and where the packed one is.
struct ParameterList {
  std::vector<std::string> names;
  std::string signature; // for eval::Signature, in which a packed parameter is an optional one
  std::optional<size_t> packed;
};

ParameterList parseParameters(std::string_view text) {
  ParameterList list;
  while (!text.empty()) {
    size_t end = std::min(text.find(", "), text.size());
    std::string_view each = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    std::string written(each);
    if (each.size() > 1 && each[0] == '*') {
      list.packed = list.names.size();
      written = cat(each.substr(1), "=");
    }
    list.signature += cat(list.signature.empty() ? "" : ", ", written);
    if (each != "*" && each != "/")
      list.names.push_back(written.substr(0, written.find('=')));
  }
  return list;
}

bool isSequence(const Value &value) {
  return value.as<eval::Tuple>() || value.as<eval::List>();
}

// Of a tensor, or of the first of a sequence of them.
Place placeOfValue(const Value &value) {
  if (auto *tensor = value.as<TensorObject>())
    return tensor->place;
  if (auto *list = value.as<eval::List>())
    return !list->items.empty() && list->items.size() < 64 ? placeOfValue(list->items[0]) : Place();
  auto *tuple = value.as<eval::Tuple>();
  return tuple && !tuple->items.empty() ? placeOfValue(tuple->items[0]) : Place();
}

Place placeOfAll(const eval::Arguments &arguments) {
  Place place;
  for (const Value &value : arguments.positional)
    place = commonPlace(place, placeOfValue(value));
  for (const eval::Keyword &keyword : arguments.keywords)
    place = commonPlace(place, placeOfValue(keyword.value));
  return place;
}

// Whether a call may change a tensor that it is given: zero_(), out=, and x[...] = y by any name.
bool mayWrite(const TorchFunction &function, const eval::Arguments &arguments) {
  for (const eval::Keyword &keyword : arguments.keywords)
    if (keyword.name == "out")
      return true;
  return std::string_view(function.name).ends_with('_');
}

void putAt(Place place, const Value &result) {
  if (auto *tensor = result.as<TensorObject>())
    tensor->place = place;
  if (auto *tuple = result.as<eval::Tuple>())
    for (const Value &item : tuple->items)
      putAt(place, item);
}

} // namespace

// -- Given ---

void Given::raiseWrong(size_t i, std::string_view expected) const {
  eval::raise("TypeError", cat(function.name, "(): argument '", parameters_[i], "' (position ",
                               i + 1, ") must be ", expected, ", not ",
                               matched_[i] ? eval::typeName(*matched_[i]) : "missing"));
}

TensorObject *Given::object(size_t i) const {
  return matched_[i] ? matched_[i]->as<TensorObject>() : nullptr;
}

const Tensor &Given::tensor(size_t i) const {
  TensorObject *tensor = object(i);
  if (!tensor)
    raiseWrong(i, "Tensor");
  return tensor->tensor;
}

std::optional<Tensor> Given::optionalTensor(size_t i) const {
  return has(i) ? std::optional(tensor(i)) : std::nullopt;
}

std::vector<Tensor> Given::tensors(size_t i) const {
  if (!has(i) || !isSequence(value(i)))
    raiseWrong(i, "tuple of Tensors");
  std::vector<Tensor> tensors;
  for (const Value &item : eval::items(value(i))) {
    auto *tensor = item.as<TensorObject>();
    if (!tensor)
      eval::raise("TypeError", cat("expected Tensor as element ", tensors.size(), " in argument ",
                                   i, ", but got ", eval::typeName(item)));
    tensors.push_back(tensor->tensor);
  }
  return tensors;
}

Operand Given::operand(size_t i) const {
  if (TensorObject *tensor = object(i))
    return tensor->tensor;
  return number(i);
}

std::optional<Operand> Given::optionalOperand(size_t i) const {
  return has(i) ? std::optional(operand(i)) : std::nullopt;
}

Number Given::number(size_t i) const {
  std::optional<Number> number = has(i) ? numberOf(value(i)) : std::nullopt;
  if (!number)
    raiseWrong(i, "Number");
  return *number;
}

int64_t Given::integer(size_t i) const {
  if (!has(i) || value(i).isFloat() || value(i).asString())
    raiseWrong(i, "int");
  return eval::toInt64(value(i), parameters_[i]);
}

int64_t Given::integer(size_t i, int64_t otherwise) const {
  return has(i) ? integer(i) : otherwise;
}

std::optional<int64_t> Given::optionalInteger(size_t i) const {
  return has(i) ? std::optional(integer(i)) : std::nullopt;
}

double Given::real(size_t i, double otherwise) const {
  return has(i) ? number(i).as<double>() : otherwise;
}

bool Given::flag(size_t i, bool otherwise) const {
  return has(i) ? eval::truthy(value(i)) : otherwise;
}

std::string_view Given::text(size_t i, std::string_view otherwise) const {
  if (!has(i))
    return otherwise;
  const std::string *text = value(i).asString();
  if (!text)
    raiseWrong(i, "str");
  return *text;
}

Dims Given::dims(size_t i) const {
  if (!has(i))
    raiseWrong(i, "tuple of ints");
  return dimsOf(value(i), cat(function.name, "(): argument '", parameters_[i], "'"));
}

std::optional<Dims> Given::optionalDims(size_t i) const {
  return has(i) ? std::optional(dims(i)) : std::nullopt;
}

std::optional<Scalar> Given::dtype(size_t i) const {
  return has(i) ? std::optional(dtypeOf(value(i), cat(function.name, "()"))) : std::nullopt;
}

tensor::Generator &Given::generator(size_t i) const {
  if (!has(i))
    return state->generator;
  auto *object = value(i).as<GeneratorObject>();
  if (!object)
    raiseWrong(i, "torch.Generator");
  return object->generator;
}

Value Given::made(const std::vector<Tensor> &tensors) const {
  std::vector<Value> items;
  for (const Tensor &each : tensors)
    items.push_back(made(each));
  return Value::tuple(std::move(items));
}

// -- Calls ---

TorchCallable::TorchCallable(const TorchFunction &function)
    : function_(function),
      signature_(std::string(function.name), parseParameters(function.parameters).signature) {
  ParameterList list = parseParameters(function.parameters);
  parameters_ = std::move(list.names);
  packedFrom_ = list.packed;
}

Value TorchCallable::call(const TorchStateRef &state, const eval::Arguments &arguments) const {
  eval::Arguments call = arguments;
  std::vector<Value> packed;
  // f(x, 2, 3) is f(x, (2, 3)); f(x, (2, 3)) is as it is.
  if (packedFrom_ && call.positional.size() > *packedFrom_) {
    auto rest = call.positional.subspan(*packedFrom_);
    if (rest.size() > 1 || !isSequence(rest[0])) {
      packed.assign(call.positional.begin(), call.positional.begin() + *packedFrom_);
      packed.push_back(Value::tuple(std::vector<Value>(rest.begin(), rest.end())));
      call.positional = packed;
    }
  }
  Given given(state, function_, parameters_, signature_.match(call));
  tensor::ReadingScope reading(!mayWrite(function_, call));
  Value result = function_.body(given);
  checkCopies();
  if (function_.op != kPlacesResult)
    if (Place place = placeOfAll(call); place.isCuda())
      putAt(place, result);
  if (function_.name.ends_with('_'))
    recordInPlace(state, function_.name.substr(0, function_.name.size() - 1), call);
  else
    recordResult(state, function_.name, call, result);
  return result;
}

const TorchCallable *torchMethod(std::string_view name) {
  static const auto *methods = [] {
    auto *all = new std::map<std::string_view, TorchCallable>;
    for (TorchTable table : {torchCreation(), torchArithmetic(), torchReductions(), torchShapes(),
                             torchIndexing(), torchInPlace(), torchConversions(), torchLayers()})
      for (const TorchFunction &function : table)
        if (function.place != TorchPlace::Function)
          all->try_emplace(function.name, function);
    return all;
  }();
  auto found = methods->find(name);
  return found == methods->end() ? nullptr : &found->second;
}

std::vector<std::string> torchMethodNames() {
  std::vector<std::string> names;
  for (TorchTable table : {torchCreation(), torchArithmetic(), torchReductions(), torchShapes(),
                           torchIndexing(), torchInPlace(), torchConversions(), torchLayers()})
    for (const TorchFunction &function : table)
      if (function.place != TorchPlace::Function)
        names.emplace_back(function.name);
  return names;
}

void defineTorchFunctions(eval::Module &module, const TorchStateRef &state, TorchTable table) {
  for (const TorchFunction &function : table) {
    if (function.place == TorchPlace::Method)
      continue;
    auto callable = std::make_shared<TorchCallable>(function);
    module.define(function.name, [state, callable](const eval::Arguments &arguments) {
      return callable->call(state, arguments);
    });
  }
}

// -- Conversions ---

std::optional<Number> numberOf(const Value &value) {
  if (value.isBool())
    return Number(value.asBool());
  if (value.isInt()) {
    eval::Int integer = value.asInt();
    if (integer > eval::Int(UINT64_MAX) || integer < eval::Int(INT64_MIN))
      eval::raise("RuntimeError", "Overflow when unpacking long");
    return Number(integer);
  }
  if (value.isFloat())
    return Number(value.asFloat());
  auto *tensor = value.as<TensorObject>();
  if (tensor && tensor->tensor.numel() == 1)
    return take(tensor::item(tensor->tensor));
  return std::nullopt;
}

Dims dimsOf(const Value &value, std::string_view what) {
  auto one = [&](const Value &item, size_t position) {
    if (!item.isInt() && !(item.isObject() && item.object()->index()))
      eval::raise("TypeError", cat(what, " must be tuple of ints, but found element of type ",
                                   eval::typeName(item), " at pos ", position));
    return eval::toInt64(item, what);
  };
  if (!isSequence(value))
    return {one(value, 0)};
  Dims dims;
  for (const Value &item : eval::items(value))
    dims.push_back(one(item, dims.size()));
  return dims;
}

Scalar dtypeOf(const Value &value, std::string_view what) {
  if (auto *dtype = value.as<DtypeObject>())
    return dtype->dtype;
  // Python's types stand for their dtypes.
  if (auto *type = value.as<eval::Type>()) {
    if (type->name == "float")
      return tensor::kDefaultFloat;
    if (type->name == "int")
      return Scalar::I64;
    if (type->name == "bool")
      return Scalar::I1;
  }
  eval::raise("TypeError",
              cat(what, ": argument 'dtype' must be torch.dtype, not ", eval::typeName(value)));
}

Place placeOf(const TorchStateRef &state, const Value &device) {
  Value made = eval::call(Value(deviceType()), {device});
  auto *known = made.as<DeviceObject>();
  if (known->type != "cuda")
    return Place::cpu();
  int current = state->gpu ? state->gpu->current() : 0;
  int index = int(known->deviceIndex.value_or(current));
  int count = state->findGpu() ? state->gpu->count() : 0;
  if (count > 0 && index >= count)
    eval::raise("RuntimeError", cat("CUDA error: invalid device ordinal: there is no cuda:", index,
                                    ", this script sees ", count, count == 1 ? " GPU" : " GPUs"));
  return Place::cuda(index);
}

Place commonPlace(Place a, Place b) {
  if (a.isCuda() && b.isCuda() && a != b)
    eval::raise("RuntimeError", cat("Expected all tensors to be on the same device, but found at "
                                    "least two devices, cuda:",
                                    a.gpu, " and cuda:", b.gpu, "!"));
  return a.isCuda() ? a : b;
}

// -- torch.tensor(data) ---

namespace {

struct NestedNumbers {
  std::vector<Number> numbers;
  Dims shape;
};

[[noreturn]] void raiseUneven(int64_t expected, size_t dim, int64_t got) {
  eval::raise("ValueError",
              cat("expected sequence of length ", expected, " at dim ", dim, " (got ", got, ")"));
}

// Adds the numbers of `data`, which lies `depth` sequences deep.
void collect(const Value &data, size_t depth, NestedNumbers &all, bool &leavesSeen) {
  bool leaf = !isSequence(data);
  if (leaf) {
    std::optional<Number> number = numberOf(data);
    if (!number)
      eval::raise("TypeError", cat("new(): data must be numbers or sequences of numbers, not ",
                                   eval::typeName(data)));
    if (leavesSeen && depth != all.shape.size())
      eval::raise("TypeError", "must be a number, not a sequence at this depth");
    leavesSeen = true;
    all.numbers.push_back(*number);
    return;
  }
  if (depth > 64)
    eval::raise("ValueError", "too many dimensions");
  std::vector<Value> items = eval::items(data);
  int64_t size = static_cast<int64_t>(items.size());
  if (all.shape.size() == depth) {
    if (leavesSeen)
      raiseUneven(0, depth, size);
    all.shape.push_back(size);
  } else if (all.shape[depth] != size) {
    raiseUneven(all.shape[depth], depth, size);
  }
  for (const Value &item : items)
    collect(item, depth + 1, all, leavesSeen);
}

// A list whose leaves are tensors of several elements: they are stacked.
std::optional<Tensor> stackTensors(const Value &data) {
  if (!isSequence(data))
    return std::nullopt;
  std::vector<Tensor> tensors;
  for (const Value &item : eval::items(data)) {
    auto *tensor = item.as<TensorObject>();
    if (!tensor || tensor->tensor.dim() == 0)
      return std::nullopt;
    tensors.push_back(tensor->tensor);
  }
  return tensors.empty() ? std::nullopt : std::optional(take(tensor::stack(tensors, 0)));
}

} // namespace

Tensor tensorFromData(const Value &data, std::optional<Scalar> dtype) {
  if (auto *tensor = data.as<TensorObject>()) {
    Tensor copy = take(tensor::clone(tensor->tensor));
    return dtype ? take(tensor::cast(copy, *dtype)) : copy;
  }
  if (std::optional<Tensor> stacked = stackTensors(data))
    return dtype ? take(tensor::cast(*stacked, *dtype)) : *stacked;
  Value source = data.as<eval::Range>() ? Value::list(eval::items(data)) : data;
  NestedNumbers all;
  bool leavesSeen = false;
  collect(source, 0, all, leavesSeen);
  for (const Number &number : all.numbers)
    if (!number.isFloat() && number.integer > eval::Int(INT64_MAX) && dtype != Scalar::U64)
      eval::raise("RuntimeError", "Overflow when unpacking long");
  return take(tensor::fromNumbers(all.numbers, all.shape, dtype));
}

} // namespace nereid::host
