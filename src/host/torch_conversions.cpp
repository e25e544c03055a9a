// Methods that convert a tensor: to other dtypes and devices, to Python's values.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "host/torch_record.h"
#include "tensor/cast.h"
#include "tensor/promote.h"

namespace nereid::host {

using eval::Value;
using tensor::Tensor;

namespace {

Value onDevice(Given &given, Tensor tensor, Place place) {
  auto object = eval::make<TensorObject>(given.state, std::move(tensor));
  object->place = place;
  return object;
}

// The tensor itself where nothing changes, as torch has it.
Value converted(Given &given, Scalar dtype, Place place, bool copy) {
  TensorObject *x = given.object(0);
  if (!copy && x->tensor.dtype() == dtype && x->place == place)
    return given.value(0);
  if (x->tensor.dtype() != dtype)
    return onDevice(given, take(tensor::cast(x->tensor, dtype)), place);
  // What is elsewhere is another tensor, and goes there by way of the host.
  bool moves = x->place != place;
  return onDevice(given, take(moves ? tensor::cloneForHost(x->tensor) : tensor::clone(x->tensor)),
                  place);
}

// to(dtype), to(device), to(device, dtype), to(other)
Value to(Given &given) {
  const Tensor &x = given.tensor(0);
  Scalar dtype = x.dtype();
  Place place = given.object(0)->place;
  for (size_t i : {1, 2, 3, 4}) { // the two positions, device= and dtype=
    if (!given.has(i))
      continue;
    const Value &value = given.value(i);
    if (value.isBool()) // non_blocking
      continue;
    if (TensorObject *other = given.object(i)) {
      dtype = other->tensor.dtype();
      place = other->place;
    } else if (value.as<DtypeObject>() || value.as<eval::Type>()) {
      dtype = dtypeOf(value, "to()");
    } else {
      place = placeOf(given.state, value);
    }
  }
  Value result = converted(given, dtype, place, given.flag(6, false));
  if (!given.has(7) || !isChannelsLast(&given.value(7)))
    return result;
  Tensor moved = inMemoryFormat(&given.value(7), result.as<TensorObject>()->tensor);
  return onDevice(given, moved, place);
}

Value toDtype(Given &given) {
  (void)given.tensor(0);
  return converted(given, static_cast<Scalar>(given.function.op), given.object(0)->place, false);
}

Value type(Given &given) {
  const Tensor &x = given.tensor(0);
  if (given.has(1))
    return converted(given, *given.dtype(1), given.object(0)->place, false);
  return Value::string(cat("torch.", tensor::messageName(x.dtype()), "Tensor"));
}
Value typeAs(Given &given) {
  (void)given.tensor(0);
  return converted(given, given.tensor(1).dtype(), given.object(1)->place, false);
}

Value cpu(Given &given) {
  return converted(given, given.tensor(0).dtype(), Place::cpu(), false);
}
Value cuda(Given &given) {
  static const auto *current = new Value(Value::string("cuda"));
  Place place = placeOf(given.state, given.has(1) ? given.value(1) : *current);
  return converted(given, given.tensor(0).dtype(), place, false);
}

Value clone(Given &given) {
  Tensor copy = take(tensor::clone(given.tensor(0)));
  return given.made(inMemoryFormat(given.has(1) ? &given.value(1) : nullptr, copy));
}
Value contiguous(Given &given) {
  const Tensor &x = given.tensor(0);
  if (given.has(1) && isChannelsLast(&given.value(1)))
    return given.made(inMemoryFormat(&given.value(1), x));
  return x.isContiguous() ? given.value(0) : given.made(tensor::contiguous(x));
}
Value detach(Given &given) {
  return given.made(given.tensor(0));
}
Value detachInPlace(Given &given) {
  given.object(0)->record = Value::none();
  given.object(0)->requiresGrad = false;
  return given.value(0);
}
Value retainGrad(Given &given) {
  given.object(0)->retainsGrad = true;
  return Value::none();
}
Value itself(Given &given) {
  (void)given.tensor(0);
  return given.value(0);
}

Value item(Given &given) {
  return makeNumber(take(tensor::item(given.tensor(0))));
}
Value toList(Given &given) {
  return makeList(given.tensor(0));
}
// Of a tensor on a GPU: its address there, with the bytes brought there.
Value dataPtr(Given &given) {
  const Tensor &x = given.tensor(0);
  Gpu *gpu = given.object(0)->gpu();
  if (!gpu)
    return Value::integer(reinterpret_cast<uintptr_t>(x.data()));
  uint64_t begin = take(x.storage()->addressOn(gpu->memory));
  return Value::integer(static_cast<int64_t>(begin) + x.offset() * x.elementSize());
}
Value elementSize(Given &given) {
  return Value::integer(given.tensor(0).elementSize());
}
Value isFloatingPoint(Given &given) {
  return Value::boolean(isFloat(given.tensor(0).dtype()));
}
Value isComplex(Given &given) {
  (void)given.tensor(0);
  return Value::boolean(false);
}
Value isSignedDtype(Given &given) {
  return Value::boolean(!isUnsigned(given.tensor(0).dtype()));
}
Value getDevice(Given &given) {
  (void)given.tensor(0);
  return Value::integer(given.object(0)->place.gpu);
}

Value numpy(Given &) {
  eval::raise("NotImplementedError", "numpy() is not available: there is no NumPy here; use "
                                     "tolist(), or run the script with Python and PyTorch");
}

constexpr TorchPlace kMethod = TorchPlace::Method;
constexpr int kPlaces = kPlacesResult;

#define NEREID_TO(name, dtype)                                                                     \
  {name, "input, memory_format=", toDtype, kMethod, static_cast<int>(Scalar::dtype)}

constexpr TorchFunction kFunctions[] = {
    {"to", "input, target=, second=, *, device=, dtype=, non_blocking=, copy=, memory_format=", to,
     kMethod, kPlaces},
    NEREID_TO("float", F32),
    NEREID_TO("double", F64),
    NEREID_TO("half", F16),
    NEREID_TO("bfloat16", BF16),
    NEREID_TO("char", I8),
    NEREID_TO("short", I16),
    NEREID_TO("int", I32),
    NEREID_TO("long", I64),
    NEREID_TO("byte", U8),
    NEREID_TO("bool", I1),
    {"type", "input, dtype=, non_blocking=", type, kMethod},
    {"type_as", "input, other", typeAs, kMethod, kPlaces},
    {"cpu", "input", cpu, kMethod, kPlaces},
    {"cuda", "input, device=, non_blocking=", cuda, kMethod, kPlaces},
    {"clone", "input, *, memory_format=", clone},
    {"contiguous", "input, memory_format=", contiguous, kMethod},
    {"detach", "input", detach},
    {"detach_", "input", detachInPlace, kMethod},
    {"pin_memory", "input", itself, kMethod},
    {"retain_grad", "input", retainGrad, kMethod},
    {"item", "input", item, kMethod},
    {"tolist", "input", toList, kMethod},
    {"data_ptr", "input", dataPtr, kMethod},
    {"element_size", "input", elementSize, kMethod},
    {"is_floating_point", "input", isFloatingPoint},
    {"is_complex", "input", isComplex},
    {"is_signed", "input", isSignedDtype},
    {"get_device", "input", getDevice, kMethod},
    {"numpy", "input", numpy, kMethod},
};

} // namespace

TorchTable torchConversions() {
  return kFunctions;
}

bool isChannelsLast(const Value *format) {
  return format && format->isObject() && format->object()->typeName() == "torch.channels_last";
}

Tensor inMemoryFormat(const Value *format, const Tensor &tensor) {
  if (!isChannelsLast(format))
    return tensor;
  if (tensor.dim() != 4)
    eval::raise("RuntimeError", "required rank 4 tensor to use channels_last format");
  Tensor laid = take(Tensor::allocate(tensor.dtype(), tensor.shape(), {1, 3, 2, 0}));
  take(tensor::copyInto(laid, tensor));
  return laid;
}

} // namespace nereid::host
