#include "host/torch_object.h"

#include <array>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"

namespace nereid::host {

using eval::Ref;
using eval::Value;

namespace {

constexpr const char *kNoGpu =
    "note: there is no GPU here; tensors on 'cuda' are kept in the CPU's memory";

// <class 'torch.Tensor'>
class TorchType : public eval::Type {
public:
  using Type::Type;
  std::string repr() const override { return cat("<class 'torch.", name, "'>"); }
};

template <typename T> Ref<eval::Type> makeType(const char *name, eval::NativeFunction::Body make) {
  return eval::make<TorchType>(name, std::move(make),
                               [](const Value &value) { return value.as<T>() != nullptr; });
}

// torch.device("cuda:0"), torch.device("cuda", 0), torch.device(device)
Value constructDevice(const eval::Arguments &call) {
  static const eval::Signature signature("device", "device, index=");
  auto given = signature.match(call);
  if (given[0]->as<DeviceObject>())
    return *given[0];
  if (given[0]->isInt())
    return makeDevice("cuda", eval::toInt64(*given[0], "device"));
  std::string text = eval::toText(*given[0], "device");
  std::optional<int64_t> index;
  if (given[1] && !given[1]->isNone())
    index = eval::toInt64(*given[1], "index");
  size_t colon = text.find(':');
  if (colon != std::string::npos) {
    std::string digits = text.substr(colon + 1);
    if (digits.empty() || digits.size() > 4 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      eval::raise("RuntimeError", cat("Invalid device string: '", text, "'"));
    index = std::stoi(digits);
    text.resize(colon);
  }
  if (text != "cpu" && text != "cuda")
    eval::raise("RuntimeError", cat("Expected one of cpu, cuda device type at start of device "
                                    "string: ",
                                    text));
  return makeDevice(text, index);
}

class ReturnTuple : public eval::Tuple {
public:
  using Tuple::Tuple;
  std::string repr() const override {
    std::vector<std::string> parts;
    for (size_t i = 0; i < items.size(); ++i)
      parts.push_back(cat(fields[i], "=", eval::repr(items[i])));
    return cat(className, "(\n", join(parts, ",\n"), ")");
  }
};

Value listAt(const tensor::Tensor &x, int64_t d, const std::byte *at) {
  if (d == x.dim())
    return makeNumber(tensor::loadNumber(x, at));
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(x.size(d)));
  for (int64_t i = 0; i < x.size(d); ++i)
    items.push_back(listAt(x, d + 1, at + i * x.stride(d) * x.elementSize()));
  return Value::list(std::move(items));
}

} // namespace

Gpu *TorchState::findGpu() {
  Gpu *found = gpu ? gpu->find() : nullptr;
  if (!found && !noted && note)
    note(cat(kNoGpu, gpu && gpu->hasDriver() ? cat(" (", gpu->reason().what(), ")") : "", "\n"));
  noted = noted || !found;
  return found;
}

void checkCopies() {
  if (!tensor::hasCopyError())
    return;
  Status error = tensor::takeCopyError();
  eval::raise("RuntimeError",
              cat(error.what(), error.nextStep().empty() ? "" : "\nhelp: ", error.nextStep()));
}

void raiseStatus(const Status &status) {
  std::string_view type = status.code() == StatusCode::NotFound      ? "IndexError"
                          : status.code() == StatusCode::Unavailable ? "NotImplementedError"
                                                                     : "RuntimeError";
  eval::raise(type, status.what());
}

Value makeTensor(const TorchStateRef &state, tensor::Tensor tensor) {
  return eval::make<TensorObject>(state, std::move(tensor));
}

Value makeDtype(Scalar dtype) {
  static const auto *dtypes = [] {
    auto *all = new std::array<Ref<DtypeObject>, static_cast<size_t>(Scalar::F64) + 1>;
    for (size_t i = 0; i < all->size(); ++i)
      (*all)[i] = eval::make<DtypeObject>(static_cast<Scalar>(i));
    return all;
  }();
  return (*dtypes)[static_cast<size_t>(dtype)];
}

Value makeDevice(std::string type, std::optional<int64_t> index) {
  return eval::make<DeviceObject>(std::move(type), index);
}

Value makeDevice(Place place) {
  return place.isCuda() ? makeDevice("cuda", place.gpu) : makeDevice("cpu");
}

Value makeInts(const tensor::Dims &dims) {
  std::vector<Value> items;
  for (int64_t d : dims)
    items.push_back(Value::integer(d));
  return Value::tuple(std::move(items));
}

Value makeSize(const tensor::Dims &dims) {
  std::vector<Value> items;
  for (int64_t d : dims)
    items.push_back(Value::integer(d));
  return eval::make<SizeObject>(std::move(items));
}

Value makeReturnTuple(std::string_view name, std::vector<std::string> fields,
                      std::vector<Value> items) {
  auto tuple = eval::make<ReturnTuple>(std::move(items));
  tuple->className = cat("torch.return_types.", name);
  tuple->fields = std::move(fields);
  return tuple;
}

Value makeNumber(const tensor::Number &number) {
  switch (number.kind) {
  case tensor::Number::Kind::Bool:
    return Value::boolean(number.integer != 0);
  case tensor::Number::Kind::Int:
    return Value::integer(number.integer);
  case tensor::Number::Kind::Float:
    break;
  }
  return Value::real(number.real);
}

Value makeList(const tensor::Tensor &x) {
  return listAt(x, 0, x.data());
}

// -- Types ---

Ref<eval::Type> tensorType() {
  static const auto *type =
      new Ref<eval::Type>(makeType<TensorObject>("Tensor", [](const eval::Arguments &) -> Value {
        eval::raise("TypeError", "torch.Tensor(...) makes tensors of unclear contents; use "
                                 "torch.tensor(data) or torch.empty(size)");
      }));
  return *type;
}

Ref<eval::Type> parameterType() {
  static const auto *type = new Ref<eval::Type>(eval::make<eval::Type>(
      "Parameter",
      [](const eval::Arguments &call) {
        static const eval::Signature signature("Parameter", "data, requires_grad=");
        auto given = signature.match(call);
        auto *data = given[0]->as<TensorObject>();
        if (!data)
          eval::raise("TypeError",
                      cat("Parameter data must be a Tensor, not ", eval::typeName(*given[0])));
        auto parameter = eval::make<TensorObject>(data->state, data->tensor);
        parameter->place = data->place;
        parameter->isParameter = true;
        parameter->requiresGrad = !given[1] || eval::truthy(*given[1]);
        return Value(parameter);
      },
      [](const Value &value) {
        auto *tensor = value.as<TensorObject>();
        return tensor && tensor->isParameter;
      }));
  return *type;
}

Ref<eval::Type> dtypeType() {
  static const auto *type =
      new Ref<eval::Type>(makeType<DtypeObject>("dtype", [](const eval::Arguments &) -> Value {
        eval::raise("TypeError", "cannot create 'torch.dtype' instances");
      }));
  return *type;
}

Ref<eval::Type> deviceType() {
  static const auto *type = new Ref<eval::Type>(makeType<DeviceObject>("device", constructDevice));
  return *type;
}

Ref<eval::Type> sizeType() {
  static const auto *type =
      new Ref<eval::Type>(makeType<SizeObject>("Size", [](const eval::Arguments &call) {
        eval::expectPositional("Size", call, 0, 1);
        return makeSize(call.positional.empty() ? tensor::Dims{}
                                                : dimsOf(call.positional[0], "torch.Size()"));
      }));
  return *type;
}

// -- dtype ---

Value DtypeObject::classOf() const {
  return dtypeType();
}
std::string DtypeObject::repr() const {
  return cat("torch.", tensor::torchName(dtype));
}
std::vector<std::string> DtypeObject::attributeNames() const {
  return {"itemsize", "is_floating_point", "is_complex", "is_signed"};
}
std::optional<Value> DtypeObject::getAttr(std::string_view name) {
  if (name == "itemsize")
    return Value::integer(byteSize(dtype));
  if (name == "is_floating_point")
    return Value::boolean(isFloat(dtype));
  if (name == "is_complex")
    return Value::boolean(false);
  if (name == "is_signed")
    return Value::boolean(!isUnsigned(dtype));
  return std::nullopt;
}

// -- device ---

Value DeviceObject::classOf() const {
  return deviceType();
}
std::string DeviceObject::repr() const {
  return deviceIndex ? cat("device(type='", type, "', index=", *deviceIndex, ")")
                     : cat("device(type='", type, "')");
}
std::string DeviceObject::str() const {
  return deviceIndex ? cat(type, ":", *deviceIndex) : type;
}
std::optional<Value> DeviceObject::getAttr(std::string_view name) {
  if (name == "type")
    return Value::string(type);
  if (name == "index")
    return deviceIndex ? Value::integer(*deviceIndex) : Value::none();
  return std::nullopt;
}
bool DeviceObject::equals(const Value &other) const {
  auto *device = other.as<DeviceObject>();
  return device && device->type == type && device->deviceIndex == deviceIndex;
}
std::optional<Value> DeviceObject::compare(syntax::CompareOp op, const Value &other, bool) {
  if (op != syntax::CompareOp::Equal && op != syntax::CompareOp::NotEqual)
    return std::nullopt;
  return Value::boolean(equals(other) == (op == syntax::CompareOp::Equal));
}
size_t DeviceObject::hash() const {
  return std::hash<std::string>()(str());
}
Value DeviceObject::enter() {
  return Ref<eval::Object>(this);
}

// -- Generator ---

std::vector<std::string> GeneratorObject::attributeNames() const {
  return {"manual_seed", "initial_seed", "device"};
}
std::optional<Value> GeneratorObject::getAttr(std::string_view name) {
  Ref<GeneratorObject> self(this);
  if (name == "manual_seed")
    return Value(
        eval::make<eval::NativeFunction>("manual_seed", [self](const eval::Arguments &call) {
          eval::expectPositional("manual_seed", call, 1, 1);
          self->generator.seed(static_cast<uint64_t>(eval::toInt64(call.positional[0], "seed")));
          return Value(self);
        }));
  if (name == "initial_seed")
    return Value(eval::make<eval::NativeFunction>("initial_seed", [self](const eval::Arguments &) {
      return Value::integer(self->generator.initialSeed());
    }));
  if (name == "device")
    return makeDevice("cpu");
  return std::nullopt;
}

// -- Size ---

Value SizeObject::classOf() const {
  return sizeType();
}
std::string SizeObject::repr() const {
  return cat("torch.Size([",
             join(
                 [this] {
                   std::vector<std::string> texts;
                   for (const Value &item : items)
                     texts.push_back(eval::repr(item));
                   return texts;
                 }(),
                 ", "),
             "])");
}
std::optional<Value> SizeObject::getAttr(std::string_view name) {
  if (name != "numel")
    return Tuple::getAttr(name);
  Ref<SizeObject> self(this);
  return Value(eval::make<eval::NativeFunction>("numel", [self](const eval::Arguments &call) {
    eval::expectPositional("numel", call, 0, 0);
    return Value::integer(tensor::numelOf(dimsOf(Value(self), "Size")));
  }));
}
Value SizeObject::getItem(const Value &index) {
  Value item = Tuple::getItem(index);
  auto *part = item.as<eval::Tuple>();
  return index.as<eval::Slice>() && part ? Value(eval::make<SizeObject>(part->items)) : item;
}
std::optional<Value> SizeObject::binary(syntax::BinaryOp op, const Value &other, bool reflected) {
  std::optional<Value> result = Tuple::binary(op, other, reflected);
  auto *tuple = result ? result->as<eval::Tuple>() : nullptr;
  return tuple ? Value(eval::make<SizeObject>(tuple->items)) : result;
}

} // namespace nereid::host
