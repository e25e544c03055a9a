#include "host/triton_wrapper.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::host {

namespace {

eval::Value wrap(const eval::Value &tensor, const eval::Value &dtype) {
  std::optional<Scalar> element = elementTypeOf(dtype);
  if (!element)
    eval::raise("TypeError", cat("reinterpret() takes a dtype, not ", eval::typeName(dtype)));
  auto *wrapped = tensor.as<TensorWrapper>();
  const eval::Value &base = wrapped ? wrapped->base() : tensor;
  std::optional<TensorMemory> memory = tensorMemory(base);
  if (!memory)
    eval::raise("TypeError", cat("Cannot reinterpret a ", eval::typeName(tensor), "."));
  if (memory->element == *element)
    return base;
  return eval::make<TensorWrapper>(base, dtype, *element);
}

eval::Value reinterpret(const eval::Arguments &call) {
  static const eval::Signature signature("reinterpret", "tensor, dtype");
  auto given = signature.match(call);
  return wrap(*given[0], *given[1]);
}

eval::Value makeMock(const eval::Arguments &call) {
  static const eval::Signature signature("MockTensor", "dtype, shape=");
  auto given = signature.match(call);
  return eval::make<MockTensor>(*given[0]);
}

template <typename T> bool isA(const eval::Value &value) {
  return value.as<T>() != nullptr;
}

} // namespace

TensorMemory TensorWrapper::memory() const {
  std::optional<TensorMemory> memory = tensorMemory(base_);
  if (!memory)
    return {0, element_, {}};
  memory->element = element_;
  return *memory;
}

std::optional<eval::Value> TensorWrapper::getAttr(std::string_view name) {
  if (name == "base")
    return base_;
  if (name == "dtype")
    return dtype_;
  // data_ptr, shape, stride, device, ...: the tensor's own.
  return eval::findAttr(base_, name);
}

std::vector<std::string> TensorWrapper::attributeNames() const {
  return {"base", "data_ptr", "device", "dtype", "shape", "stride"};
}

std::optional<eval::Value> MockTensor::getAttr(std::string_view name) {
  if (name == "dtype")
    return dtype_;
  if (name == "data_ptr")
    return eval::Value(eval::make<eval::NativeFunction>(
        "data_ptr", [](const eval::Arguments &) { return eval::Value::integer(0); }));
  return std::nullopt;
}

eval::Value reinterpretFunction() {
  return eval::make<eval::NativeFunction>("reinterpret", reinterpret);
}

eval::Value tensorWrapperType() {
  return eval::make<eval::Type>("TensorWrapper", reinterpret, isA<TensorWrapper>);
}

eval::Value mockTensorType() {
  return eval::make<eval::Type>("MockTensor", makeMock, isA<MockTensor>);
}

} // namespace nereid::host
