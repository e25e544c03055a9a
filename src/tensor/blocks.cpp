#include "tensor/blocks.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/view.h"
#include "tensor/walk.h"

namespace nereid::tensor {
namespace {

constexpr size_t kMaxInputs = 3;

// The input as a tensor of the output's shape. Numbers become a broadcast element of type T.
template <typename T>
Result<Tensor> asInput(const Operand &operand, const Tensor &output, Dtype numberDtype) {
  if (const Number *number = std::get_if<Number>(&operand)) {
    NEREID_ATTEMPT(Tensor element, Tensor::allocate(numberDtype, {}));
    *element.as<T>() = number->as<T>();
    return expand(element, output.shape());
  }
  const Tensor &tensor = std::get<Tensor>(operand);
  NEREID_ATTEMPT(Tensor input, expand(tensor, output.shape()));
  bool sharesMemory = input.storage() == output.storage();
  bool sameLanes = input.data() == output.data() && input.strides() == output.strides() &&
                   input.dtype() == output.dtype();
  if (sharesMemory && !sameLanes) {
    NEREID_ATTEMPT(Tensor apart, clone(tensor));
    return expand(apart, output.shape());
  }
  return input;
}

template <typename T> constexpr Dtype nativeDtype() {
  if constexpr (std::is_same_v<T, float>)
    return Dtype::F32;
  else if constexpr (std::is_same_v<T, double>)
    return Dtype::F64;
  else
    return std::is_signed_v<T> ? Dtype::I64 : Dtype::U64;
}

// One input's lanes, block after block.
template <typename T> class InputLanes {
public:
  InputLanes(const Walk &walk, const Tensor &tensor, size_t position)
      : dtype_(tensor.dtype()), stride_(walk.innerStride(position)),
        constant_(walk.isConstant(position)) {
    if (constant_ && tensor.numel() > 0)
      loadLanes(dtype_, tensor.data(), 0, std::min(kBlockLanes, tensor.numel()), buffer_);
  }

  const T *read(const std::byte *run, int64_t start, int64_t count) {
    if (constant_)
      return buffer_;
    const std::byte *from = run + start * stride_;
    if (isNative<T>(dtype_) && stride_ == sizeof(T))
      return reinterpret_cast<const T *>(from);
    loadLanes(dtype_, from, stride_, count, buffer_);
    return buffer_;
  }

private:
  Dtype dtype_;
  int64_t stride_;
  bool constant_;
  alignas(64) T buffer_[kBlockLanes];
};

} // namespace

template <typename T>
Status computeBlocks(const Tensor &output, std::span<const Operand> inputs,
                     const BlockBody<T> &body) {
  NEREID_CHECK(inputs.size() <= kMaxInputs, "too many inputs");
  std::vector<Tensor> tensors{output};
  for (const Operand &operand : inputs) {
    NEREID_ATTEMPT(Tensor input, asInput<T>(operand, output, nativeDtype<T>()));
    tensors.push_back(std::move(input));
  }
  if (output.numel() == 0)
    return {};
  Walk walk(output.shape(), tensors);
  std::vector<InputLanes<T>> readers;
  for (size_t i = 1; i < tensors.size(); ++i)
    readers.emplace_back(walk, tensors[i], i);

  int64_t stride = walk.innerStride(0);
  bool direct = isNative<T>(output.dtype()) && stride == sizeof(T);
  alignas(64) T buffer[kBlockLanes];
  walk.forEachRun([&](std::byte *const *at, int64_t runLanes) {
    for (int64_t start = 0; start < runLanes; start += kBlockLanes) {
      int64_t count = std::min(kBlockLanes, runLanes - start);
      std::array<const T *, kMaxInputs> in{};
      for (size_t i = 0; i < readers.size(); ++i)
        in[i] = readers[i].read(at[i + 1], start, count);
      std::byte *to = at[0] + start * stride;
      body(in.data(), direct ? reinterpret_cast<T *>(to) : buffer, count);
      if (!direct)
        storeLanes(output.dtype(), buffer, count, to, stride);
    }
  });
  return {};
}

template Status computeBlocks(const Tensor &, std::span<const Operand>, const BlockBody<int64_t> &);
template Status computeBlocks(const Tensor &, std::span<const Operand>,
                              const BlockBody<uint64_t> &);
template Status computeBlocks(const Tensor &, std::span<const Operand>, const BlockBody<float> &);
template Status computeBlocks(const Tensor &, std::span<const Operand>, const BlockBody<double> &);

Result<Tensor> allocateOutput(Dtype dtype, std::span<const Operand> operands) {
  Dims shape;
  for (const Operand &operand : operands)
    if (const Tensor *tensor = std::get_if<Tensor>(&operand)) {
      NEREID_ATTEMPT(shape, broadcastShapes(shape, tensor->shape()));
    }
  std::vector<Tensor> expanded;
  for (const Operand &operand : operands)
    if (const Tensor *tensor = std::get_if<Tensor>(&operand)) {
      NEREID_ATTEMPT(Tensor each, expand(*tensor, shape));
      expanded.push_back(std::move(each));
    }
  return Tensor::allocate(dtype, shape, layoutOrder(shape, expanded));
}

} // namespace nereid::tensor
