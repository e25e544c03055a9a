#include "tensor/view.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

// The shape with its -1, if any, worked out.
Result<Dims> inferShape(const Dims &shape, int64_t numel) {
  Dims result = shape;
  std::optional<size_t> unknown;
  int64_t known = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1) {
      if (unknown)
        return invalid("only one dimension can be inferred");
      unknown = d;
    } else if (shape[d] < 0) {
      return invalid(cat("invalid shape dimension ", shape[d]));
    } else if (__builtin_mul_overflow(known, shape[d], &known)) {
      return invalid(cat("shape '", shapeText(shape), "' is invalid for input of size ", numel));
    }
  }
  if (unknown && known == 0)
    return invalid(cat("cannot reshape tensor of 0 elements into shape ", shapeText(shape),
                       " because the unspecified dimension size -1 can be any value and is "
                       "ambiguous"));
  if (unknown ? numel % known != 0 : numel != known)
    return invalid(cat("shape '", shapeText(shape), "' is invalid for input of size ", numel));
  if (unknown)
    result[*unknown] = numel / known;
  return result;
}

// Strides under which `shape` shows x's elements in order, if there are any. Dims of x that lie
// behind one another in memory form chunks; each chunk must be filled by whole new dims.
std::optional<Dims> stridesForView(const Tensor &x, const Dims &shape) {
  if (x.numel() == 0)
    return x.shape() == shape ? x.strides() : contiguousStrides(shape);
  Dims strides(shape.size());
  int64_t viewDim = static_cast<int64_t>(shape.size()) - 1;
  int64_t base = x.dim() == 0 ? 1 : x.strides().back(); // innermost stride of the chunk
  int64_t inChunk = 1, inView = 1;
  for (int64_t d = x.dim() - 1; d >= -1 && (d >= 0 || x.dim() == 0); --d) {
    if (d >= 0)
      inChunk *= x.size(d);
    bool chunkEnds = d <= 0 || (x.size(d - 1) != 1 && x.stride(d - 1) != inChunk * base);
    if (!chunkEnds)
      continue;
    while (viewDim >= 0 && (inView < inChunk || shape[viewDim] == 1)) {
      strides[viewDim] = inView * base;
      inView *= shape[viewDim--];
    }
    if (inView != inChunk)
      return std::nullopt;
    if (d <= 0)
      break;
    base = x.stride(d - 1);
    inChunk = inView = 1;
  }
  return viewDim == -1 ? std::optional(strides) : std::nullopt;
}

// The number of elements that a view reaches past its offset.
Result<int64_t> reach(const Dims &shape, const Dims &strides) {
  int64_t last = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0)
      return int64_t{0};
    int64_t step = 0;
    if (__builtin_mul_overflow(shape[d] - 1, strides[d], &step) ||
        __builtin_add_overflow(last, step, &last))
      return invalid("the view's extent overflows");
  }
  return last + 1;
}

} // namespace

Result<Tensor> transpose(const Tensor &x, int64_t dim0, int64_t dim1) {
  NEREID_ATTEMPT(int64_t a, wrapDim(dim0, x.dim()));
  NEREID_ATTEMPT(int64_t b, wrapDim(dim1, x.dim()));
  if (x.dim() == 0)
    return x;
  Dims shape = x.shape(), strides = x.strides();
  std::swap(shape[a], shape[b]);
  std::swap(strides[a], strides[b]);
  return x.withView(std::move(shape), std::move(strides), x.offset());
}

Result<Tensor> transposeMatrix(const Tensor &x) {
  if (x.dim() > 2)
    return invalid(cat("t() expects a tensor with <= 2 dimensions, but self is ", x.dim(), "D"));
  return x.dim() < 2 ? Result<Tensor>(x) : transpose(x, 0, 1);
}

Result<Tensor> permute(const Tensor &x, const Dims &dims) {
  if (static_cast<int64_t>(dims.size()) != x.dim())
    return invalid(cat("permute(sparse_coo): number of dimensions in the tensor input does not "
                       "match the length of the desired ordering of dimensions i.e. input.dim() = ",
                       x.dim(), " is not equal to len(dims) = ", dims.size()));
  if (x.dim() == 0)
    return x;
  Result<Dims> wrapped = wrapDims(dims, x.dim());
  if (!wrapped.ok() && wrapped.error().code() == StatusCode::InvalidArgument)
    return invalid("permute(): duplicate dims are not allowed.");
  NEREID_ATTEMPT(Dims order, std::move(wrapped));
  Dims shape, strides;
  for (int64_t d : order) {
    shape.push_back(x.size(d));
    strides.push_back(x.stride(d));
  }
  return x.withView(std::move(shape), std::move(strides), x.offset());
}

Result<Tensor> moveDim(const Tensor &x, const Dims &source, const Dims &destination) {
  if (source.size() != destination.size())
    return invalid("movedim: Invalid source or destination dims: source and destination must have "
                   "the same number of elements");
  NEREID_ATTEMPT(Dims from, wrapDims(source, x.dim()));
  NEREID_ATTEMPT(Dims to, wrapDims(destination, x.dim()));
  Dims order(x.dim(), -1);
  for (size_t i = 0; i < from.size() && x.dim() > 0; ++i)
    order[to[i]] = from[i];
  int64_t next = 0;
  for (int64_t &slot : order) {
    if (slot != -1)
      continue;
    while (std::find(from.begin(), from.end(), next) != from.end())
      ++next;
    slot = next++;
  }
  return permute(x, order);
}

Result<Tensor> view(const Tensor &x, const Dims &shape) {
  NEREID_ATTEMPT(Dims sizes, inferShape(shape, x.numel()));
  std::optional<Dims> strides = stridesForView(x, sizes);
  if (!strides)
    return invalid("view size is not compatible with input tensor's size and stride (at least one "
                   "dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
  return x.withView(std::move(sizes), std::move(*strides), x.offset());
}

Result<Tensor> reshape(const Tensor &x, const Dims &shape) {
  NEREID_ATTEMPT(Dims sizes, inferShape(shape, x.numel()));
  if (std::optional<Dims> strides = stridesForView(x, sizes))
    return x.withView(std::move(sizes), std::move(*strides), x.offset());
  NEREID_ATTEMPT(Tensor dense, contiguous(x));
  Dims strides = contiguousStrides(sizes);
  return dense.withView(std::move(sizes), std::move(strides), dense.offset());
}

Result<Tensor> flatten(const Tensor &x, int64_t startDim, int64_t endDim) {
  NEREID_ATTEMPT(int64_t start, wrapDim(startDim, x.dim()));
  NEREID_ATTEMPT(int64_t end, wrapDim(endDim, x.dim()));
  if (start > end)
    return invalid("flatten() has invalid args: start_dim cannot come after end_dim");
  if (x.dim() == 0)
    return reshape(x, {1});
  Dims shape(x.shape().begin(), x.shape().begin() + start);
  shape.push_back(numelOf(Dims(x.shape().begin() + start, x.shape().begin() + end + 1)));
  shape.insert(shape.end(), x.shape().begin() + end + 1, x.shape().end());
  return reshape(x, shape);
}

Result<Tensor> unflatten(const Tensor &x, int64_t dim, const Dims &sizes) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (x.dim() == 0 || sizes.empty())
    return invalid("unflatten: sizes must be non-empty");
  NEREID_ATTEMPT(Dims inferred, inferShape(sizes, x.size(d)));
  Dims shape(x.shape().begin(), x.shape().begin() + d);
  shape.insert(shape.end(), inferred.begin(), inferred.end());
  shape.insert(shape.end(), x.shape().begin() + d + 1, x.shape().end());
  return view(x, shape);
}

Result<Tensor> viewAsDtype(const Tensor &x, Dtype dtype) {
  int64_t from = x.elementSize(), to = byteSize(dtype);
  if (from == to)
    return x.withDtype(dtype);
  int64_t larger = std::max(from, to), smaller = std::min(from, to), ratio = larger / smaller;
  if (x.dim() == 0)
    return invalid(cat("self.dim() cannot be 0 to view ", messageName(x.dtype()), " as ",
                       messageName(dtype), " (different element sizes)"));
  if (x.strides().back() != 1)
    return invalid(cat("self.stride(-1) must be 1 to view ", messageName(x.dtype()), " as ",
                       messageName(dtype), " (different element sizes), but got ",
                       x.strides().back()));
  Dims shape = x.shape(), strides = x.strides();
  bool grows = to > from;
  bool fits = !grows || (shape.back() % ratio == 0 && x.offset() % ratio == 0);
  for (size_t d = 0; d + 1 < strides.size(); ++d) {
    fits = fits && (!grows || strides[d] % ratio == 0);
    strides[d] = grows ? strides[d] / ratio : strides[d] * ratio;
  }
  if (!fits)
    return invalid(cat("self.size(-1), its strides and its storage offset must be divisible by ",
                       ratio, " to view ", messageName(x.dtype()), " as ", messageName(dtype),
                       " (different element sizes)"));
  shape.back() = grows ? shape.back() / ratio : shape.back() * ratio;
  int64_t offset = grows ? x.offset() / ratio : x.offset() * ratio;
  return Tensor(x.storage(), dtype, std::move(shape), std::move(strides), offset);
}

Result<Tensor> select(const Tensor &x, int64_t dim, int64_t index) {
  if (x.dim() == 0)
    return Status(StatusCode::NotFound, "select() cannot be applied to a 0-dim tensor.");
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  int64_t size = x.size(d);
  if (index < -size || index >= size)
    return Status(StatusCode::NotFound,
                  cat("index ", index, " is out of bounds for dimension ", d, " with size ", size));
  int64_t at = index < 0 ? index + size : index;
  Dims shape = x.shape(), strides = x.strides();
  int64_t offset = x.offset() + at * strides[d];
  shape.erase(shape.begin() + d);
  strides.erase(strides.begin() + d);
  return x.withView(std::move(shape), std::move(strides), offset);
}

Result<Tensor> slice(const Tensor &x, int64_t dim, int64_t start, int64_t stop, int64_t step) {
  if (x.dim() == 0)
    return Status(StatusCode::NotFound, "slice() cannot be applied to a 0-dim tensor.");
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (step <= 0)
    return Status(StatusCode::InvalidArgument, "slice step must be positive");
  int64_t size = x.size(d);
  auto cut = [size](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size);
  };
  int64_t first = cut(start);
  int64_t end = std::max(cut(stop), first);
  Dims shape = x.shape(), strides = x.strides();
  shape[d] = end == first ? 0 : (end - first - 1) / step + 1;
  int64_t offset = x.offset() + first * strides[d];
  if (__builtin_mul_overflow(strides[d], step, &strides[d]))
    strides[d] = 0; // at most one element
  return x.withView(std::move(shape), std::move(strides), offset);
}

Result<Tensor> narrow(const Tensor &x, int64_t dim, int64_t start, int64_t length) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  int64_t size = x.dim() == 0 ? 0 : x.size(d);
  int64_t first = start < 0 ? start + size : start;
  if (first < 0 || length < 0 || first > size || length > size - first)
    return invalid(
        cat("start (", start, ") + length (", length, ") exceeds dimension size (", size, ")."));
  return slice(x, d, first, first + length);
}

Result<Tensor> diagonal(const Tensor &x, int64_t offset, int64_t dim1, int64_t dim2) {
  NEREID_ATTEMPT(int64_t a, wrapDim(dim1, x.dim()));
  NEREID_ATTEMPT(int64_t b, wrapDim(dim2, x.dim()));
  if (a == b || x.dim() < 2)
    return invalid(cat("diagonal dimensions cannot be identical ", dim1, ", ", dim2));
  int64_t rows = x.size(a), columns = x.size(b);
  int64_t length =
      offset >= 0 ? std::min(rows, columns - offset) : std::min(rows + offset, columns);
  length = std::max<int64_t>(length, 0);
  int64_t first = x.offset();
  if (length > 0)
    first += offset >= 0 ? offset * x.stride(b) : -offset * x.stride(a);
  Dims shape, strides;
  for (int64_t d = 0; d < x.dim(); ++d)
    if (d != a && d != b) {
      shape.push_back(x.size(d));
      strides.push_back(x.stride(d));
    }
  shape.push_back(length);
  strides.push_back(x.stride(a) + x.stride(b));
  return x.withView(std::move(shape), std::move(strides), first);
}

Result<Tensor> unfold(const Tensor &x, int64_t dim, int64_t size, int64_t step) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  int64_t have = x.dim() == 0 ? 1 : x.size(d);
  if (size < 0 || size > have)
    return invalid(
        cat("maximum size for tensor at dimension ", d, " is ", have, " but size is ", size));
  if (step <= 0)
    return invalid(cat("step is ", step, " but must be > 0"));
  Dims shape = x.shape(), strides = x.strides();
  int64_t stride = x.dim() == 0 ? 1 : strides[d];
  if (x.dim() > 0) {
    shape[d] = (have - size) / step + 1;
    strides[d] *= step;
  }
  shape.push_back(size);
  strides.push_back(stride);
  return x.withView(std::move(shape), std::move(strides), x.offset());
}

Result<Tensor> unsqueeze(const Tensor &x, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim() + 1));
  Dims shape = x.shape(), strides = x.strides();
  int64_t stride = d < x.dim() ? x.size(d) * x.stride(d) : 1;
  shape.insert(shape.begin() + d, 1);
  strides.insert(strides.begin() + d, stride);
  return x.withView(std::move(shape), std::move(strides), x.offset());
}

Result<Tensor> squeeze(const Tensor &x, const std::optional<Dims> &dims) {
  Dims all(x.dim());
  std::iota(all.begin(), all.end(), 0);
  NEREID_ATTEMPT(Dims asked, wrapDims(dims.value_or(all), x.dim()));
  Dims shape, strides;
  for (int64_t d = 0; d < x.dim(); ++d) {
    if (x.size(d) == 1 && std::find(asked.begin(), asked.end(), d) != asked.end())
      continue;
    shape.push_back(x.size(d));
    strides.push_back(x.stride(d));
  }
  return x.withView(std::move(shape), std::move(strides), x.offset());
}

Result<Tensor> expand(const Tensor &x, const Dims &shape) {
  int64_t rank = static_cast<int64_t>(shape.size()), added = rank - x.dim();
  if (added < 0)
    return invalid(cat("expand(", messageName(x.dtype()), "Tensor{", shapeText(x.shape()),
                       "}, size=", shapeText(shape), "): the number of sizes provided (", rank,
                       ") must be greater or equal to the number of dimensions in the tensor (",
                       x.dim(), ")"));
  Dims sizes = shape, strides(rank, 0);
  for (int64_t d = 0; d < rank; ++d) {
    int64_t have = d < added ? 1 : x.size(d - added);
    if (sizes[d] == -1 && d >= added)
      sizes[d] = have;
    if (sizes[d] < 0)
      return invalid(cat("The expanded size of the tensor (", sizes[d],
                         ") isn't allowed in a leading, non-existing dimension ", d));
    if (have != 1 && have != sizes[d])
      return invalid(cat("The expanded size of the tensor (", sizes[d],
                         ") must match the existing size (", have, ") at non-singleton dimension ",
                         d, ".  Target sizes: ", shapeText(shape),
                         ".  Tensor sizes: ", shapeText(x.shape())));
    if (d >= added && have == sizes[d])
      strides[d] = x.stride(d - added);
  }
  NEREID_ATTEMPT_STATUS(checkNumel(sizes));
  return x.withView(std::move(sizes), std::move(strides), x.offset());
}

Result<Tensor> asStrided(const Tensor &x, const Dims &shape, const Dims &strides,
                         std::optional<int64_t> offset) {
  if (shape.size() != strides.size())
    return invalid("mismatch in length of strides and shape");
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] < 0 || strides[d] < 0)
      return invalid(cat("as_strided: Negative sizes and strides are not supported at the moment, "
                         "got sizes: ",
                         shapeText(shape), ", strides: ", shapeText(strides)));
  NEREID_ATTEMPT_STATUS(checkNumel(shape));
  int64_t first = offset.value_or(x.offset());
  NEREID_ATTEMPT(int64_t elements, reach(shape, strides));
  int64_t available = static_cast<int64_t>(x.storage()->size()) / x.elementSize();
  if (first < 0 || (elements > 0 && first > available - elements))
    return invalid(cat("setStorage: sizes ", shapeText(shape), ", strides ", shapeText(strides),
                       ", storage offset ", first, ", and itemsize ", x.elementSize(),
                       " requiring a storage size of ",
                       (static_cast<uint64_t>(first) + static_cast<uint64_t>(elements)) *
                           static_cast<uint64_t>(x.elementSize()),
                       " are out of bounds for storage of size ", x.storage()->size()));
  return x.withView(shape, strides, first);
}

Result<std::vector<Tensor>> splitSizes(const Tensor &x, const Dims &sizes, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (x.dim() == 0)
    return invalid("split expects at least a 1-dimensional tensor");
  int64_t total = 0;
  for (int64_t size : sizes) {
    if (size < 0)
      return invalid(cat("split_with_sizes expects split_sizes have only non-negative entries, but "
                         "got split_sizes=",
                         shapeText(sizes)));
    total += size;
  }
  if (total != x.size(d))
    return invalid(cat("split_with_sizes expects split_sizes to sum exactly to ", x.size(d),
                       " (input tensor's size at dimension ", d,
                       "), but got split_sizes=", shapeText(sizes)));
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (int64_t size : sizes) {
    NEREID_ATTEMPT(Tensor part, slice(x, d, start, start + size));
    parts.push_back(std::move(part));
    start += size;
  }
  return parts;
}

Result<std::vector<Tensor>> split(const Tensor &x, int64_t size, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (x.dim() == 0)
    return invalid("split expects at least a 1-dimensional tensor");
  if (size < 0 || (size == 0 && x.size(d) != 0))
    return invalid(cat("split expects split_size be non-negative, but got split_size=", size));
  Dims sizes;
  for (int64_t left = x.size(d); left > 0; left -= size)
    sizes.push_back(std::min(size, left));
  if (sizes.empty())
    sizes.push_back(0);
  return splitSizes(x, sizes, d);
}

Result<std::vector<Tensor>> chunk(const Tensor &x, int64_t chunks, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (x.dim() == 0)
    return invalid("chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0)
    return invalid(cat("chunk expects `chunks` to be greater than 0, got: ", chunks));
  if (x.size(d) == 0)
    return splitSizes(x, Dims(chunks, 0), d);
  return split(x, (x.size(d) + chunks - 1) / chunks, d);
}

Result<std::vector<Tensor>> unbind(const Tensor &x, int64_t dim) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  if (x.dim() == 0)
    return invalid("Dimension specified as 0 but tensor has no dimensions");
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < x.size(d); ++i) {
    NEREID_ATTEMPT(Tensor part, select(x, d, i));
    parts.push_back(std::move(part));
  }
  return parts;
}

} // namespace nereid::tensor
