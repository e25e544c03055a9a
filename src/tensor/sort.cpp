#include "tensor/sort.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/create.h"
#include "tensor/rows.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

// a before b in ascending order, NaN last.
template <typename T> bool ascends(T a, T b) {
  return a < b || (b != b && a == a);
}

// Equal values stay in order: their indices decide.
template <typename T> void sortIndices(const T *row, Dims &order, bool descending) {
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [row, descending](int64_t a, int64_t b) {
    T x = descending ? row[b] : row[a], y = descending ? row[a] : row[b];
    return ascends(x, y) || (!ascends(y, x) && a < b);
  });
}

Status checkK(int64_t k, int64_t size) {
  if (k >= 0 && k <= size)
    return {};
  return Status(StatusCode::InvalidArgument, "selected index k out of range");
}

Result<ValuesAndIndices> selectKth(const Tensor &x, int64_t k, int64_t dim, bool keepDims) {
  NEREID_ATTEMPT(ValuesAndIndices sorted, sort(x, dim));
  if (x.dim() == 0)
    return sorted;
  ValuesAndIndices result;
  NEREID_ATTEMPT(result.values, narrow(sorted.values, dim, k - 1, 1));
  NEREID_ATTEMPT(result.indices, narrow(sorted.indices, dim, k - 1, 1));
  if (!keepDims) {
    NEREID_ATTEMPT(result.values, squeeze(result.values, Dims{dim}));
    NEREID_ATTEMPT(result.indices, squeeze(result.indices, Dims{dim}));
  }
  return result;
}

} // namespace

Result<ValuesAndIndices> sort(const Tensor &x, int64_t dim, bool descending) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  Dims dims = x.dim() == 0 ? Dims{} : Dims{d};
  NEREID_ATTEMPT(Tensor rows, asRows(x, dims));
  NEREID_ATTEMPT(RowOutput values, RowOutput::allocate(x.dtype(), x, dims));
  NEREID_ATTEMPT(RowOutput indices, RowOutput::allocate(Dtype::I64, x, dims));
  withCompute(computeOf(x.dtype()), [&](auto zero) {
    using T = decltype(zero);
    RowReader<T> reader(rows);
    RowWriter<T> valueWriter(values.rows());
    RowWriter<int64_t> indexWriter(indices.rows());
    Dims order(rows.size(1));
    for (int64_t row = 0; row < rows.size(0); ++row) {
      const T *in = reader.read(row);
      sortIndices(in, order, descending);
      T *out = valueWriter.begin(row);
      for (size_t i = 0; i < order.size(); ++i)
        out[i] = in[order[i]];
      valueWriter.end(row);
      std::copy(order.begin(), order.end(), indexWriter.begin(row));
      indexWriter.end(row);
    }
  });
  ValuesAndIndices result;
  NEREID_ATTEMPT(result.values, values.finish());
  NEREID_ATTEMPT(result.indices, indices.finish());
  return result;
}

Result<ValuesAndIndices> topk(const Tensor &x, int64_t k, int64_t dim, bool largest) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  NEREID_ATTEMPT_STATUS(checkK(k, x.dim() == 0 ? 1 : x.size(d)));
  NEREID_ATTEMPT(ValuesAndIndices sorted, sort(x, d, largest));
  if (x.dim() == 0)
    return sorted;
  ValuesAndIndices result;
  NEREID_ATTEMPT(Tensor values, narrow(sorted.values, d, 0, k));
  NEREID_ATTEMPT(Tensor indices, narrow(sorted.indices, d, 0, k));
  NEREID_ATTEMPT(result.values, contiguous(values));
  NEREID_ATTEMPT(result.indices, contiguous(indices));
  return result;
}

Result<ValuesAndIndices> kthValue(const Tensor &x, int64_t k, int64_t dim, bool keepDims) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  int64_t size = x.dim() == 0 ? 1 : x.size(d);
  if (k < 1 || k > size)
    return Status(StatusCode::InvalidArgument,
                  cat("kthvalue(): selected number k out of range for dimension ", d));
  return selectKth(x, k, d, keepDims);
}

Result<ValuesAndIndices> medianAlong(const Tensor &x, int64_t dim, bool keepDims) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  int64_t size = x.dim() == 0 ? 1 : x.size(d);
  if (size == 0)
    return Status(StatusCode::NotFound,
                  cat("median(): Expected reduction dim ", d, " to have non-zero size."));
  return selectKth(x, (size + 1) / 2, d, keepDims);
}

Result<Tensor> median(const Tensor &x) {
  NEREID_ATTEMPT(Tensor flat, reshape(x, {-1}));
  if (flat.numel() == 0)
    return full({}, Number(std::numeric_limits<double>::quiet_NaN()), x.dtype());
  NEREID_ATTEMPT(ValuesAndIndices middle, medianAlong(flat, 0));
  return middle.values;
}

Result<Unique> unique(const Tensor &x) {
  NEREID_ATTEMPT(Tensor flat, reshape(x, {x.numel()}));
  NEREID_ATTEMPT(ValuesAndIndices sorted, sort(flat, 0));
  Unique result;
  NEREID_ATTEMPT(result.inverse, Tensor::allocate(Dtype::I64, x.shape()));
  std::vector<Number> values, counts;
  int64_t size = x.elementSize();
  const auto *indices = sorted.indices.as<int64_t>();
  for (int64_t i = 0; i < flat.numel(); ++i) {
    Number value = loadNumber(sorted.values, sorted.values.data() + i * size);
    bool repeats = !values.empty() && value.integer == values.back().integer &&
                   value.real == values.back().real;
    if (!repeats) {
      values.push_back(value);
      counts.push_back(Number(0));
    }
    counts.back().integer += 1;
    result.inverse.as<int64_t>()[indices[i]] = static_cast<int64_t>(values.size()) - 1;
  }
  int64_t distinct = static_cast<int64_t>(values.size());
  NEREID_ATTEMPT(result.values, fromNumbers(values, {distinct}, x.dtype()));
  NEREID_ATTEMPT(result.counts, fromNumbers(counts, {distinct}, Dtype::I64));
  return result;
}

} // namespace nereid::tensor
