#include "tensor/tensor.h"

#include <algorithm>

#include "base/text.h"
#include "tensor/attempt.h"

namespace nereid::tensor {
namespace {

Result<uint64_t> bytesFor(Dtype dtype, const Dims &shape) {
  uint64_t bytes = byteSize(dtype);
  bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  for (int64_t size : shape) {
    if (size < 0)
      return Status(
          StatusCode::InvalidArgument,
          cat("Trying to create tensor with negative dimension ", size, ": ", shapeText(shape)));
    if (!empty && __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes))
      return Status(StatusCode::OutOfMemory,
                    cat("Storage size calculation overflowed with sizes=", shapeText(shape)));
  }
  return empty ? uint64_t{0} : bytes;
}

} // namespace

Tensor::Tensor(std::shared_ptr<Storage> storage, Dtype dtype, Dims shape, Dims strides,
               int64_t offset)
    : storage_(std::move(storage)), shape_(std::move(shape)), strides_(std::move(strides)),
      offset_(offset), numel_(numelOf(shape_)), dtype_(dtype) {}

Result<Tensor> Tensor::allocate(Dtype dtype, const Dims &shape) {
  NEREID_ATTEMPT(uint64_t bytes, bytesFor(dtype, shape));
  NEREID_ATTEMPT(std::shared_ptr<Storage> storage, Storage::allocate(bytes));
  return Tensor(std::move(storage), dtype, shape, contiguousStrides(shape));
}

Result<Tensor> Tensor::allocate(Dtype dtype, const Dims &shape, const Dims &innerToOuter) {
  NEREID_ATTEMPT(Tensor result, allocate(dtype, shape));
  int64_t stride = 1;
  for (int64_t d : innerToOuter) {
    result.strides_[d] = stride;
    stride *= std::max<int64_t>(shape[d], 1);
  }
  return result;
}

bool Tensor::isContiguous() const {
  if (numel_ == 0)
    return true;
  int64_t expected = 1;
  for (int64_t d = dim() - 1; d >= 0; --d) {
    if (shape_[d] != 1 && strides_[d] != expected)
      return false;
    expected *= shape_[d];
  }
  return true;
}

std::byte *Tensor::data() const {
  return numel_ == 0 ? nullptr : storage_->data() + offset_ * elementSize();
}

Tensor Tensor::withView(Dims shape, Dims strides, int64_t offset) const {
  return Tensor(storage_, dtype_, std::move(shape), std::move(strides), offset);
}

Tensor Tensor::withDtype(Dtype dtype) const {
  return Tensor(storage_, dtype, shape_, strides_, offset_);
}

int64_t numelOf(const Dims &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

Status checkNumel(const Dims &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count))
      return Status(StatusCode::InvalidArgument, "numel: integer multiplication overflow");
  return {};
}

Dims contiguousStrides(const Dims &shape) {
  Dims strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    if (__builtin_mul_overflow(stride, std::max<int64_t>(shape[d], 1), &stride))
      stride = 0; // only in empty tensors, where no stride is used
  }
  return strides;
}

std::string shapeText(const Dims &shape) {
  return cat("[", join(shape, ", "), "]");
}

Result<int64_t> wrapDim(int64_t dim, int64_t rank) {
  int64_t dims = std::max<int64_t>(rank, 1);
  if (dim < -dims || dim >= dims)
    return Status(StatusCode::NotFound, cat("Dimension out of range (expected to be in range of [",
                                            -dims, ", ", dims - 1, "], but got ", dim, ")"));
  return dim < 0 ? dim + dims : dim;
}

Result<Dims> wrapDims(const Dims &dims, int64_t rank) {
  Dims wrapped;
  for (int64_t dim : dims) {
    NEREID_ATTEMPT(int64_t d, wrapDim(dim, rank));
    if (std::find(wrapped.begin(), wrapped.end(), d) != wrapped.end())
      return Status(StatusCode::InvalidArgument,
                    cat("dim ", d, " appears multiple times in the list of dims"));
    wrapped.push_back(d);
  }
  return wrapped;
}

Result<Dims> broadcastShapes(const Dims &a, const Dims &b) {
  Dims result(std::max(a.size(), b.size()), 1);
  for (size_t fromEnd = 1; fromEnd <= result.size(); ++fromEnd) {
    int64_t x = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
    int64_t y = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
    size_t d = result.size() - fromEnd;
    if (x != y && x != 1 && y != 1)
      return Status(StatusCode::InvalidArgument,
                    cat("The size of tensor a (", x, ") must match the size of tensor b (", y,
                        ") at non-singleton dimension ", d));
    result[d] = x == 1 ? y : x;
  }
  return result;
}

} // namespace nereid::tensor
