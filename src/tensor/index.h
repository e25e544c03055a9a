// Indexing by tensors: x[indices], masks, gather, scatter, index_select.
//
// Index tensors are integers (negative ones count from the end) or bool masks. An index out of
// range is a Status of NotFound, with torch's words.
//
//   Tensor picked = indexBy(x, {std::nullopt, rows}).value();     // x[:, rows]
#pragma once

#include <optional>
#include <span>

#include "tensor/tensor.h"

namespace nereid::tensor {

// One for each leading dim of x; nothing stands for a full slice. A mask stands for as many dims
// as it has.
using Indices = std::vector<std::optional<Tensor>>;

Result<Tensor> indexBy(const Tensor &x, const Indices &indices);
// x[indices] = values, which broadcast; with `accumulate`, += for every index.
Status indexPut(const Tensor &x, const Indices &indices, const Tensor &values,
                bool accumulate = false);

// The positions of nonzero elements, one row each: [count, x.dim()].
Result<Tensor> nonzero(const Tensor &x);
Result<Tensor> maskedSelect(const Tensor &x, const Tensor &mask);

Result<Tensor> indexSelect(const Tensor &x, int64_t dim, const Tensor &index);
Result<Tensor> gather(const Tensor &x, int64_t dim, const Tensor &index);
// x[..., index[i], ...] = source[i] along `dim`, or += with `accumulate`.
Status scatterInto(const Tensor &x, int64_t dim, const Tensor &index, const Operand &source,
                   bool accumulate = false);

} // namespace nereid::tensor
