#include "host/launch_argument.h"

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_object.h"
#include "host/triton_descriptor.h"
#include "host/triton_wrapper.h"
#include "sema/language.h"

namespace nereid::host {

using jit::Argument;

namespace {

// Objects of a script's own that act like tensors: data_ptr() and dtype.
std::optional<TensorMemory> memoryOfDuck(eval::Object &object) {
  eval::Value value = eval::Ref<eval::Object>(&object);
  std::optional<eval::Value> pointer = eval::findAttr(value, "data_ptr");
  if (!pointer || !eval::isCallable(*pointer))
    return std::nullopt;
  std::optional<eval::Value> dtype = eval::findAttr(value, "dtype");
  std::optional<Scalar> element = dtype ? elementTypeOf(*dtype) : std::nullopt;
  if (!element)
    return std::nullopt;
  eval::Value address = eval::call(*pointer, std::initializer_list<eval::Value>{});
  TensorMemory memory{static_cast<uint64_t>(eval::toInt64(address, "data_ptr()")), *element, {}};
  memory.isAddressOnly = true;
  return memory;
}

TensorMemory memoryOfTensor(const TensorObject &object) {
  const tensor::Tensor &tensor = object.tensor;
  Gpu *gpu = object.gpu();
  if (!gpu)
    return {reinterpret_cast<uint64_t>(tensor.data()), tensor.dtype(), {}};
  uint64_t address = take(tensor.storage()->addressOn(gpu->memory));
  return {address + static_cast<uint64_t>(tensor.offset() * tensor.elementSize()), tensor.dtype(),
          tensor.storage(), gpu->index};
}

std::optional<TensorMemory> memoryOfObject(eval::Object &object) {
  if (auto *tensor = dynamic_cast<TensorObject *>(&object))
    return memoryOfTensor(*tensor);
  if (auto *wrapper = dynamic_cast<TensorWrapper *>(&object))
    return wrapper->memory();
  if (dynamic_cast<eval::Str *>(&object) || dynamic_cast<eval::Tuple *>(&object))
    return std::nullopt;
  return memoryOfDuck(object);
}

[[noreturn]] void raiseNoArgument(const eval::Value &value, const jit::ParameterRule &rule) {
  std::string help;
  if (value.asString() || value.as<sema::Dtype>() || value.as<eval::List>())
    help =
        cat("; only a tl.constexpr parameter can hold one: `", rule.info.name, ": tl.constexpr`");
  else if (value.isObject() && value.object()->number())
    help = "; convert it with int() or float() first";
  eval::raise("TypeError", cat("failed to specialize argument of type: ", eval::typeName(value),
                               " (for the parameter `", rule.info.name, "`)", help));
}

void fillTuple(const eval::Tuple &tuple, const jit::ParameterRule &rule, Argument &argument,
               LaunchMemory &memory) {
  argument.kind = Argument::Kind::Tuple;
  argument.tupleClass = tuple.className;
  argument.tupleFields = tuple.fields;
  argument.elements.resize(tuple.items.size());
  for (size_t i = 0; i < tuple.items.size(); ++i)
    toArgument(tuple.items[i], rule, argument.elements[i], memory);
}

void fillConstant(const eval::Value &value, Argument &argument) {
  argument.kind = Argument::Kind::Constant;
  argument.constant = value;
}

void fillPointer(const TensorMemory &memory, Argument &argument) {
  argument.kind = Argument::Kind::Pointer;
  argument.address = memory.address;
  argument.element = memory.element;
}

void fillFromObject(const eval::Value &value, const jit::ParameterRule &rule, Argument &argument,
                    LaunchMemory &launch) {
  bool isTensor = value.as<TensorObject>(); // most are, and asking in vain is slow
  if (auto *wrapper = isTensor ? nullptr : value.as<sema::Constexpr>())
    return fillConstant(wrapper->value, argument);
  if (auto memory = memoryOfObject(*value.object())) {
    launch.add(*memory, rule.info.name);
    return fillPointer(*memory, argument);
  }
  if (rule.info.isConstexpr || value.as<sema::JitFunction>() ||
      value.as<sema::ConstexprFunction>() || value.as<sema::Builtin>())
    return fillConstant(value, argument);
  if (auto *tuple = value.as<eval::Tuple>())
    return fillTuple(*tuple, rule, argument, launch);
  if (auto *descriptor = value.as<TensorDescriptor>())
    return launch.add(descriptor->fill(argument), rule.info.name);
  raiseNoArgument(value, rule);
}

} // namespace

std::optional<TensorMemory> tensorMemory(const eval::Value &value) {
  return value.isObject() ? memoryOfObject(*value.object()) : std::nullopt;
}

std::optional<Scalar> elementTypeOf(const eval::Value &dtype) {
  if (auto *known = dtype.as<sema::Dtype>())
    return known->scalar;
  if (auto *known = dtype.as<DtypeObject>())
    return known->dtype;
  return std::nullopt;
}

void LaunchMemory::add(const TensorMemory &memory, std::string_view parameter) {
  if (memory.onGpu) {
    onGpu.push_back(memory.onGpu);
    if (gpu < 0) {
      gpu = memory.gpu;
      firstOnGpu = parameter;
    } else if (gpu != memory.gpu) {
      otherGpu = memory.gpu;
      onOtherGpu = parameter;
    }
  } else if (!memory.isAddressOnly && memory.address)
    onCpu = parameter;
}

void toArgument(const eval::Value &value, const jit::ParameterRule &rule, Argument &argument,
                LaunchMemory &memory) {
  switch (value.kind()) {
  case eval::Value::Kind::Bool:
    argument.kind = Argument::Kind::Bool;
    argument.boolean = value.asBool();
    return;
  case eval::Value::Kind::Int:
    argument.kind = Argument::Kind::Int;
    argument.integer = value.asInt();
    return;
  case eval::Value::Kind::Float:
    argument.kind = Argument::Kind::Float;
    argument.real = value.asFloat();
    return;
  case eval::Value::Kind::None:
    return fillConstant(value, argument);
  case eval::Value::Kind::Object:
    return fillFromObject(value, rule, argument, memory);
  case eval::Value::Kind::Ellipsis:
  case eval::Value::Kind::NotImplemented:
    raiseNoArgument(value, rule);
  }
}

} // namespace nereid::host
