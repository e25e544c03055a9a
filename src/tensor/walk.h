// Walk: the order in which several tensors of one shape are gone through together.
//
// Elementwise work does not care about the order of elements, so a Walk picks a good one: dims are
// sorted by stride (the output's first), and dims that lie behind one another in every tensor are
// merged. What is left is a few outer dims and one inner run, along which each tensor has a fixed
// stride. Two contiguous tensors of any rank are a single run.
//
//   Walk walk(shape, {&out, &a, &b});                 // each of that shape (see expand())
//   walk.forEachRun([&](std::byte *const *at, int64_t count) { ... walk.innerStride(1) ... });
#pragma once

#include <initializer_list>
#include <span>

#include "tensor/tensor.h"

namespace nereid::tensor {

class Walk {
public:
  Walk(const Dims &shape, std::span<const Tensor> tensors);

  int64_t innerStride(size_t tensor) const { return strides_[tensor].back(); } // in bytes
  bool isConstant(size_t tensor) const; // one element, broadcast all over

  const Dims &shape() const { return shape_; } // outermost first; at least one dim
  const Dims &strides(size_t tensor) const { return strides_[tensor]; } // in bytes

  // Calls run(addresses of the tensors' first elements, count) for each inner run.
  template <typename Run> void forEachRun(Run &&run) const;

private:
  void mergeDims();
  Dims shape_;
  std::vector<Dims> strides_;
  std::vector<std::byte *> starts_;
};

// The order of dims, innermost first, in which an elementwise result over these operands is laid
// out: theirs, where they agree on one (as torch's TensorIterator has it).
Dims layoutOrder(const Dims &shape, std::span<const Tensor> operands);

template <typename Run> void Walk::forEachRun(Run &&run) const {
  int64_t outerDims = static_cast<int64_t>(shape_.size()) - 1;
  for (int64_t size : shape_)
    if (size == 0)
      return;
  Dims index(outerDims, 0);
  std::vector<std::byte *> at = starts_;
  while (true) {
    run(at.data(), shape_.back());
    int64_t d = outerDims - 1;
    for (; d >= 0; --d) {
      bool wraps = ++index[d] == shape_[d];
      if (wraps)
        index[d] = 0;
      for (size_t t = 0; t < at.size(); ++t)
        at[t] += wraps ? -strides_[t][d] * (shape_[d] - 1) : strides_[t][d];
      if (!wraps)
        break;
    }
    if (d < 0)
      return;
  }
}

} // namespace nereid::tensor
