#include "tensor/matmul.h"

#include <Eigen/Core>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/gemm.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

// Integers, in unsigned arithmetic, which wraps.
void multiplyIntegers(const MatrixPart &a, const MatrixPart &b, std::byte *out) {
  using Matrix = Eigen::Matrix<uint64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  auto map = [](const MatrixPart &m) {
    return Eigen::Map<const Matrix, 0, Stride>(reinterpret_cast<const uint64_t *>(m.data), m.rows,
                                               m.columns, Stride(m.rowStride, m.columnStride));
  };
  Eigen::Map<Matrix>(reinterpret_cast<uint64_t *>(out), a.rows, b.columns).noalias() =
      map(a) * map(b);
}

// In the compute type, with one of the last two dims dense and the other not overlapping it.
Result<Tensor> asMatrices(const Tensor &x, Dtype computed) {
  NEREID_ATTEMPT(Tensor converted, cast(x, computed));
  int64_t rows = converted.size(x.dim() - 2), columns = converted.size(x.dim() - 1);
  int64_t rowStride = converted.stride(x.dim() - 2), columnStride = converted.stride(x.dim() - 1);
  bool rowMajor = columnStride == 1 && rowStride >= columns;
  bool columnMajor = rowStride == 1 && columnStride >= rows;
  return rowMajor || columnMajor ? Result<Tensor>(converted) : contiguous(converted);
}

MatrixPart matrixAt(const Tensor &x, const Dims &batchShape, int64_t batch) {
  int64_t offset = 0, rank = x.dim();
  for (int64_t d = static_cast<int64_t>(batchShape.size()) - 1; d >= 0; --d) {
    offset += batch % batchShape[d] * x.stride(d);
    batch /= batchShape[d];
  }
  return {x.data() + offset * x.elementSize(), x.size(rank - 2), x.size(rank - 1),
          x.stride(rank - 2), x.stride(rank - 1)};
}

Dtype computeDtype(Dtype dtype) {
  switch (computeOf(dtype)) {
  case Compute::Float:
    return Dtype::F32;
  case Compute::Double:
    return Dtype::F64;
  case Compute::Int:
    return Dtype::I64;
  case Compute::Unsigned:
    break;
  }
  return Dtype::U64;
}

// a and b have the same batch dims.
Result<Tensor> multiplyBatches(const Tensor &a, const Tensor &b, Dtype result) {
  Dtype computed = computeDtype(a.dtype());
  int64_t rank = a.dim();
  Dims batch(a.shape().begin(), a.shape().end() - 2);
  Dims shape = batch;
  shape.push_back(a.size(rank - 2));
  shape.push_back(b.size(rank - 1));
  NEREID_ATTEMPT(Tensor left, asMatrices(a, computed));
  NEREID_ATTEMPT(Tensor right, asMatrices(b, computed));
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(computed, shape));
  int64_t matrixBytes = a.size(rank - 2) * b.size(rank - 1) * out.elementSize();
  int64_t count = out.numel() == 0 || a.numel() == 0 ? 0 : numelOf(batch);
  for (int64_t i = 0; i < count; ++i) {
    MatrixPart l = matrixAt(left, batch, i), r = matrixAt(right, batch, i);
    std::byte *to = out.data() + i * matrixBytes;
    if (isFloat(computed))
      bestGemm()(computed, l, r, to);
    else
      multiplyIntegers(l, r, to);
  }
  return cast(out, result);
}

Status checkDtypes(const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    return invalid(cat("expected m1 and m2 to have the same dtype, but got: ",
                       a.dtype() == Dtype::F32 ? "float" : torchName(a.dtype()),
                       " != ", b.dtype() == Dtype::F32 ? "float" : torchName(b.dtype())));
  if (a.dtype() == Dtype::I1 || isFloat8(a.dtype()))
    return Status(StatusCode::Unavailable,
                  cat("\"addmm_impl_cpu_\" not implemented for '", messageName(a.dtype()), "'"));
  return {};
}

Status checkInner(const Tensor &a, const Tensor &b) {
  int64_t rank = a.dim();
  if (a.size(rank - 1) == b.size(rank - 2))
    return {};
  if (rank == 2)
    return invalid(cat("mat1 and mat2 shapes cannot be multiplied (", a.size(0), "x", a.size(1),
                       " and ", b.size(0), "x", b.size(1), ")"));
  return invalid(cat("Expected size for first two dimensions of batch2 tensor to be: ",
                     shapeText({a.size(0), a.size(rank - 1)}),
                     " but got: ", shapeText({b.size(0), b.size(rank - 2)}), "."));
}

// Expands both to the same batch dims; if b has none, a's are folded into its rows.
Result<Tensor> multiplyBroadcast(const Tensor &a, const Tensor &b) {
  if (b.dim() == 2 && a.dim() > 2 && a.numel() != 0) {
    NEREID_ATTEMPT(Tensor rows, reshape(a, {-1, a.shape().back()}));
    NEREID_ATTEMPT_STATUS(checkInner(rows, b));
    NEREID_ATTEMPT_STATUS(checkDtypes(a, b));
    NEREID_ATTEMPT(Tensor product, multiplyBatches(rows, b, a.dtype()));
    Dims shape = a.shape();
    shape.back() = b.size(1);
    return view(product, shape);
  }
  Dims batchA(a.shape().begin(), a.shape().end() - 2),
      batchB(b.shape().begin(), b.shape().end() - 2);
  NEREID_ATTEMPT(Dims batch, broadcastShapes(batchA, batchB));
  Dims shapeA = batch, shapeB = batch;
  shapeA.insert(shapeA.end(), a.shape().end() - 2, a.shape().end());
  shapeB.insert(shapeB.end(), b.shape().end() - 2, b.shape().end());
  NEREID_ATTEMPT(Tensor left, expand(a, shapeA));
  NEREID_ATTEMPT(Tensor right, expand(b, shapeB));
  NEREID_ATTEMPT_STATUS(checkInner(left, right));
  NEREID_ATTEMPT_STATUS(checkDtypes(a, b));
  return multiplyBatches(left, right, a.dtype());
}

} // namespace

Result<Tensor> matmul(const Tensor &a, const Tensor &b) {
  if (a.dim() == 0 || b.dim() == 0)
    return invalid(cat("both arguments to matmul need to be at least 1D, but they are ", a.dim(),
                       "D and ", b.dim(), "D"));
  if (a.dim() == 1 && b.dim() == 1)
    return dot(a, b);
  NEREID_ATTEMPT(Tensor left, a.dim() == 1 ? unsqueeze(a, 0) : Result<Tensor>(a));
  NEREID_ATTEMPT(Tensor right, b.dim() == 1 ? unsqueeze(b, 1) : Result<Tensor>(b));
  NEREID_ATTEMPT(Tensor product, multiplyBroadcast(left, right));
  if (a.dim() == 1)
    return squeeze(product, Dims{-2});
  return b.dim() == 1 ? squeeze(product, Dims{-1}) : Result<Tensor>(product);
}

Result<Tensor> mm(const Tensor &a, const Tensor &b) {
  if (a.dim() != 2 || b.dim() != 2)
    return invalid(a.dim() != 2 ? "self must be a matrix" : "mat2 must be a matrix");
  return multiplyBroadcast(a, b);
}

Result<Tensor> bmm(const Tensor &a, const Tensor &b) {
  if (a.dim() != 3 || b.dim() != 3)
    return invalid(a.dim() != 3 ? "batch1 must be a 3D tensor" : "batch2 must be a 3D tensor");
  if (a.size(0) != b.size(0))
    return invalid(cat("Expected size for first two dimensions of batch2 tensor to be: ",
                       shapeText({a.size(0), a.size(2)}),
                       " but got: ", shapeText({b.size(0), b.size(1)}), "."));
  return multiplyBroadcast(a, b);
}

Result<Tensor> dot(const Tensor &a, const Tensor &b) {
  if (a.dim() != 1 || b.dim() != 1)
    return invalid(cat("1D tensors expected, but got ", a.dim(), "D and ", b.dim(), "D tensors"));
  if (a.dtype() != b.dtype())
    return invalid(cat("dot : expected both vectors to have same dtype, but found ",
                       messageName(a.dtype()), " and ", messageName(b.dtype())));
  if (a.size(0) != b.size(0))
    return invalid(cat("inconsistent tensor size, expected tensor [", a.size(0), "] and src [",
                       b.size(0), "] to have the same number of elements, but got ", a.size(0),
                       " and ", b.size(0), " elements respectively"));
  NEREID_ATTEMPT(Tensor row, unsqueeze(a, 0));
  NEREID_ATTEMPT(Tensor column, unsqueeze(b, 1));
  NEREID_ATTEMPT(Tensor product, multiplyBroadcast(row, column));
  return view(product, {});
}

Result<Tensor> mv(const Tensor &a, const Tensor &b) {
  if (a.dim() != 2 || b.dim() != 1)
    return invalid(
        cat("vector + matrix @ vector expected, got ", b.dim(), ", ", a.dim(), ", ", b.dim()));
  return matmul(a, b);
}

Result<Tensor> linear(const Tensor &x, const Tensor &weight, const Tensor *bias) {
  NEREID_ATTEMPT(Tensor transposed, transposeMatrix(weight));
  if (!bias)
    return matmul(x, transposed);
  // In float32 until the bias is added.
  Dtype computed = isFloat(x.dtype()) ? computeDtype(x.dtype()) : x.dtype();
  NEREID_ATTEMPT_STATUS(checkDtypes(x, weight));
  NEREID_ATTEMPT(Tensor wideX, cast(x, computed));
  NEREID_ATTEMPT(Tensor wideWeight, cast(transposed, computed));
  NEREID_ATTEMPT(Tensor product, matmul(wideX, wideWeight));
  NEREID_ATTEMPT(Tensor wideBias, cast(*bias, computed));
  NEREID_ATTEMPT(Tensor sum, binary(BinaryOp::Add, product, wideBias));
  return cast(sum, x.dtype());
}

} // namespace nereid::tensor
