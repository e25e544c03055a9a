// Sorting along a dim: sort, argsort, topk, median, unique.
//
// Sorts are stable, NaN is larger than everything, and equal values keep their order, so that
// indices are the same on every run.
//
//   auto [values, indices] = topk(x, 5, -1, true).value();
#pragma once

#include "tensor/reduce.h"
#include "tensor/tensor.h"

namespace nereid::tensor {

Result<ValuesAndIndices> sort(const Tensor &x, int64_t dim = -1, bool descending = false);
Result<ValuesAndIndices> topk(const Tensor &x, int64_t k, int64_t dim = -1, bool largest = true);
// The k-th smallest, counting from 1; of an even number of values the median is the lower one.
Result<ValuesAndIndices> kthValue(const Tensor &x, int64_t k, int64_t dim = -1,
                                  bool keepDims = false);
Result<ValuesAndIndices> medianAlong(const Tensor &x, int64_t dim = -1, bool keepDims = false);
Result<Tensor> median(const Tensor &x);

struct Unique {
  Tensor values;  // ascending
  Tensor inverse; // of x's shape: where each element went
  Tensor counts;
};
Result<Unique> unique(const Tensor &x);

} // namespace nereid::tensor
