#include "tensor/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/blocks.h"
#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/index.h"
#include "tensor/print.h"
#include "tensor/promote.h"
#include "tensor/reduce.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Tolerance toleranceOf(Dtype dtype) {
  switch (dtype) {
  case Dtype::F16:
    return {1e-3, 1e-5};
  case Dtype::BF16:
    return {1.6e-2, 1e-5};
  case Dtype::F32:
    return {1.3e-6, 1e-5};
  case Dtype::F64:
    return {1e-7, 1e-7};
  default:
    return {0, 0};
  }
}

template <typename T> bool isCloseLane(T a, T b, const Tolerance &tolerance, bool equalNan) {
  if (a == b || (equalNan && a != a && b != b))
    return true;
  if constexpr (std::is_floating_point_v<T>) {
    // In the dtype's precision, as torch computes it.
    T allowed =
        static_cast<T>(tolerance.absolute) + std::fabs(static_cast<T>(tolerance.relative) * b);
    T difference = std::fabs(a - b);
    return std::isfinite(difference) && difference <= allowed;
  } else {
    double difference = std::fabs(static_cast<double>(a) - static_cast<double>(b));
    return difference <=
           tolerance.absolute + std::fabs(tolerance.relative * static_cast<double>(b));
  }
}

std::string tupleText(const Dims &items) {
  return cat("(", join(items, ", "), items.size() == 1 ? ",)" : ")");
}

Dims positionOf(int64_t flat, const Dims &shape) {
  Dims position(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    position[d] = flat % shape[d];
    flat /= shape[d];
  }
  return position;
}

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f%%", fraction * 100);
  return text;
}

std::string differenceLine(std::string_view kind, const std::string &difference,
                           const std::string &place, double allowed, bool exact) {
  std::string line = cat(kind, " difference: ", difference, place);
  if (!exact)
    line += cat(" (up to ", formatNumber(Number(allowed)), " allowed)");
  return line;
}

// The largest of the differences at mismatches, and where.
struct Greatest {
  Number value;
  Dims position;
};

Result<Greatest> greatestOf(const Tensor &differences, const Tensor &matches) {
  NEREID_ATTEMPT_STATUS(maskedFillInto(differences, matches, Number(0)));
  NEREID_ATTEMPT(Tensor flat, reshape(differences, {-1}));
  NEREID_ATTEMPT(ValuesAndIndices best, maxAlong(flat, 0));
  NEREID_ATTEMPT(Number value, item(best.values));
  return Greatest{value, positionOf(*best.indices.as<int64_t>(), differences.shape())};
}

Result<std::string> mismatchReport(const Tensor &actual, const Tensor &expected,
                                   const Tensor &matches, const Tolerance &tolerance) {
  NEREID_ATTEMPT(Tensor matching, reduce(ReduceOp::CountNonzero, matches));
  int64_t total = matches.numel(), mismatches = total - *matching.as<int64_t>();
  std::string count =
      cat("Mismatched elements: ", mismatches, " / ", total, " (",
          percent(static_cast<double>(mismatches) / static_cast<double>(total)), ")\n");
  if (isFloat8(actual.dtype())) {
    NEREID_ATTEMPT(Tensor wrong, unary(UnaryOp::LogicalNot, matches));
    NEREID_ATTEMPT(Tensor positions, nonzero(wrong));
    const auto *first = positions.as<int64_t>();
    return cat("Tensor-likes are not 'equal'!\n\n", count,
               "The first mismatched element is at index ",
               tupleText(Dims(first, first + positions.size(1))), ".");
  }
  // In the dtype itself, so that the numbers are torch's.
  Dtype dtype = isFloat(actual.dtype()) ? actual.dtype() : Dtype::I64;
  NEREID_ATTEMPT(Tensor a, cast(actual, dtype));
  NEREID_ATTEMPT(Tensor b, cast(expected, dtype));
  NEREID_ATTEMPT(Tensor difference, binary(BinaryOp::Subtract, a, b));
  NEREID_ATTEMPT(Tensor absolute, unary(UnaryOp::Abs, difference));
  NEREID_ATTEMPT(Greatest greatest, greatestOf(absolute, matches));
  NEREID_ATTEMPT(Tensor magnitude, unary(UnaryOp::Abs, b));
  NEREID_ATTEMPT(Tensor relative, binary(BinaryOp::Divide, absolute, magnitude));
  NEREID_ATTEMPT(Greatest greatestRelative, greatestOf(relative, matches));
  bool exact = tolerance.relative == 0 && tolerance.absolute == 0;
  auto place = [](const Greatest &g) { return cat(" at index ", tupleText(g.position)); };
  return cat("Tensor-likes are not ", exact ? "equal" : "close", "!\n\n", count,
             differenceLine("Greatest absolute", formatNumber(greatest.value), place(greatest),
                            tolerance.absolute, exact),
             "\n",
             differenceLine("Greatest relative", formatNumber(greatestRelative.value),
                            place(greatestRelative), tolerance.relative, exact));
}

std::string attributeReport(std::string_view attribute, const std::string &actual,
                            const std::string &expected) {
  return cat("The values for attribute '", attribute, "' do not match: ", actual, " != ", expected,
             ".");
}

// Wide unsigned integers have no common type with others; for a comparison int64 will do.
Dtype comparable(Dtype dtype) {
  bool wide = dtype == Dtype::U16 || dtype == Dtype::U32 || dtype == Dtype::U64;
  return wide ? Dtype::I64 : dtype;
}

} // namespace

Result<bool> equal(const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    return Status(StatusCode::InvalidArgument,
                  cat("Expected object of scalar type ", torchName(a.dtype()),
                      " but got scalar type ", torchName(b.dtype()), " for argument 'other'"));
  if (a.shape() != b.shape())
    return false;
  NEREID_ATTEMPT(Tensor same, binary(BinaryOp::Equal, a, b));
  NEREID_ATTEMPT(Tensor all, reduce(ReduceOp::All, same));
  return *all.as<uint8_t>() != 0;
}

Result<Tensor> isClose(const Tensor &a, const Tensor &b, const Tolerance &tolerance,
                       bool equalNan) {
  if (a.dtype() != b.dtype())
    return Status(StatusCode::InvalidArgument,
                  cat(messageName(a.dtype()), " did not match ", messageName(b.dtype())));
  const Operand operands[] = {a, b};
  NEREID_ATTEMPT(Tensor out, allocateOutput(Dtype::I1, operands));
  NEREID_ATTEMPT_STATUS(withCompute(computeOf(a.dtype()), [&](auto zero) {
    using T = decltype(zero);
    return computeBlocks<T>(out, operands, [&](const T *const *in, T *to, int64_t count) {
      for (int64_t i = 0; i < count; ++i)
        to[i] = isCloseLane(in[0][i], in[1][i], tolerance, equalNan);
    });
  }));
  return out;
}

Result<bool> allClose(const Tensor &a, const Tensor &b, const Tolerance &tolerance, bool equalNan) {
  NEREID_ATTEMPT(Tensor close, isClose(a, b, tolerance, equalNan));
  NEREID_ATTEMPT(Tensor all, reduce(ReduceOp::All, close));
  return *all.as<uint8_t>() != 0;
}

Tolerance defaultTolerance(Dtype a, Dtype b) {
  Tolerance x = toleranceOf(a), y = toleranceOf(b);
  return {std::max(x.relative, y.relative), std::max(x.absolute, y.absolute)};
}

Result<std::optional<std::string>> closenessReport(const Tensor &actual, const Tensor &expected,
                                                   const ClosenessOptions &options) {
  auto sizeText = [](const Dims &shape) { return cat("torch.Size(", shapeText(shape), ")"); };
  auto dtypeText = [](Dtype dtype) { return cat("torch.", torchName(dtype)); };
  if (actual.shape() != expected.shape())
    return std::optional(
        attributeReport("shape", sizeText(actual.shape()), sizeText(expected.shape())));
  if (options.checkStride && actual.strides() != expected.strides())
    return std::optional(
        attributeReport("stride()", tupleText(actual.strides()), tupleText(expected.strides())));
  if (options.checkDtype && actual.dtype() != expected.dtype())
    return std::optional(
        attributeReport("dtype", dtypeText(actual.dtype()), dtypeText(expected.dtype())));
  Tolerance tolerance =
      options.tolerance.value_or(defaultTolerance(actual.dtype(), expected.dtype()));
  Tensor a = actual, b = expected;
  if (a.dtype() != b.dtype()) {
    NEREID_ATTEMPT(Dtype dtype, promoteTypes(comparable(a.dtype()), comparable(b.dtype())));
    NEREID_ATTEMPT(a, cast(actual, dtype));
    NEREID_ATTEMPT(b, cast(expected, dtype));
  }
  NEREID_ATTEMPT(Tensor matches, isClose(a, b, tolerance, options.equalNan));
  NEREID_ATTEMPT(Tensor all, reduce(ReduceOp::All, matches));
  if (*all.as<uint8_t>() != 0)
    return std::optional<std::string>();
  if (a.dim() == 0) {
    ClosenessOptions settled = options;
    settled.tolerance = tolerance;
    return numberClosenessReport(loadNumber(a, a.data()), loadNumber(b, b.data()), settled);
  }
  NEREID_ATTEMPT(std::string report, mismatchReport(a, b, matches, tolerance));
  return std::optional(report);
}

std::optional<std::string> numberClosenessReport(const Number &actual, const Number &expected,
                                                 const ClosenessOptions &options) {
  auto dtypeOfNumber = [](const Number &n) {
    return n.isFloat() ? Dtype::F64 : n.kind == Number::Kind::Bool ? Dtype::I1 : Dtype::I64;
  };
  Tolerance tolerance =
      options.tolerance.value_or(defaultTolerance(dtypeOfNumber(actual), dtypeOfNumber(expected)));
  double a = actual.as<double>(), b = expected.as<double>();
  double difference = std::fabs(a - b);
  bool close = a == b || (options.equalNan && std::isnan(a) && std::isnan(b)) ||
               (std::isfinite(difference) &&
                difference <= tolerance.absolute + tolerance.relative * std::fabs(b));
  if (close)
    return std::nullopt;
  bool exact = tolerance.relative == 0 && tolerance.absolute == 0;
  bool whole = !actual.isFloat() && !expected.isFloat();
  Number shown = whole
                     ? Number(actual.integer > expected.integer ? actual.integer - expected.integer
                                                                : expected.integer - actual.integer)
                     : Number(difference);
  double relative = b == 0 ? HUGE_VAL : difference / std::fabs(b);
  return cat(
      "Scalars are not ", exact ? "equal" : "close", "!\n\nExpected ", formatNumber(expected),
      " but got ", formatNumber(actual), ".\n",
      differenceLine("Absolute", formatNumber(shown), "", tolerance.absolute, exact), "\n",
      differenceLine("Relative", formatNumber(Number(relative)), "", tolerance.relative, exact));
}

} // namespace nereid::tensor
