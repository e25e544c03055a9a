#include "tensor/rows.h"

#include <algorithm>

#include "tensor/attempt.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

bool contains(const Dims &dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

// The dims that are not in `dims`, then those that are.
Dims innermostOrder(int64_t rank, const Dims &dims) {
  Dims order;
  for (int64_t d = 0; d < rank; ++d)
    if (!contains(dims, d))
      order.push_back(d);
  for (int64_t d = 0; d < rank; ++d)
    if (contains(dims, d))
      order.push_back(d);
  return order;
}

int64_t sizeOver(const Tensor &x, const Dims &dims, bool inside) {
  int64_t size = 1;
  for (int64_t d = 0; d < x.dim(); ++d)
    if (contains(dims, d) == inside)
      size *= x.size(d);
  return size;
}

} // namespace

Result<Tensor> asRows(const Tensor &x, const Dims &dims) {
  NEREID_ATTEMPT(Tensor moved, permute(x, innermostOrder(x.dim(), dims)));
  Dims shape{sizeOver(x, dims, false), sizeOver(x, dims, true)};
  NEREID_ATTEMPT(Tensor rows, reshape(moved, shape));
  return rows.stride(1) == 1 || rows.size(1) <= 1 ? Result<Tensor>(rows) : contiguous(rows);
}

Dims reducedShape(const Tensor &x, const Dims &dims, bool keepDims) {
  Dims shape;
  for (int64_t d = 0; d < x.dim(); ++d)
    if (!contains(dims, d))
      shape.push_back(x.size(d));
    else if (keepDims)
      shape.push_back(1);
  return shape;
}

Result<RowOutput> RowOutput::allocate(Dtype dtype, const Tensor &like, const Dims &dims) {
  RowOutput output;
  Dims order = innermostOrder(like.dim(), dims);
  output.original_.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    output.shape_.push_back(like.size(order[i]));
    output.original_[order[i]] = static_cast<int64_t>(i);
  }
  NEREID_ATTEMPT(output.rows_, Tensor::allocate(dtype, {sizeOver(like, dims, false),
                                                        sizeOver(like, dims, true)}));
  return output;
}

Result<Tensor> RowOutput::finish() const {
  NEREID_ATTEMPT(Tensor shaped, view(rows_, shape_));
  NEREID_ATTEMPT(Tensor ordered, permute(shaped, original_));
  return contiguous(ordered);
}

} // namespace nereid::tensor
