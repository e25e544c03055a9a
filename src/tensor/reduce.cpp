#include "tensor/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"
#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/blocks.h"
#include "tensor/promote.h"
#include "tensor/rows.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

std::string_view nameOf(ReduceOp op) {
  constexpr std::string_view kNames[] = {"sum", "prod", "mean",          "amax",     "amin",
                                         "any", "all",  "count_nonzero", "logsumexp"};
  return kNames[static_cast<int>(op)];
}

// What sums of T are added up in.
template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double,
                                std::conditional_t<std::is_integral_v<T>, uint64_t, T>>;

template <typename T> Wide<T> blockSum(const T *row, int64_t count) {
  if constexpr (std::is_integral_v<T>)
    return lanes(reinterpret_cast<const uint64_t *>(row), count).sum();
  else
    return lanes(row, count).template cast<double>().sum();
}

// max and min that keep a NaN.
template <typename T> T larger(T a, T b) {
  return a > b || a != a ? a : b;
}
template <typename T> T smaller(T a, T b) {
  return a < b || a != a ? a : b;
}

// Folds one row, read block by block.
template <typename T> class RowFold {
public:
  RowFold(ReduceOp op, RowReader<T> &reader) : op_(op), reader_(reader) {}

  T fold(int64_t row) {
    switch (op_) {
    case ReduceOp::Sum:
      return static_cast<T>(sum(row));
    case ReduceOp::Mean:
      return static_cast<T>(static_cast<double>(sum(row)) / static_cast<double>(reader_.length()));
    case ReduceOp::Prod:
      return static_cast<T>(accumulate(
          row, Wide<T>(1), [](Wide<T> total, T x) { return total * static_cast<Wide<T>>(x); }));
    case ReduceOp::Amax:
      return accumulate(row, *reader_.read(row, 0, 1), larger<T>);
    case ReduceOp::Amin:
      return accumulate(row, *reader_.read(row, 0, 1), smaller<T>);
    case ReduceOp::Any:
      return T(nonzeros(row) > 0);
    case ReduceOp::All:
      return T(nonzeros(row) == reader_.length());
    case ReduceOp::CountNonzero:
      return static_cast<T>(nonzeros(row));
    case ReduceOp::LogSumExp:
      return logSumExp(row);
    }
    NEREID_UNREACHABLE("a reduction");
  }

private:
  template <typename Body> void forEachBlock(int64_t row, Body body) {
    for (int64_t start = 0; start < reader_.length(); start += kBlockLanes) {
      int64_t count = std::min(kBlockLanes, reader_.length() - start);
      body(reader_.read(row, start, count), count);
    }
  }
  template <typename Total, typename Combine>
  Total accumulate(int64_t row, Total total, Combine combine) {
    forEachBlock(row, [&](const T *block, int64_t count) {
      for (int64_t i = 0; i < count; ++i)
        total = combine(total, block[i]);
    });
    return total;
  }
  Wide<T> sum(int64_t row) {
    Wide<T> total = 0;
    forEachBlock(row, [&](const T *block, int64_t count) { total += blockSum(block, count); });
    return total;
  }
  int64_t nonzeros(int64_t row) {
    int64_t count = 0;
    forEachBlock(row, [&](const T *block, int64_t lanesInBlock) {
      count += (lanes(block, lanesInBlock) != T(0)).count();
    });
    return count;
  }
  T logSumExp(int64_t row) {
    double most = -std::numeric_limits<double>::infinity();
    most = accumulate(row, most, [](double a, T b) { return larger<double>(a, double(b)); });
    if (std::isinf(most))
      return static_cast<T>(most);
    double total = accumulate(
        row, 0.0, [&](double sum, T x) { return sum + std::exp(static_cast<double>(x) - most); });
    return static_cast<T>(std::log(total) + most);
  }

  ReduceOp op_;
  RowReader<T> &reader_;
};

// Dims without duplicates, in order; all dims where none are named.
Result<Dims> dimsToReduce(const Tensor &x, const std::optional<Dims> &dims) {
  Dims result(x.dim());
  std::iota(result.begin(), result.end(), 0);
  if (!dims || dims->empty())
    return result;
  NEREID_ATTEMPT(result, wrapDims(*dims, x.dim()));
  if (x.dim() == 0)
    result.clear();
  std::sort(result.begin(), result.end());
  return result;
}

Result<Dtype> resultDtype(ReduceOp op, Dtype dtype) {
  switch (op) {
  case ReduceOp::Sum:
  case ReduceOp::Prod:
    return isFloat(dtype) ? dtype : Dtype::I64;
  case ReduceOp::Mean:
    if (!isFloat(dtype))
      return invalid(cat("mean(): could not infer output dtype. Input dtype must be either a "
                         "floating point or complex dtype. Got: ",
                         messageName(dtype)));
    return dtype;
  case ReduceOp::LogSumExp:
    return toFloatDtype(dtype);
  case ReduceOp::Amax:
  case ReduceOp::Amin:
    return dtype;
  case ReduceOp::Any:
  case ReduceOp::All:
    return dtype == Dtype::U8 ? dtype : Dtype::I1;
  case ReduceOp::CountNonzero:
    break;
  }
  return Dtype::I64;
}

Status checkNotEmpty(std::string_view name, const Tensor &x, const Dims &dims, bool named) {
  if (x.numel() > 0)
    return {};
  if (!named)
    return invalid(cat(name, "(): Expected reduction dim to be specified for input.numel() == 0. "
                             "Specify the reduction dim with the 'dim' argument."));
  for (int64_t d : dims)
    if (x.size(d) == 0)
      return Status(StatusCode::NotFound,
                    cat(name, "(): Expected reduction dim ", d, " to have non-zero size."));
  return {};
}

// Runs `fold(reader, row)` for every row along `dims` and stores the results.
template <typename T, typename Fold>
Result<Tensor> foldRows(const Tensor &x, const Dims &dims, bool keepDims, Dtype dtype, Fold fold) {
  NEREID_ATTEMPT(Tensor rows, asRows(x, dims));
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(dtype, reducedShape(x, dims, keepDims)));
  RowReader<T> reader(rows);
  for (int64_t row = 0; row < rows.size(0); ++row) {
    T value = fold(reader, row);
    storeLanes(dtype, &value, 1, out.data() + row * out.elementSize(), 0);
  }
  return out;
}

template <typename T> double meanOf(RowReader<T> &reader, int64_t row) {
  double total = 0;
  for (int64_t start = 0; start < reader.length(); start += kBlockLanes) {
    int64_t count = std::min(kBlockLanes, reader.length() - start);
    total += lanes(reader.read(row, start, count), count).template cast<double>().sum();
  }
  return total / static_cast<double>(reader.length());
}

template <typename T> double squaresAround(double center, RowReader<T> &reader, int64_t row) {
  double total = 0;
  for (int64_t start = 0; start < reader.length(); start += kBlockLanes) {
    int64_t count = std::min(kBlockLanes, reader.length() - start);
    auto block = lanes(reader.read(row, start, count), count).template cast<double>();
    total += (block - center).square().sum();
  }
  return total;
}

Result<Tensor> varianceOrRoot(const Tensor &x, const std::optional<Dims> &dims, double correction,
                              bool keepDims, bool root) {
  if (!isFloat(x.dtype()))
    return invalid("std and var only support floating point and complex dtypes");
  NEREID_ATTEMPT(Dims over, dimsToReduce(x, dims));
  return withCompute(computeOf(x.dtype()), [&](auto zero) {
    using T = decltype(zero);
    return foldRows<T>(x, over, keepDims, x.dtype(), [&](RowReader<T> &reader, int64_t row) {
      double squares = squaresAround(meanOf(reader, row), reader, row);
      double divisor = std::max(static_cast<double>(reader.length()) - correction, 0.0);
      double value = squares / divisor;
      return static_cast<T>(root ? std::sqrt(value) : value);
    });
  });
}

template <typename T> double normOf(double p, RowReader<T> &reader, int64_t row) {
  bool greatest = std::isinf(p) && p > 0, least = std::isinf(p) && p < 0;
  double total = least ? std::numeric_limits<double>::infinity() : 0;
  for (int64_t start = 0; start < reader.length(); start += kBlockLanes) {
    int64_t count = std::min(kBlockLanes, reader.length() - start);
    auto block = lanes(reader.read(row, start, count), count).template cast<double>().abs();
    if (greatest || least)
      total = greatest ? larger(total, block.maxCoeff()) : smaller(total, block.minCoeff());
    else if (p == 2)
      total += block.square().sum();
    else if (p == 1)
      total += block.sum();
    else if (p == 0)
      total += static_cast<double>((block != 0.0).count());
    else
      total += block.pow(p).sum();
  }
  if (p == 2)
    return std::sqrt(total);
  return p == 0 || p == 1 || greatest || least ? total : std::pow(total, 1 / p);
}

template <typename T, typename Better>
int64_t bestIndex(RowReader<T> &reader, int64_t row, Better better, T &best) {
  int64_t index = 0;
  best = *reader.read(row, 0, 1);
  for (int64_t start = 0; start < reader.length(); start += kBlockLanes) {
    int64_t count = std::min(kBlockLanes, reader.length() - start);
    const T *block = reader.read(row, start, count);
    for (int64_t i = 0; i < count && best == best; ++i)
      if (better(block[i], best) || block[i] != block[i]) {
        best = block[i];
        index = start + i;
      }
  }
  return index;
}

Result<ValuesAndIndices> bestAlong(const Tensor &x, const Dims &dims, bool keepDims, bool largest) {
  NEREID_ATTEMPT(Tensor rows, asRows(x, dims));
  Dims shape = reducedShape(x, dims, keepDims);
  ValuesAndIndices result;
  NEREID_ATTEMPT(result.values, Tensor::allocate(x.dtype(), shape));
  NEREID_ATTEMPT(result.indices, Tensor::allocate(Dtype::I64, shape));
  withCompute(computeOf(x.dtype()), [&](auto best) {
    using T = decltype(best);
    RowReader<T> reader(rows);
    for (int64_t row = 0; row < rows.size(0); ++row) {
      result.indices.as<int64_t>()[row] = largest ? bestIndex(reader, row, std::greater<T>(), best)
                                                  : bestIndex(reader, row, std::less<T>(), best);
      storeLanes(x.dtype(), &best, 1, result.values.data() + row * x.elementSize(), 0);
    }
  });
  return result;
}

Result<ValuesAndIndices> extremumAlong(std::string_view name, const Tensor &x, int64_t dim,
                                       bool keepDims, bool largest) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  Dims dims = x.dim() == 0 ? Dims{} : Dims{d};
  NEREID_ATTEMPT_STATUS(checkNotEmpty(name, x, dims, true));
  return bestAlong(x, dims, keepDims, largest);
}

Result<Tensor> argExtremum(std::string_view name, const Tensor &x, std::optional<int64_t> dim,
                           bool keepDims, bool largest) {
  if (dim) {
    NEREID_ATTEMPT(ValuesAndIndices best, extremumAlong(name, x, *dim, keepDims, largest));
    return best.indices;
  }
  NEREID_ATTEMPT(Dims all, dimsToReduce(x, {}));
  if (x.numel() == 0)
    return Status(StatusCode::NotFound, cat(name, "(): Expected reduction dim to be specified for "
                                                  "input.numel() == 0."));
  NEREID_ATTEMPT(ValuesAndIndices best, bestAlong(x, all, keepDims, largest));
  return best.indices;
}

template <typename Combine>
Result<Tensor> scan(const Tensor &x, int64_t dim, std::optional<Dtype> asked, Combine combine) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  Dtype dtype = asked.value_or(isFloat(x.dtype()) ? x.dtype() : Dtype::I64);
  NEREID_ATTEMPT(Tensor source, cast(x, dtype));
  Dims dims = x.dim() == 0 ? Dims{} : Dims{d};
  NEREID_ATTEMPT(Tensor rows, asRows(source, dims));
  NEREID_ATTEMPT(RowOutput output, RowOutput::allocate(dtype, x, dims));
  withCompute(computeOf(dtype), [&](auto zero) {
    using T = decltype(zero);
    RowReader<T> reader(rows);
    RowWriter<T> writer(output.rows());
    for (int64_t row = 0; row < rows.size(0); ++row) {
      const T *in = reader.read(row);
      T *out = writer.begin(row);
      combine(in, out, rows.size(1));
      writer.end(row);
    }
  });
  return output.finish();
}

} // namespace

Result<Tensor> reduce(ReduceOp op, const Tensor &x, const std::optional<Dims> &dims,
                      const ReduceOptions &options) {
  NEREID_ATTEMPT(Dims over, dimsToReduce(x, dims));
  if (op == ReduceOp::Amax || op == ReduceOp::Amin)
    NEREID_ATTEMPT_STATUS(checkNotEmpty(nameOf(op), x, over, dims.has_value()));
  NEREID_ATTEMPT(Tensor source, options.dtype ? cast(x, *options.dtype) : Result<Tensor>(x));
  NEREID_ATTEMPT(Dtype dtype, resultDtype(op, source.dtype()));
  if (options.dtype && isInteger(*options.dtype) && op != ReduceOp::Any && op != ReduceOp::All)
    dtype = *options.dtype;
  Dtype computed = op == ReduceOp::LogSumExp ? dtype : source.dtype();
  return withCompute(computeOf(computed), [&](auto zero) {
    using T = decltype(zero);
    return foldRows<T>(
        source, over, options.keepDims, dtype,
        [op](RowReader<T> &reader, int64_t row) { return RowFold<T>(op, reader).fold(row); });
  });
}

Result<Tensor> variance(const Tensor &x, const std::optional<Dims> &dims, double correction,
                        bool keepDims) {
  return varianceOrRoot(x, dims, correction, keepDims, false);
}

Result<Tensor> standardDeviation(const Tensor &x, const std::optional<Dims> &dims,
                                 double correction, bool keepDims) {
  return varianceOrRoot(x, dims, correction, keepDims, true);
}

Result<Tensor> norm(const Tensor &x, double p, const std::optional<Dims> &dims, bool keepDims) {
  if (!isFloat(x.dtype()))
    return invalid(cat("linalg.vector_norm: Expected a floating point or complex tensor as input. "
                       "Got ",
                       messageName(x.dtype())));
  NEREID_ATTEMPT(Dims over, dimsToReduce(x, dims));
  return withCompute(computeOf(x.dtype()), [&](auto zero) {
    using T = decltype(zero);
    return foldRows<T>(x, over, keepDims, x.dtype(), [p](RowReader<T> &reader, int64_t row) {
      return static_cast<T>(normOf(p, reader, row));
    });
  });
}

Result<ValuesAndIndices> maxAlong(const Tensor &x, int64_t dim, bool keepDims) {
  return extremumAlong("max", x, dim, keepDims, true);
}
Result<ValuesAndIndices> minAlong(const Tensor &x, int64_t dim, bool keepDims) {
  return extremumAlong("min", x, dim, keepDims, false);
}
Result<Tensor> argmax(const Tensor &x, std::optional<int64_t> dim, bool keepDims) {
  return argExtremum("argmax", x, dim, keepDims, true);
}
Result<Tensor> argmin(const Tensor &x, std::optional<int64_t> dim, bool keepDims) {
  return argExtremum("argmin", x, dim, keepDims, false);
}

Result<Tensor> cumsum(const Tensor &x, int64_t dim, std::optional<Dtype> dtype) {
  return scan(x, dim, dtype, []<typename T>(const T *in, T *out, int64_t count) {
    Wide<T> total = 0;
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<T>(total += static_cast<Wide<T>>(in[i]));
  });
}

Result<Tensor> cumprod(const Tensor &x, int64_t dim, std::optional<Dtype> dtype) {
  return scan(x, dim, dtype, []<typename T>(const T *in, T *out, int64_t count) {
    Wide<T> total = 1;
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<T>(total *= static_cast<Wide<T>>(in[i]));
  });
}

} // namespace nereid::tensor
