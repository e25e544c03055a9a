// Reductions: sum, mean, max, var and the like over dims.
//
// Without dims a reduction goes over all of the tensor and gives a 0-d tensor. Floats are
// added up in float64, which is at least as close as torch's cascade of float32 sums, and the
// result is rounded once.
//
//   Tensor perRow = reduce(ReduceOp::Sum, x, Dims{1}).value();
#pragma once

#include <optional>
#include <utility>

#include "tensor/tensor.h"

namespace nereid::tensor {

enum class ReduceOp : uint8_t { Sum, Prod, Mean, Amax, Amin, Any, All, CountNonzero, LogSumExp };

struct ReduceOptions {
  bool keepDims = false;
  std::optional<Dtype> dtype =
      std::nullopt; // of the result; the operands are converted to it first
};

Result<Tensor> reduce(ReduceOp op, const Tensor &x, const std::optional<Dims> &dims = {},
                      const ReduceOptions &options = {});

// The variance, divided by count - correction.
Result<Tensor> variance(const Tensor &x, const std::optional<Dims> &dims = {},
                        double correction = 1, bool keepDims = false);
Result<Tensor> standardDeviation(const Tensor &x, const std::optional<Dims> &dims = {},
                                 double correction = 1, bool keepDims = false);
// The vector norm of order p: 2, 1, infinity, ...
Result<Tensor> norm(const Tensor &x, double p = 2, const std::optional<Dims> &dims = {},
                    bool keepDims = false);

// Largest or smallest along a dim, and where: the first of equals; NaN is both.
struct ValuesAndIndices {
  Tensor values, indices;
};
Result<ValuesAndIndices> maxAlong(const Tensor &x, int64_t dim, bool keepDims = false);
Result<ValuesAndIndices> minAlong(const Tensor &x, int64_t dim, bool keepDims = false);
Result<Tensor> argmax(const Tensor &x, std::optional<int64_t> dim = {}, bool keepDims = false);
Result<Tensor> argmin(const Tensor &x, std::optional<int64_t> dim = {}, bool keepDims = false);

// Running sums and products along a dim.
Result<Tensor> cumsum(const Tensor &x, int64_t dim, std::optional<Dtype> dtype = {});
Result<Tensor> cumprod(const Tensor &x, int64_t dim, std::optional<Dtype> dtype = {});

} // namespace nereid::tensor
