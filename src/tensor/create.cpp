#include "tensor/create.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/view.h"
#include "tensor/walk.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

// Fills a contiguous tensor with value(0), value(1), ..., computed in T.
template <typename T, typename Value> void generate(const Tensor &to, Value value) {
  constexpr int64_t kLanes = 1024;
  T lanes[kLanes];
  for (int64_t done = 0; done < to.numel(); done += kLanes) {
    int64_t count = std::min(kLanes, to.numel() - done);
    for (int64_t i = 0; i < count; ++i)
      lanes[i] = value(done + i);
    storeLanes(to.dtype(), lanes, count, to.data() + done * to.elementSize(), to.elementSize());
  }
}

Result<Tensor> triangle(const Tensor &x, int64_t diagonal, bool lower) {
  if (x.dim() < 2)
    return invalid(cat(lower ? "tril" : "triu", ": input tensor must have at least 2 dimensions"));
  NEREID_ATTEMPT(Tensor result, Tensor::allocate(x.dtype(), x.shape()));
  NEREID_ATTEMPT_STATUS(copyInto(result, x));
  int64_t columns = x.size(-1 + x.dim()), rows = x.size(x.dim() - 2);
  int64_t matrices = columns * rows == 0 ? 0 : x.numel() / (columns * rows);
  int64_t size = x.elementSize();
  for (int64_t row = 0; row < matrices * rows; ++row) {
    int64_t edge = row % rows + diagonal; // the column on the diagonal
    int64_t from = std::clamp<int64_t>(lower ? edge + 1 : 0, 0, columns);
    int64_t to = std::clamp<int64_t>(lower ? columns : edge, 0, columns);
    std::byte *start = result.data() + (row * columns + from) * size;
    std::fill(start, start + std::max<int64_t>(to - from, 0) * size, std::byte{0});
  }
  return result;
}

} // namespace

Dtype dtypeOf(const Number &number) {
  switch (number.kind) {
  case Number::Kind::Bool:
    return Dtype::I1;
  case Number::Kind::Int:
    return Dtype::I64;
  case Number::Kind::Float:
    break;
  }
  return kDefaultFloat;
}

Result<Tensor> zeros(const Dims &shape, Dtype dtype) {
  return Tensor::allocate(dtype, shape); // storages start as zeros
}

Result<Tensor> full(const Dims &shape, const Number &value, std::optional<Dtype> dtype) {
  NEREID_ATTEMPT(Tensor result, Tensor::allocate(dtype.value_or(dtypeOf(value)), shape));
  bool isZero = value.isFloat() ? value.real == 0 && !std::signbit(value.real) : value.integer == 0;
  if (!isZero)
    NEREID_ATTEMPT_STATUS(fill(result, value));
  return result;
}

Result<Tensor> emptyLike(const Tensor &x, std::optional<Dtype> dtype) {
  return Tensor::allocate(dtype.value_or(x.dtype()), x.shape(), layoutOrder(x.shape(), {&x, 1}));
}

Result<Tensor> emptyStrided(const Dims &shape, const Dims &strides, Dtype dtype) {
  if (shape.size() != strides.size())
    return invalid("mismatch in length of strides and shape");
  int64_t last = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t step = 0;
    if (shape[d] < 0 || strides[d] < 0 ||
        __builtin_mul_overflow(std::max<int64_t>(shape[d] - 1, 0), strides[d], &step) ||
        __builtin_add_overflow(last, step, &last) || last == INT64_MAX)
      return invalid(cat("empty_strided: cannot allocate sizes ", shapeText(shape), ", strides ",
                         shapeText(strides)));
  }
  NEREID_ATTEMPT(Tensor flat, Tensor::allocate(dtype, {numelOf(shape) == 0 ? 0 : last + 1}));
  return flat.withView(shape, strides, 0);
}

Result<Tensor> arange(const Number &start, const Number &end, const Number &step,
                      std::optional<Dtype> dtype) {
  bool anyFloat = start.isFloat() || end.isFloat() || step.isFloat();
  Dtype result = dtype.value_or(anyFloat ? kDefaultFloat : Dtype::I64);
  double from = start.as<double>(), to = end.as<double>(), by = step.as<double>();
  if (by == 0 || !std::isfinite(by))
    return invalid("step must be nonzero");
  if (!std::isfinite(from) || !std::isfinite(to))
    return invalid("unsupported range: the bounds of arange must be finite");
  if ((by > 0) != (to >= from) && to != from)
    return invalid("upper bound and lower bound inconsistent with step sign");
  double count = std::ceil((to - from) / by);
  if (count > 0x1p62)
    return invalid("invalid size, possible overflow");
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(result, {static_cast<int64_t>(count)}));
  if (anyFloat || isFloat(result))
    generate<double>(x, [&](int64_t i) { return from + by * static_cast<double>(i); });
  else
    generate<uint64_t>(x, [&](int64_t i) {
      return start.as<uint64_t>() + step.as<uint64_t>() * static_cast<uint64_t>(i);
    });
  return x;
}

Result<Tensor> linspace(double start, double end, int64_t steps, Dtype dtype) {
  if (steps < 0)
    return invalid("number of steps must be non-negative");
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(dtype, {steps}));
  // From both ends, so that the last value is exact.
  auto fillIn = [&](auto from) {
    using T = decltype(from);
    T to = static_cast<T>(end), step = steps > 1 ? (to - from) / static_cast<T>(steps - 1) : T(0);
    generate<T>(x, [&](int64_t i) {
      return i < steps / 2 ? from + step * static_cast<T>(i)
                           : to - step * static_cast<T>(steps - 1 - i);
    });
    if (steps == 1)
      storeLanes(dtype, &from, 1, x.data(), 0);
  };
  if (computeOf(dtype) == Compute::Float)
    fillIn(static_cast<float>(start));
  else
    fillIn(start);
  return x;
}

Result<Tensor> eye(int64_t rows, int64_t columns, Dtype dtype) {
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(dtype, {rows, columns}));
  NEREID_ATTEMPT(Tensor ones, diagonal(x));
  NEREID_ATTEMPT_STATUS(fill(ones, Number(1)));
  return x;
}

Result<Tensor> fromNumbers(std::span<const Number> numbers, const Dims &shape,
                           std::optional<Dtype> dtype) {
  bool anyFloat = false, allBool = !numbers.empty();
  for (const Number &number : numbers) {
    anyFloat = anyFloat || number.isFloat();
    allBool = allBool && number.kind == Number::Kind::Bool;
  }
  Dtype inferred = anyFloat || numbers.empty() ? kDefaultFloat : allBool ? Dtype::I1 : Dtype::I64;
  Dtype result = dtype.value_or(inferred);
  NEREID_ATTEMPT(Tensor x, Tensor::allocate(result, shape));
  auto store = [&](auto zero) {
    generate<decltype(zero)>(x, [&](int64_t i) { return numbers[i].as<decltype(zero)>(); });
  };
  // A float goes to an integer dtype by truncation, and an int to a float dtype by rounding once.
  withCompute(anyFloat || isFloat(result) ? Compute::Double : computeOf(result), store);
  return x;
}

Result<Tensor> tril(const Tensor &x, int64_t diagonal) {
  return triangle(x, diagonal, true);
}
Result<Tensor> triu(const Tensor &x, int64_t diagonal) {
  return triangle(x, diagonal, false);
}

} // namespace nereid::tensor
