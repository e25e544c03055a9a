// For the tests of this folder: tensors that must come out, and how they print. Every text that a
// test expects is what PyTorch prints for the same operation.
#pragma once

#include <gtest/gtest.h>

#include "tensor/create.h"
#include "tensor/print.h"
#include "tensor/tensor.h"
#include "tensor/view.h"

namespace nereid::tensor {

template <typename T> T made(Result<T> result) {
  if (!result.ok()) {
    ADD_FAILURE() << "an error where a value must be: " << result.error().what();
    return T();
  }
  return std::move(result).value();
}

template <typename T> std::string errorOf(const Result<T> &result) {
  return result.ok() ? "no error" : result.error().what();
}

inline std::string text(const Tensor &x) {
  return toText(x, {});
}
inline std::string text(const Result<Tensor> &x) {
  return x.ok() ? text(x.value()) : "error: " + x.error().what();
}

inline Tensor floats(std::vector<double> values, std::optional<Dtype> dtype = Dtype::F32) {
  std::vector<Number> numbers(values.begin(), values.end());
  return made(fromNumbers(numbers, {static_cast<int64_t>(values.size())}, dtype));
}
inline Tensor ints(std::vector<int64_t> values, std::optional<Dtype> dtype = Dtype::I64) {
  std::vector<Number> numbers(values.begin(), values.end());
  return made(fromNumbers(numbers, {static_cast<int64_t>(values.size())}, dtype));
}

// torch.arange(numel).reshape(shape), in a dtype.
inline Tensor counting(const Dims &shape, Dtype dtype = Dtype::F32) {
  Tensor flat = made(arange(Number(0), Number(numelOf(shape)), Number(1), dtype));
  return made(view(flat, shape));
}

} // namespace nereid::tensor
