#include "tensor/join.h"

#include <algorithm>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/index.h"
#include "tensor/promote.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

bool isSkipped(const Tensor &x) {
  return x.dim() == 1 && x.size(0) == 0;
}

Status checkJoinable(const Tensor &first, const Tensor &x, int64_t dim, size_t position) {
  if (x.dim() != first.dim())
    return invalid(
        cat("Tensors must have same number of dimensions: got ", first.dim(), " and ", x.dim()));
  for (int64_t d = 0; d < x.dim(); ++d)
    if (d != dim && x.size(d) != first.size(d))
      return invalid(cat("Sizes of tensors must match except in dimension ", dim,
                         ". Expected size ", first.size(d), " but got size ", x.size(d),
                         " for tensor number ", position, " in the list."));
  return {};
}

// x taken apart along `dim` by index.
Result<Tensor> takeAlong(const Tensor &x, int64_t dim, const Dims &indices) {
  std::vector<Number> numbers(indices.begin(), indices.end());
  NEREID_ATTEMPT(Tensor index,
                 fromNumbers(numbers, {static_cast<int64_t>(indices.size())}, Dtype::I64));
  return indexSelect(x, dim, index);
}

} // namespace

Result<Tensor> concatenate(std::span<const Tensor> tensors, int64_t dim) {
  if (tensors.empty())
    return invalid("torch.cat(): expected a non-empty list of Tensors");
  const Tensor *first = &tensors.front();
  for (const Tensor &x : tensors)
    if (isSkipped(*first))
      first = &x;
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, first->dim()));
  std::vector<Operand> operands;
  int64_t total = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].dim() == 0)
      return invalid(cat("zero-dimensional tensor (at position ", i, ") cannot be concatenated"));
    operands.push_back(tensors[i]);
    if (isSkipped(tensors[i]))
      continue;
    NEREID_ATTEMPT_STATUS(checkJoinable(*first, tensors[i], d, i));
    total += tensors[i].size(d);
  }
  NEREID_ATTEMPT(Dtype dtype, resultType(operands));
  Dims shape = first->shape();
  shape[d] = total;
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(dtype, shape));
  int64_t start = 0;
  for (const Tensor &x : tensors) {
    if (isSkipped(x))
      continue;
    NEREID_ATTEMPT(Tensor part, slice(out, d, start, start + x.size(d)));
    NEREID_ATTEMPT_STATUS(copyInto(part, x));
    start += x.size(d);
  }
  return out;
}

Result<Tensor> stack(std::span<const Tensor> tensors, int64_t dim) {
  if (tensors.empty())
    return invalid("stack expects a non-empty TensorList");
  std::vector<Tensor> widened;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].shape() != tensors[0].shape())
      return invalid(cat("stack expects each tensor to be equal size, but got ",
                         shapeText(tensors[0].shape()), " at entry 0 and ",
                         shapeText(tensors[i].shape()), " at entry ", i));
    NEREID_ATTEMPT(int64_t d, wrapDim(dim, tensors[i].dim() + 1));
    NEREID_ATTEMPT(Tensor wide, unsqueeze(tensors[i], d));
    widened.push_back(std::move(wide));
  }
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, widened[0].dim()));
  return concatenate(widened, d);
}

Result<Tensor> repeat(const Tensor &x, const Dims &counts) {
  int64_t added = static_cast<int64_t>(counts.size()) - x.dim();
  if (added < 0)
    return invalid("Number of dimensions of repeat dims can not be smaller than number of "
                   "dimensions of tensor");
  // x as [1, s0, 1, s1, ...], expanded to [c0, s0, c1, s1, ...].
  Dims shape, paired, single;
  for (size_t d = 0; d < counts.size(); ++d) {
    if (counts[d] < 0)
      return invalid(cat("Trying to create tensor with negative dimension ", counts[d], ": ",
                         shapeText(counts)));
    int64_t size = static_cast<int64_t>(d) < added ? 1 : x.size(static_cast<int64_t>(d) - added);
    shape.push_back(counts[d] * size);
    paired.insert(paired.end(), {counts[d], size});
    single.insert(single.end(), {1, size});
  }
  NEREID_ATTEMPT(Tensor spread, reshape(x, single));
  NEREID_ATTEMPT(Tensor tiles, expand(spread, paired));
  NEREID_ATTEMPT(Tensor dense, Tensor::allocate(x.dtype(), paired));
  NEREID_ATTEMPT_STATUS(copyInto(dense, tiles));
  return view(dense, shape);
}

Result<Tensor> repeatInterleave(const Tensor &x, int64_t count, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (count < 0)
    return invalid("repeats can not be negative");
  Dims indices;
  for (int64_t i = 0; i < (x.dim() == 0 ? 1 : x.size(d)); ++i)
    indices.insert(indices.end(), count, i);
  return takeAlong(x, d, indices);
}

Result<Tensor> flip(const Tensor &x, const Dims &dims) {
  NEREID_ATTEMPT(Dims flipped, wrapDims(dims, x.dim()));
  Tensor result = x;
  for (int64_t d : flipped) {
    Dims indices;
    for (int64_t i = x.dim() == 0 ? 0 : x.size(d) - 1; i >= 0; --i)
      indices.push_back(i);
    NEREID_ATTEMPT(result, takeAlong(result, d, indices));
  }
  return flipped.empty() ? clone(x) : Result<Tensor>(result);
}

Result<Tensor> roll(const Tensor &x, int64_t shift, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  int64_t size = x.dim() == 0 ? 1 : x.size(d);
  Dims indices;
  for (int64_t i = 0; i < size; ++i)
    indices.push_back(((i - shift % size) + size) % size);
  return takeAlong(x, d, indices);
}

Result<Tensor> padConstant(const Tensor &x, const Dims &amounts, const Number &value) {
  if (amounts.size() % 2 != 0)
    return invalid("Padding length must be divisible by 2");
  if (static_cast<int64_t>(amounts.size()) > 2 * x.dim())
    return invalid(cat("Padding length should be less than or equal to two times the input "
                       "dimension but got padding length ",
                       amounts.size(), " and input of dimension ", x.dim()));
  Dims shape = x.shape();
  Tensor source = x;
  for (size_t i = 0; i < amounts.size() / 2; ++i) {
    int64_t d = x.dim() - 1 - static_cast<int64_t>(i);
    int64_t before = amounts[2 * i], after = amounts[2 * i + 1];
    shape[d] += before + after;
    if (shape[d] < 0)
      return invalid(cat("The input size ", x.size(d), ", plus negative padding ", before, " and ",
                         after, ", resulted in a negative output size"));
    NEREID_ATTEMPT(source, slice(source, d, std::max<int64_t>(-before, 0),
                                 x.size(d) - std::max<int64_t>(-after, 0)));
  }
  NEREID_ATTEMPT(Tensor out, full(shape, value, x.dtype()));
  Tensor inner = out;
  for (size_t i = 0; i < amounts.size() / 2; ++i) {
    int64_t d = x.dim() - 1 - static_cast<int64_t>(i);
    int64_t start = std::max<int64_t>(amounts[2 * i], 0);
    NEREID_ATTEMPT(inner, slice(inner, d, start, start + source.size(d)));
  }
  NEREID_ATTEMPT_STATUS(copyInto(inner, source));
  return out;
}

} // namespace nereid::tensor
