// The objects of the `torch` module: tensors, dtypes, devices, sizes.
//
// A TensorObject is a tensor::Tensor that Python code holds. What it can do is in the tables of
// torch_function.h, which the module's functions share. Where gradients are wanted, a tensor
// remembers how it was computed (torch_record.h).
//
//   Value x = makeTensor(state, tensor::zeros({2, 3}, Scalar::F32).value());
//   Value shape = makeSize({2, 3});                   // torch.Size([2, 3])
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "eval/value.h"
#include "host/gpu.h"
#include "host/torch_versions.h"
#include "tensor/print.h"
#include "tensor/random.h"
#include "tensor/tensor.h"

namespace nereid::host {

// What one import of torch shares: its generator, its switches, and the note that there is no GPU.
struct TorchState {
  tensor::Generator generator;
  tensor::PrintOptions print;
  bool gradEnabled = true;
  TensorVersions versions;
  bool hasStale = false; // a tensor somewhere is TensorObject::isStale
  // What tensor.backward(...) does; gets the tensor as the first argument.
  std::function<eval::Value(const eval::Arguments &)> backward;
  Place defaultPlace;
  std::function<void(std::string_view)> note; // may be empty
  bool noted = false;
  std::shared_ptr<GpuSource> gpu; // null: 'cuda' is the CPU's memory

  // The GPU that is there, or null; says so then, the first time.
  Gpu *findGpu();
};
using TorchStateRef = std::shared_ptr<TorchState>;

class TensorObject : public eval::Object {
public:
  TensorObject(TorchStateRef state, tensor::Tensor tensor)
      : state(std::move(state)), tensor(std::move(tensor)) {}
  const TorchStateRef state;
  tensor::Tensor tensor; // x.data = y and the like replace it
  Place place;
  bool requiresGrad = false;
  bool isParameter = false;

  // Where its kernels run and its bytes are wanted; null: this is a tensor of the CPU's.
  Gpu *gpu() const { return place.isCuda() && state->gpu ? state->gpu->find(place.gpu) : nullptr; }
  bool retainsGrad = false;
  eval::Value grad;        // None until backward()
  eval::Value record;      // a GradRecord (torch_record.h), or None for a leaf
  int64_t recordIndex = 0; // among the results of what made it
  uint32_t version = 0;    // of its storage, when it was made
  bool isData = false;     // x.data: what is done to it is not counted
  bool isStale = false;    // in a backward(): not what it was, or computed from such

  std::string typeName() const override { return isParameter ? "Parameter" : "Tensor"; }
  eval::Value classOf() const override;
  std::string repr() const override;
  std::string format(std::string_view spec) const override;
  bool truthy() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  bool setAttr(std::string_view name, const eval::Value &value) override;
  std::vector<std::string> attributeNames() const override;
  eval::Value getItem(const eval::Value &index) override;
  void setItem(const eval::Value &index, const eval::Value &value) override;
  std::optional<bool> contains(const eval::Value &item) override;
  std::optional<int64_t> length() const override;
  std::unique_ptr<eval::Iterator> iterate() override;
  std::optional<eval::Value> binary(syntax::BinaryOp, const eval::Value &, bool) override;
  std::optional<eval::Value> inPlace(syntax::BinaryOp, const eval::Value &) override;
  std::optional<eval::Value> unary(syntax::UnaryOp op) override;
  std::optional<eval::Value> compare(syntax::CompareOp, const eval::Value &, bool) override;
  std::optional<eval::Int> index() const override;
  std::optional<eval::Value> number() const override;
};

// torch.float32 and the like. There is one of each, so they compare by identity.
class DtypeObject : public eval::Object {
public:
  explicit DtypeObject(Scalar dtype) : dtype(dtype) {}
  const Scalar dtype;
  std::string typeName() const override { return "dtype"; }
  eval::Value classOf() const override;
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
};

class DeviceObject : public eval::Object {
public:
  DeviceObject(std::string type, std::optional<int64_t> index)
      : type(std::move(type)), deviceIndex(index) {}
  const std::string type; // "cpu", "cuda"
  const std::optional<int64_t> deviceIndex;
  std::string typeName() const override { return "device"; }
  eval::Value classOf() const override;
  std::string repr() const override; // device(type='cuda', index=0)
  std::string str() const override;  // cuda:0
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override { return {"type", "index"}; }
  bool equals(const eval::Value &other) const override;
  std::optional<eval::Value> compare(syntax::CompareOp, const eval::Value &, bool) override;
  size_t hash() const override;
  // `with torch.device(...)`
  eval::Value enter() override;
  bool exit(const eval::Value &exceptionOrNone) override { return false; }
};

// torch.Generator
class GeneratorObject : public eval::Object {
public:
  tensor::Generator generator;
  std::string typeName() const override { return "Generator"; }
  std::optional<eval::Value> getAttr(std::string_view name) override;
  std::vector<std::string> attributeNames() const override;
};

// torch.Size: a tuple of ints that prints as one.
class SizeObject : public eval::Tuple {
public:
  using Tuple::Tuple;
  std::string typeName() const override { return "Size"; }
  eval::Value classOf() const override;
  std::string repr() const override;
  std::optional<eval::Value> getAttr(std::string_view name) override;
  eval::Value getItem(const eval::Value &index) override;
  std::optional<eval::Value> binary(syntax::BinaryOp, const eval::Value &, bool) override;
};

eval::Value makeTensor(const TorchStateRef &state, tensor::Tensor tensor);
eval::Value makeDtype(Scalar dtype);
eval::Value makeDevice(std::string type, std::optional<int64_t> index = {});
eval::Value makeDevice(Place place);
eval::Value makeSize(const tensor::Dims &dims);
eval::Value makeInts(const tensor::Dims &dims); // a tuple
// A named tuple that prints as torch.return_types.<name>(...).
eval::Value makeReturnTuple(std::string_view name, std::vector<std::string> fields,
                            std::vector<eval::Value> items);

eval::Value makeNumber(const tensor::Number &number);
// The element at each index, as nested lists; a number for a 0-d tensor.
eval::Value makeList(const tensor::Tensor &x);

// The types: torch.Tensor, torch.dtype, torch.device, torch.Size, torch.nn.Parameter.
eval::Ref<eval::Type> tensorType();
eval::Ref<eval::Type> parameterType();
eval::Ref<eval::Type> dtypeType();
eval::Ref<eval::Type> deviceType();
eval::Ref<eval::Type> sizeType();

// Raises what torch raises for a Status of the tensor library.
[[noreturn]] void raiseStatus(const Status &status);
// Raises what kept a GPU's result from being copied, if anything did.
void checkCopies();

// A result that was computed from what a failed copy left is none.
template <typename T> T take(Result<T> result) {
  checkCopies();
  if (!result.ok())
    raiseStatus(result.error());
  return std::move(result).value();
}
inline void take(const Status &status) {
  checkCopies();
  if (!status.ok())
    raiseStatus(status);
}

} // namespace nereid::host
