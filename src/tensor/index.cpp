#include "tensor/index.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}
Status outOfRange(std::string message) {
  return Status(StatusCode::NotFound, std::move(message));
}

bool isMask(const Tensor &x) {
  return x.dtype() == Dtype::I1;
}

// Masks replaced by the positions at which they hold, one index tensor for each of their dims.
Result<Indices> withoutMasks(const Tensor &x, const Indices &indices) {
  Indices result;
  for (const std::optional<Tensor> &index : indices) {
    if (!index || !isMask(*index)) {
      if (index && !isInteger(index->dtype()))
        return outOfRange("tensors used as indices must be long, int, byte or bool tensors");
      result.push_back(index);
      continue;
    }
    for (int64_t d = 0; d < index->dim(); ++d) {
      int64_t of = static_cast<int64_t>(result.size()) + d;
      if (of >= x.dim() || index->size(d) != x.size(of))
        return outOfRange(cat("The shape of the mask ", shapeText(index->shape()), " at index ", d,
                              " does not match the shape of the indexed tensor ",
                              shapeText(x.shape()), " at index ", of));
    }
    NEREID_ATTEMPT(Tensor positions, nonzero(*index));
    for (int64_t d = 0; d < index->dim(); ++d) {
      NEREID_ATTEMPT(Tensor column, select(positions, 1, d));
      result.push_back(column);
    }
  }
  if (static_cast<int64_t>(result.size()) > x.dim())
    return outOfRange(cat("too many indices for tensor of dimension ", x.dim()));
  result.resize(x.dim());
  return result;
}

// An indexing worked out: x with the indexed dims in front, and for each position of the broadcast
// index the offset, in bytes, of the part of x it picks.
struct Picks {
  Tensor source;       // indexed dims first
  int64_t indexedDims; // how many
  Dims shape;          // of the broadcast index
  Dims offsets;        // in elements of x, one for each position
  int64_t resultDim;   // where the index's dims go in the result
};

// Adds the offsets that one index tensor contributes.
Status addOffsets(Picks &picks, const Tensor &index, int64_t dim, int64_t size, int64_t stride) {
  NEREID_ATTEMPT(Tensor wide, cast(index, Dtype::I64));
  NEREID_ATTEMPT(Tensor broadcast, expand(wide, picks.shape));
  NEREID_ATTEMPT(Tensor dense, contiguous(broadcast));
  const auto *at = dense.as<int64_t>();
  for (size_t i = 0; i < picks.offsets.size(); ++i) {
    int64_t position = at[i];
    if (position < -size || position >= size)
      return outOfRange(
          cat("index ", position, " is out of bounds for dimension ", dim, " with size ", size));
    picks.offsets[i] += (position < 0 ? position + size : position) * stride;
  }
  return {};
}

Result<Picks> workOut(const Tensor &x, const Indices &asked) {
  NEREID_ATTEMPT(Indices indices, withoutMasks(x, asked));
  Picks picks;
  Dims front, rest;
  for (int64_t d = 0; d < x.dim(); ++d)
    (indices[d] ? front : rest).push_back(d);
  picks.indexedDims = static_cast<int64_t>(front.size());
  // Adjacent indices leave their result in place; others put it in front.
  bool adjacent = !front.empty() && front.back() - front.front() + 1 == picks.indexedDims;
  picks.resultDim = adjacent ? front.front() : 0;
  for (int64_t d : front) {
    Result<Dims> broadcast = broadcastShapes(picks.shape, indices[d]->shape());
    if (!broadcast.ok()) {
      std::vector<std::string> shapes;
      for (int64_t each : front)
        shapes.push_back(shapeText(indices[each]->shape()));
      return outOfRange(cat("shape mismatch: indexing tensors could not be broadcast together with "
                            "shapes ",
                            join(shapes, ", ")));
    }
    picks.shape = std::move(broadcast).value();
  }
  picks.offsets.assign(numelOf(picks.shape), 0);
  for (int64_t d : front)
    NEREID_ATTEMPT_STATUS(addOffsets(picks, *indices[d], d, x.size(d), x.stride(d)));
  Dims order = front;
  order.insert(order.end(), rest.begin(), rest.end());
  NEREID_ATTEMPT(picks.source, permute(x, order));
  return picks;
}

// The part of the source that the i-th position picks.
Tensor pickedPart(const Picks &picks, size_t i) {
  const Tensor &source = picks.source;
  return source.withView(Dims(source.shape().begin() + picks.indexedDims, source.shape().end()),
                         Dims(source.strides().begin() + picks.indexedDims, source.strides().end()),
                         source.offset() + picks.offsets[i]);
}

// The result's dims are: source dims before resultDim, the index's dims, the other source dims.
// This brings the index's dims to the front, or back.
Result<Tensor> moveIndexDims(const Picks &picks, const Tensor &x, bool toFront) {
  Dims from, to;
  for (size_t d = 0; d < picks.shape.size(); ++d) {
    from.push_back(picks.resultDim + static_cast<int64_t>(d));
    to.push_back(static_cast<int64_t>(d));
  }
  return toFront ? moveDim(x, from, to) : moveDim(x, to, from);
}

// Copies parts of one element without the machinery of views.
void copyElement(std::byte *to, const std::byte *from, int64_t size) {
  std::memcpy(to, from, static_cast<size_t>(size));
}

Status addInto(const Tensor &to, const Tensor &from) {
  return binaryInto(to, BinaryOp::Add, to, from);
}

// x and index are of one rank; calls body(element of x, position in index) for every position.
template <typename Body>
Status forEachAlong(const Tensor &x, int64_t dim, const Tensor &index, std::string_view name,
                    Body body) {
  if (index.dtype() != Dtype::I64 && index.dtype() != Dtype::I32)
    return invalid(cat(name, "(): Expected dtype int32/int64 for index"));
  NEREID_ATTEMPT(Tensor wide, cast(index, Dtype::I64));
  NEREID_ATTEMPT(Tensor dense, contiguous(wide));
  Dims at(index.dim(), 0);
  for (int64_t flat = 0; flat < dense.numel(); ++flat) {
    int64_t target = dense.as<int64_t>()[flat];
    int64_t size = x.dim() == 0 ? 1 : x.size(dim);
    if (target < 0 || target >= size)
      return outOfRange(
          cat("index ", target, " is out of bounds for dimension ", dim, " with size ", size));
    int64_t offset = 0;
    for (int64_t d = 0; d < x.dim(); ++d)
      offset += (d == dim ? target : at[d]) * x.stride(d);
    body(x.data() + offset * x.elementSize(), at, flat);
    for (int64_t d = index.dim() - 1; d >= 0 && ++at[d] == index.size(d); --d)
      at[d] = 0;
  }
  return {};
}

Status checkSameRank(const Tensor &x, int64_t dim, const Tensor &index, std::string_view name) {
  if (index.dim() != x.dim())
    return invalid("Index tensor must have the same number of dimensions as input tensor");
  for (int64_t d = 0; d < x.dim(); ++d)
    if (d != dim && index.size(d) > x.size(d))
      return invalid(cat("Size does not match at dimension ", d, " expected index ",
                         shapeText(index.shape()), " to be no larger than self ",
                         shapeText(x.shape()), " apart from dimension ", dim));
  return {};
}

} // namespace

Result<Tensor> indexBy(const Tensor &x, const Indices &indices) {
  NEREID_ATTEMPT(Picks picks, workOut(x, indices));
  Dims shape = picks.shape;
  shape.insert(shape.end(), picks.source.shape().begin() + picks.indexedDims,
               picks.source.shape().end());
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(x.dtype(), shape));
  int64_t size = x.elementSize();
  bool elements = picks.indexedDims == x.dim();
  int64_t partSize = out.numel() == 0 ? 0 : out.numel() / numelOf(picks.shape);
  for (size_t i = 0; out.numel() > 0 && i < picks.offsets.size(); ++i) {
    if (elements) {
      copyElement(out.data() + static_cast<int64_t>(i) * size, x.data() + picks.offsets[i] * size,
                  size);
      continue;
    }
    Tensor part = pickedPart(picks, i);
    Tensor to = out.withView(part.shape(), contiguousStrides(part.shape()),
                             static_cast<int64_t>(i) * partSize);
    NEREID_ATTEMPT_STATUS(copyInto(to, part));
  }
  NEREID_ATTEMPT(Tensor ordered, moveIndexDims(picks, out, false));
  return contiguous(ordered);
}

Status indexPut(const Tensor &x, const Indices &indices, const Tensor &values, bool accumulate) {
  NEREID_ATTEMPT(Picks picks, workOut(x, indices));
  // The shape that x[indices] has.
  Dims shape(picks.source.shape().begin() + picks.indexedDims, picks.source.shape().end());
  shape.insert(shape.begin() + picks.resultDim, picks.shape.begin(), picks.shape.end());
  // Leading dims of size 1 may be left over.
  Tensor source = values;
  while (source.dim() > static_cast<int64_t>(shape.size()) && source.size(0) == 1) {
    NEREID_ATTEMPT(source, squeeze(source, Dims{0}));
  }
  Result<Tensor> broadcast = expand(source, shape);
  if (!broadcast.ok())
    return invalid(cat("shape mismatch: value tensor of shape ", shapeText(values.shape()),
                       " cannot be broadcast to indexing result of shape ", shapeText(shape)));
  NEREID_ATTEMPT(Tensor front, moveIndexDims(picks, broadcast.value(), true));
  NEREID_ATTEMPT(Tensor converted, cast(front, x.dtype()));
  NEREID_ATTEMPT(Tensor dense, contiguous(converted));
  int64_t size = x.elementSize();
  bool elements = picks.indexedDims == x.dim() && !accumulate;
  int64_t partSize = dense.numel() == 0 ? 0 : dense.numel() / numelOf(picks.shape);
  for (size_t i = 0; dense.numel() > 0 && i < picks.offsets.size(); ++i) {
    int64_t start = dense.offset() + static_cast<int64_t>(i) * partSize;
    if (elements) {
      copyElement(x.data() + picks.offsets[i] * size, dense.data() + static_cast<int64_t>(i) * size,
                  size);
      continue;
    }
    Tensor to = pickedPart(picks, i);
    Tensor from = dense.withView(to.shape(), contiguousStrides(to.shape()), start);
    NEREID_ATTEMPT_STATUS(accumulate ? addInto(to, from) : copyInto(to, from));
  }
  return {};
}

Result<Tensor> nonzero(const Tensor &x) {
  NEREID_ATTEMPT(Tensor flags, cast(x, Dtype::I1));
  NEREID_ATTEMPT(Tensor dense, contiguous(flags));
  const auto *flag = dense.as<uint8_t>();
  int64_t count = std::count(flag, flag + dense.numel(), 1);
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(Dtype::I64, {count, x.dim()}));
  auto *to = out.as<int64_t>();
  Dims at(x.dim(), 0);
  for (int64_t flat = 0; flat < dense.numel(); ++flat) {
    if (flag[flat])
      to = std::copy(at.begin(), at.end(), to);
    for (int64_t d = x.dim() - 1; d >= 0 && ++at[d] == x.size(d); --d)
      at[d] = 0;
  }
  return out;
}

Result<Tensor> maskedSelect(const Tensor &x, const Tensor &mask) {
  if (!isMask(mask))
    return invalid("masked_select: expected BoolTensor for mask");
  NEREID_ATTEMPT(Dims shape, broadcastShapes(x.shape(), mask.shape()));
  NEREID_ATTEMPT(Tensor wideX, expand(x, shape));
  NEREID_ATTEMPT(Tensor wideMask, expand(mask, shape));
  if (shape.empty()) { // a 0-d mask selects one element or none
    NEREID_ATTEMPT(wideX, reshape(wideX, {1}));
    NEREID_ATTEMPT(wideMask, reshape(wideMask, {1}));
  }
  return indexBy(wideX, {wideMask});
}

Result<Tensor> indexSelect(const Tensor &x, int64_t dim, const Tensor &index) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (index.dim() > 1)
    return outOfRange("index_select(): Index is supposed to be a vector");
  NEREID_ATTEMPT(Tensor source, x.dim() == 0 ? unsqueeze(x, 0) : Result<Tensor>(x));
  NEREID_ATTEMPT(Tensor flat, reshape(index, {index.numel()}));
  Indices indices(d);
  indices.push_back(flat);
  return indexBy(source, indices);
}

Result<Tensor> gather(const Tensor &x, int64_t dim, const Tensor &index) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  NEREID_ATTEMPT_STATUS(checkSameRank(x, d, index, "gather"));
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(x.dtype(), index.shape()));
  int64_t size = x.elementSize();
  NEREID_ATTEMPT_STATUS(
      forEachAlong(x, d, index, "gather", [&](std::byte *element, const Dims &, int64_t flat) {
        copyElement(out.data() + flat * size, element, size);
      }));
  return out;
}

Status scatterInto(const Tensor &x, int64_t dim, const Tensor &index, const Operand &source,
                   bool accumulate) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  NEREID_ATTEMPT_STATUS(checkSameRank(x, d, index, "scatter"));
  const Tensor *tensor = std::get_if<Tensor>(&source);
  if (tensor && tensor->dtype() != x.dtype())
    return invalid("scatter(): Expected self.dtype to be equal to src.dtype");
  Tensor from;
  if (tensor) {
    from = *tensor;
  } else {
    NEREID_ATTEMPT(Tensor element, full({}, std::get<Number>(source), x.dtype()));
    NEREID_ATTEMPT(from, expand(element, index.shape()));
  }
  if (from.dim() != index.dim())
    return invalid("Index tensor must have the same number of dimensions as src tensor");
  for (int64_t each = 0; each < index.dim(); ++each)
    if (index.size(each) > from.size(each))
      return invalid(cat("Expected index ", shapeText(index.shape()), " to be no larger than src ",
                         shapeText(from.shape())));
  int64_t size = x.elementSize();
  return forEachAlong(x, d, index, "scatter", [&](std::byte *element, const Dims &at, int64_t) {
    int64_t offset = 0;
    for (int64_t each = 0; each < from.dim(); ++each)
      offset += at[each] * from.stride(each);
    const std::byte *value = from.data() + offset * size;
    if (!accumulate)
      return copyElement(element, value, size);
    withCompute(computeOf(x.dtype()), [&](auto sum) {
      auto added = sum;
      loadLanes(x.dtype(), element, 0, 1, &sum);
      loadLanes(x.dtype(), value, 0, 1, &added);
      sum += added;
      storeLanes(x.dtype(), &sum, 1, element, 0);
    });
  });
}

} // namespace nereid::tensor
