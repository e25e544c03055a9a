// Tensor: a shaped, strided view of a Storage, as torch has it.
//
// Cheap to copy; copies and views share their storage, and the last one frees it. A Tensor is
// always in bounds: whoever makes one from parts (view.h) has checked. Functions on tensors are
// free functions in this folder, by idea:
//
//   create.h view.h cast.h   making, viewing, copying         random.h  torch's CPU generator
//   elementwise.h promote.h  arithmetic and its dtypes        reduce.h sort.h scan.h  along a dim
//   matmul.h nn.h            matrices, layers                 index.h join.h  gathering, joining
//   print.h compare.h        as torch prints, as it asserts
//
// Errors are Statuses whose code says which Python exception torch raises: NotFound an IndexError,
// Unavailable a NotImplementedError, and anything else a RuntimeError; the text is torch's.
//
//   Tensor x = zeros({2, 3}, Dtype::F32).value();
//   Tensor y = transpose(x, 0, 1).value();            // shares x's storage
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "base/result.h"
#include "tensor/dtype.h"
#include "tensor/storage.h"

namespace nereid::tensor {

class Tensor {
public:
  Tensor() = default; // no storage: only to be assigned to
  Tensor(std::shared_ptr<Storage> storage, Dtype dtype, Dims shape, Dims strides,
         int64_t offset = 0);

  // A new contiguous tensor of zeros; OutOfMemory when it does not fit.
  static Result<Tensor> allocate(Dtype dtype, const Dims &shape);
  // The same with dims laid out in another order: strides ascend along `innerToOuter`.
  static Result<Tensor> allocate(Dtype dtype, const Dims &shape, const Dims &innerToOuter);

  Dtype dtype() const { return dtype_; }
  const Dims &shape() const { return shape_; }
  const Dims &strides() const { return strides_; } // in elements
  int64_t offset() const { return offset_; }       // of the first element, in elements
  const std::shared_ptr<Storage> &storage() const { return storage_; }

  int64_t dim() const { return static_cast<int64_t>(shape_.size()); }
  int64_t size(int64_t d) const { return shape_[static_cast<size_t>(d)]; }
  int64_t stride(int64_t d) const { return strides_[static_cast<size_t>(d)]; }
  int64_t numel() const { return numel_; }
  int64_t elementSize() const { return byteSize(dtype_); }
  bool isContiguous() const;

  std::byte *data() const; // of the first element; null when there is none
  template <typename T> T *as() const { return reinterpret_cast<T *>(data()); }

  // The same elements under another shape and strides: the caller has checked them.
  Tensor withView(Dims shape, Dims strides, int64_t offset) const;
  Tensor withDtype(Dtype dtype) const; // reinterprets elements of the same size

private:
  std::shared_ptr<Storage> storage_;
  Dims shape_, strides_;
  int64_t offset_ = 0, numel_ = 0;
  Dtype dtype_ = Dtype::F32;
};

// What an arithmetic operator takes: a tensor, or a Python number, which has less say in the
// dtype of the result.
using Operand = std::variant<Tensor, Number>;

// -- Shapes ---------------------------------------------------------------------------------------

int64_t numelOf(const Dims &shape);
// For shapes that are not allocated, and so may count more elements than there are numbers.
Status checkNumel(const Dims &shape);
Dims contiguousStrides(const Dims &shape);
std::string shapeText(const Dims &shape); // "[2, 3]"
// A dim in [0, rank), from one that may count from the end. A 0-d tensor has dims 0 and -1.
Result<int64_t> wrapDim(int64_t dim, int64_t rank);
Result<Dims> wrapDims(const Dims &dims, int64_t rank); // each, and no dim twice
Result<Dims> broadcastShapes(const Dims &a, const Dims &b);

} // namespace nereid::tensor
