#include "tensor/walk.h"

#include <algorithm>
#include <numeric>

namespace nereid::tensor {
namespace {

// Whether dim `a` belongs outside dim `b` (1), inside it (-1), or no operand says (0).
int compareDims(const Dims &shape, std::span<const Tensor> operands, int64_t a, int64_t b) {
  for (const Tensor &operand : operands) {
    int64_t strideA = operand.stride(a), strideB = operand.stride(b);
    if (strideA == 0 || strideB == 0)
      continue;
    if (strideA != strideB)
      return strideA < strideB ? -1 : 1;
    if (shape[a] > shape[b])
      return 1;
  }
  return 0;
}

} // namespace

Dims layoutOrder(const Dims &shape, std::span<const Tensor> operands) {
  int64_t rank = static_cast<int64_t>(shape.size());
  Dims order(rank);
  for (int64_t i = 0; i < rank; ++i)
    order[i] = rank - 1 - i;
  // An insertion sort that looks past dims which no operand can compare.
  for (int64_t i = 1; i < rank; ++i) {
    int64_t moving = i;
    for (int64_t inner = i - 1; inner >= 0; --inner) {
      int comparison = compareDims(shape, operands, order[inner], order[moving]);
      if (comparison > 0) {
        std::swap(order[inner], order[moving]);
        moving = inner;
      } else if (comparison < 0) {
        break;
      }
    }
  }
  return order;
}

Walk::Walk(const Dims &shape, std::span<const Tensor> tensors) {
  Dims order = layoutOrder(shape, tensors);
  std::reverse(order.begin(), order.end());
  for (int64_t d : order)
    shape_.push_back(shape[d]);
  for (const Tensor &tensor : tensors) {
    Dims strides;
    for (int64_t d : order)
      strides.push_back(shape[d] == 1 ? 0 : tensor.stride(d) * tensor.elementSize());
    strides_.push_back(std::move(strides));
    starts_.push_back(tensor.data());
  }
  mergeDims();
}

void Walk::mergeDims() {
  Dims shape;
  std::vector<Dims> strides(strides_.size());
  auto mergesInto = [&](size_t d) { // the dim pushed last, outside d
    for (size_t t = 0; t < strides_.size(); ++t)
      if (strides[t].back() != strides_[t][d] * shape_[d])
        return false;
    return true;
  };
  for (size_t d = 0; d < shape_.size(); ++d) {
    if (shape_[d] == 1)
      continue;
    bool merges = !shape.empty() && mergesInto(d);
    if (!merges)
      shape.push_back(1);
    shape.back() *= shape_[d];
    for (size_t t = 0; t < strides_.size(); ++t) {
      if (!merges)
        strides[t].push_back(0);
      strides[t].back() = strides_[t][d];
    }
  }
  if (shape.empty()) {
    shape.push_back(1);
    for (Dims &each : strides)
      each.push_back(0);
  }
  shape_ = std::move(shape);
  strides_ = std::move(strides);
}

bool Walk::isConstant(size_t tensor) const {
  return std::all_of(strides_[tensor].begin(), strides_[tensor].end(),
                     [](int64_t stride) { return stride == 0; });
}

} // namespace nereid::tensor
