// Views: other shapes and strides over the same elements. Nothing here copies, but for reshape()
// where no strides exist that would do.
//
// Dims may count from the end. What is out of range or does not fit is a Status with torch's
// message.
//
//   Tensor rows = slice(x, 0, 2, 8, 2).value();       // x[2:8:2]
#pragma once

#include <optional>

#include "tensor/tensor.h"

namespace nereid::tensor {

Result<Tensor> transpose(const Tensor &x, int64_t dim0, int64_t dim1);
Result<Tensor> transposeMatrix(const Tensor &x); // x.t(): at most 2 dims
Result<Tensor> permute(const Tensor &x, const Dims &dims);
Result<Tensor> moveDim(const Tensor &x, const Dims &source, const Dims &destination);

// One size may be -1: whatever is left.
Result<Tensor> view(const Tensor &x, const Dims &shape);
Result<Tensor> reshape(const Tensor &x, const Dims &shape);
Result<Tensor> flatten(const Tensor &x, int64_t startDim = 0, int64_t endDim = -1);
Result<Tensor> unflatten(const Tensor &x, int64_t dim, const Dims &sizes);
// The same bytes as elements of another dtype; the last dim grows or shrinks with its size.
Result<Tensor> viewAsDtype(const Tensor &x, Dtype dtype);

Result<Tensor> select(const Tensor &x, int64_t dim, int64_t index);
// As Python slices: bounds may count from the end and are cut to the dim. Steps are positive.
Result<Tensor> slice(const Tensor &x, int64_t dim, int64_t start, int64_t stop, int64_t step = 1);
Result<Tensor> narrow(const Tensor &x, int64_t dim, int64_t start, int64_t length);
Result<Tensor> diagonal(const Tensor &x, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1);
Result<Tensor> unfold(const Tensor &x, int64_t dim, int64_t size, int64_t step);

Result<Tensor> unsqueeze(const Tensor &x, int64_t dim);
Result<Tensor> squeeze(const Tensor &x, const std::optional<Dims> &dims = std::nullopt);
Result<Tensor> expand(const Tensor &x, const Dims &shape); // -1: as it is
Result<Tensor> asStrided(const Tensor &x, const Dims &shape, const Dims &strides,
                         std::optional<int64_t> offset = std::nullopt);

// x.split(size, dim), x.split(sizes, dim), x.chunk(n, dim), x.unbind(dim).
Result<std::vector<Tensor>> split(const Tensor &x, int64_t size, int64_t dim = 0);
Result<std::vector<Tensor>> splitSizes(const Tensor &x, const Dims &sizes, int64_t dim = 0);
Result<std::vector<Tensor>> chunk(const Tensor &x, int64_t chunks, int64_t dim = 0);
Result<std::vector<Tensor>> unbind(const Tensor &x, int64_t dim = 0);

} // namespace nereid::tensor
