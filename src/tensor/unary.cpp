#include <cmath>

#include "base/check.h"
#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/blocks.h"
#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/promote.h"

namespace nereid::tensor {
namespace {

bool givesBool(UnaryOp op) {
  return op >= UnaryOp::IsNan;
}
bool givesFloat(UnaryOp op) {
  return op >= UnaryOp::Exp && op <= UnaryOp::Sigmoid;
}
bool needsFloat(UnaryOp op) {
  return op >= UnaryOp::Frac && op <= UnaryOp::Elu;
}

std::string_view nameOf(UnaryOp op) {
  switch (op) {
  case UnaryOp::Frac:
    return "frac_cpu";
  case UnaryOp::Gelu:
  case UnaryOp::GeluTanh:
    return "GeluKernelImpl";
  case UnaryOp::Silu:
    return "silu_cpu";
  case UnaryOp::Softplus:
    return "softplus_cpu";
  case UnaryOp::LogSigmoid:
    return "log_sigmoid_cpu";
  case UnaryOp::Mish:
    return "mish_cpu";
  case UnaryOp::Elu:
    return "elu_cpu";
  case UnaryOp::Hardswish:
    return "hardswish_cpu";
  case UnaryOp::Hardsigmoid:
    return "hardsigmoid_cpu";
  default:
    return "unary";
  }
}

template <typename T, typename Function>
void mapLanes(const T *in, T *out, int64_t count, Function function) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = function(in[i]);
}

// Integers, bool included.
template <typename T> void computeIntegers(UnaryOp op, const T *in, T *out, int64_t count) {
  switch (op) {
  case UnaryOp::Negate: // in unsigned arithmetic, which wraps
    return mapLanes(in, out, count, [](T x) { return static_cast<T>(0 - uint64_t(x)); });
  case UnaryOp::Abs:
    return mapLanes(in, out, count,
                    [](T x) { return x < T(0) ? static_cast<T>(0 - uint64_t(x)) : x; });
  case UnaryOp::Sign:
    return mapLanes(in, out, count, [](T x) { return T((x > T(0)) - (x < T(0))); });
  case UnaryOp::Square:
    return mapLanes(in, out, count, [](T x) { return static_cast<T>(uint64_t(x) * uint64_t(x)); });
  case UnaryOp::Relu:
    return mapLanes(in, out, count, [](T x) { return x > T(0) ? x : T(0); });
  case UnaryOp::Relu6:
    return mapLanes(in, out, count, [](T x) { return x > T(6) ? T(6) : x > T(0) ? x : T(0); });
  case UnaryOp::Floor:
  case UnaryOp::Ceil:
  case UnaryOp::Round:
  case UnaryOp::Trunc:
    return mapLanes(in, out, count, [](T x) { return x; });
  case UnaryOp::BitwiseNot:
    return mapLanes(in, out, count, [](T x) { return static_cast<T>(~x); });
  case UnaryOp::IsNan:
  case UnaryOp::IsInf:
    return mapLanes(in, out, count, [](T) { return T(0); });
  case UnaryOp::IsFinite:
    return mapLanes(in, out, count, [](T) { return T(1); });
  case UnaryOp::LogicalNot:
    return mapLanes(in, out, count, [](T x) { return T(x == T(0)); });
  case UnaryOp::SignBit:
    return mapLanes(in, out, count, [](T x) { return T(x < T(0)); });
  default:
    NEREID_UNREACHABLE("an operation on floats");
  }
}

// The activations, each by its definition.
template <typename T> void computeActivation(UnaryOp op, const T *in, T *out, int64_t count) {
  constexpr T kSqrtHalf = T(0.70710678118654752440);
  constexpr T kSqrtTwoOverPi = T(0.79788456080286535588);
  auto x = lanes(in, count);
  auto y = lanes(out, count);
  switch (op) {
  case UnaryOp::Sigmoid:
    y = T(1) / (T(1) + (-x).exp());
    return;
  case UnaryOp::Gelu:
    return mapLanes(in, out, count,
                    [](T v) { return T(0.5) * v * (T(1) + std::erf(v * kSqrtHalf)); });
  case UnaryOp::GeluTanh:
    y = T(0.5) * x * (T(1) + (kSqrtTwoOverPi * (x + T(0.044715) * x * x * x)).tanh());
    return;
  case UnaryOp::Silu:
    y = x / (T(1) + (-x).exp());
    return;
  case UnaryOp::Softplus:
    return mapLanes(in, out, count, [](T v) { return v > T(20) ? v : std::log1p(std::exp(v)); });
  case UnaryOp::LogSigmoid:
    return mapLanes(in, out, count,
                    [](T v) { return std::min(v, T(0)) - std::log1p(std::exp(-std::fabs(v))); });
  case UnaryOp::Mish:
    return mapLanes(in, out, count,
                    [](T v) { return v * std::tanh(v > T(20) ? v : std::log1p(std::exp(v))); });
  case UnaryOp::Relu6:
    return mapLanes(in, out, count, [](T v) { return v > T(6) ? T(6) : v < T(0) ? T(0) : v; });
  case UnaryOp::Hardswish:
    return mapLanes(in, out, count,
                    [](T v) { return v * std::min(std::max(v + T(3), T(0)), T(6)) / T(6); });
  case UnaryOp::Hardsigmoid:
    return mapLanes(in, out, count,
                    [](T v) { return std::min(std::max(v + T(3), T(0)), T(6)) / T(6); });
  case UnaryOp::Elu:
    return mapLanes(in, out, count, [](T v) { return v > T(0) ? v : std::expm1(v); });
  default:
    NEREID_UNREACHABLE("not an activation");
  }
}

// Exponentials, logarithms, trigonometry.
template <typename T> void computeTranscendental(UnaryOp op, const T *in, T *out, int64_t count) {
  auto x = lanes(in, count);
  auto y = lanes(out, count);
  switch (op) {
  case UnaryOp::Exp:
    y = x.exp();
    return;
  case UnaryOp::Exp2:
    return mapLanes(in, out, count, [](T v) { return std::exp2(v); });
  case UnaryOp::Expm1:
    return mapLanes(in, out, count, [](T v) { return std::expm1(v); });
  case UnaryOp::Log:
    y = x.log();
    return;
  case UnaryOp::Log2:
    return mapLanes(in, out, count, [](T v) { return std::log2(v); });
  case UnaryOp::Log10:
    return mapLanes(in, out, count, [](T v) { return std::log10(v); });
  case UnaryOp::Log1p:
    return mapLanes(in, out, count, [](T v) { return std::log1p(v); });
  case UnaryOp::Sin:
    y = x.sin();
    return;
  case UnaryOp::Cos:
    y = x.cos();
    return;
  case UnaryOp::Tan:
    return mapLanes(in, out, count, [](T v) { return std::tan(v); });
  case UnaryOp::Asin:
    return mapLanes(in, out, count, [](T v) { return std::asin(v); });
  case UnaryOp::Acos:
    return mapLanes(in, out, count, [](T v) { return std::acos(v); });
  case UnaryOp::Atan:
    return mapLanes(in, out, count, [](T v) { return std::atan(v); });
  case UnaryOp::Sinh:
    return mapLanes(in, out, count, [](T v) { return std::sinh(v); });
  case UnaryOp::Cosh:
    return mapLanes(in, out, count, [](T v) { return std::cosh(v); });
  case UnaryOp::Tanh:
    y = x.tanh();
    return;
  case UnaryOp::Erf:
    return mapLanes(in, out, count, [](T v) { return std::erf(v); });
  case UnaryOp::Erfc:
    return mapLanes(in, out, count, [](T v) { return std::erfc(v); });
  default:
    return computeActivation(op, in, out, count);
  }
}

template <typename T> void computeFloats(UnaryOp op, const T *in, T *out, int64_t count) {
  auto x = lanes(in, count);
  auto y = lanes(out, count);
  switch (op) {
  case UnaryOp::Negate:
    y = -x;
    return;
  case UnaryOp::Abs:
    y = x.abs();
    return;
  case UnaryOp::Sign:
    return mapLanes(in, out, count, [](T v) { return T((v > T(0)) - (v < T(0))); });
  case UnaryOp::Square:
    y = x.square();
    return;
  case UnaryOp::Relu: // keeps NaN
    return mapLanes(in, out, count, [](T v) { return v < T(0) ? T(0) : v; });
  case UnaryOp::Floor: // Eigen's floor and ceil lose the sign of zero
    return mapLanes(in, out, count, [](T v) { return std::floor(v); });
  case UnaryOp::Ceil:
    return mapLanes(in, out, count, [](T v) { return std::ceil(v); });
  case UnaryOp::Round: // halves to even
    return mapLanes(in, out, count, [](T v) { return std::nearbyint(v); });
  case UnaryOp::Trunc:
    return mapLanes(in, out, count, [](T v) { return std::trunc(v); });
  case UnaryOp::Frac:
    return mapLanes(in, out, count, [](T v) { return v - std::trunc(v); });
  case UnaryOp::Sqrt:
    y = x.sqrt();
    return;
  case UnaryOp::Rsqrt:
    y = T(1) / x.sqrt();
    return;
  case UnaryOp::Reciprocal:
    y = T(1) / x;
    return;
  case UnaryOp::IsNan:
    return mapLanes(in, out, count, [](T v) { return T(std::isnan(v)); });
  case UnaryOp::IsInf:
    return mapLanes(in, out, count, [](T v) { return T(std::isinf(v)); });
  case UnaryOp::IsFinite:
    return mapLanes(in, out, count, [](T v) { return T(std::isfinite(v)); });
  case UnaryOp::LogicalNot:
    return mapLanes(in, out, count, [](T v) { return T(v == T(0)); });
  case UnaryOp::SignBit:
    return mapLanes(in, out, count, [](T v) { return T(std::signbit(v)); });
  default:
    return computeTranscendental(op, in, out, count);
  }
}

Status checkDtype(UnaryOp op, Dtype dtype) {
  if (needsFloat(op) && !isFloat(dtype) && op != UnaryOp::Relu6)
    return Status(StatusCode::Unavailable,
                  cat("\"", nameOf(op), "\" not implemented for '", messageName(dtype), "'"));
  if (op == UnaryOp::Negate && dtype == Dtype::I1)
    return Status(StatusCode::InvalidArgument,
                  "Negation, the `-` operator, on a bool tensor is not supported. If you are "
                  "trying to invert a mask, use the `~` or `logical_not()` operator instead.");
  if (op == UnaryOp::Relu && dtype == Dtype::I1)
    return Status(StatusCode::InvalidArgument, "Boolean inputs not supported for relu");
  if (op == UnaryOp::BitwiseNot && isFloat(dtype))
    return Status(StatusCode::Unavailable,
                  cat("\"bitwise_not_cpu\" not implemented for '", messageName(dtype), "'"));
  return {};
}

} // namespace

Status unaryInto(const Tensor &out, UnaryOp op, const Tensor &x) {
  NEREID_ATTEMPT_STATUS(checkDtype(op, x.dtype()));
  Dtype result = givesBool(op) ? Dtype::I1 : givesFloat(op) ? toFloatDtype(x.dtype()) : x.dtype();
  if (!canCast(result, out.dtype()))
    return Status(StatusCode::InvalidArgument, cat("result type ", messageName(result),
                                                   " can't be cast to the desired output "
                                                   "type ",
                                                   messageName(out.dtype())));
  // ~True is False, not -2.
  if (op == UnaryOp::BitwiseNot && x.dtype() == Dtype::I1)
    op = UnaryOp::LogicalNot;
  Dtype computed = givesFloat(op) ? toFloatDtype(x.dtype()) : x.dtype();
  const Operand inputs[] = {x};
  return withCompute(computeOf(computed), [&](auto zero) {
    using T = decltype(zero);
    return computeBlocks<T>(out, inputs, [op](const T *const *in, T *to, int64_t count) {
      if constexpr (std::is_floating_point_v<T>)
        computeFloats(op, in[0], to, count);
      else
        computeIntegers(op, in[0], to, count);
    });
  });
}

Result<Tensor> unary(UnaryOp op, const Tensor &x) {
  Dtype dtype = givesBool(op) ? Dtype::I1 : givesFloat(op) ? toFloatDtype(x.dtype()) : x.dtype();
  const Operand inputs[] = {x};
  NEREID_ATTEMPT(Tensor out, allocateOutput(dtype, inputs));
  NEREID_ATTEMPT_STATUS(unaryInto(out, op, x));
  return out;
}

} // namespace nereid::tensor
