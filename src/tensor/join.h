// Joining and repeating tensors; all of these copy.
//
//   Tensor both = concatenate({a, b}, 0).value();
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace nereid::tensor {

// torch.cat: dtypes are promoted; 1-d tensors without elements are skipped, whatever the others.
Result<Tensor> concatenate(std::span<const Tensor> tensors, int64_t dim = 0);
Result<Tensor> stack(std::span<const Tensor> tensors, int64_t dim = 0);
// x.repeat(counts): tiles of x, one count for each dim; leading counts add dims.
Result<Tensor> repeat(const Tensor &x, const Dims &counts);
// Each element along `dim` that many times in a row.
Result<Tensor> repeatInterleave(const Tensor &x, int64_t count, int64_t dim);
Result<Tensor> flip(const Tensor &x, const Dims &dims);
Result<Tensor> roll(const Tensor &x, int64_t shift, int64_t dim);
// torch.nn.functional.pad: (before, after) for the last dim, then the one before it, ... Negative
// amounts cut.
Result<Tensor> padConstant(const Tensor &x, const Dims &amounts, const Number &value);

} // namespace nereid::tensor
