// Making tensors: zeros, full, arange, linspace, eye, and from numbers.
//
//   Tensor x = arange(Number(0), Number(10), Number(1)).value();   // int64, as torch infers
#pragma once

#include <optional>
#include <span>

#include "tensor/tensor.h"

namespace nereid::tensor {

Result<Tensor> zeros(const Dims &shape, Dtype dtype);
Result<Tensor> full(const Dims &shape, const Number &value, std::optional<Dtype> dtype = {});
// Of x's shape, laid out as x is.
Result<Tensor> emptyLike(const Tensor &x, std::optional<Dtype> dtype = {});
Result<Tensor> emptyStrided(const Dims &shape, const Dims &strides, Dtype dtype);

Result<Tensor> arange(const Number &start, const Number &end, const Number &step,
                      std::optional<Dtype> dtype = {});
Result<Tensor> linspace(double start, double end, int64_t steps, Dtype dtype);
Result<Tensor> eye(int64_t rows, int64_t columns, Dtype dtype);

// torch.tensor(numbers).view(shape): there are numelOf(shape) of them. Without a dtype: bool if
// all are bools, float32 if any is a float, else int64.
Result<Tensor> fromNumbers(std::span<const Number> numbers, const Dims &shape,
                           std::optional<Dtype> dtype = {});

// x with zeros above (tril) or below (triu) a diagonal.
Result<Tensor> tril(const Tensor &x, int64_t diagonal = 0);
Result<Tensor> triu(const Tensor &x, int64_t diagonal = 0);

// The dtype that a number gets by itself: bool, int64 or float32.
Dtype dtypeOf(const Number &number);

} // namespace nereid::tensor
