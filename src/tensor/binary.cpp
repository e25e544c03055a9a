#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/blocks.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/promote.h"

namespace nereid::tensor {
namespace {

bool givesBool(BinaryOp op) {
  return op >= BinaryOp::Equal;
}
bool isBitwise(BinaryOp op) {
  return op >= BinaryOp::BitwiseAnd && op <= BinaryOp::ShiftRight;
}
std::string_view bitwiseName(BinaryOp op) {
  switch (op) {
  case BinaryOp::BitwiseAnd:
    return "bitwise_and_cpu";
  case BinaryOp::BitwiseOr:
    return "bitwise_or_cpu";
  case BinaryOp::BitwiseXor:
    return "bitwise_xor_cpu";
  case BinaryOp::ShiftLeft:
    return "lshift_cpu";
  default:
    return "rshift_cpu";
  }
}
bool givesFloat(BinaryOp op) {
  return op == BinaryOp::Divide || op == BinaryOp::Atan2 || op == BinaryOp::Copysign;
}

template <typename T, typename Function>
void zipLanes(const T *a, const T *b, T *out, int64_t count, Function function) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = static_cast<T>(function(a[i], b[i]));
}

template <typename T>
void computeComparison(BinaryOp op, const T *a, const T *b, T *out, int64_t count) {
  switch (op) {
  case BinaryOp::Equal:
    return zipLanes(a, b, out, count, [](T x, T y) { return x == y; });
  case BinaryOp::NotEqual:
    return zipLanes(a, b, out, count, [](T x, T y) { return x != y; });
  case BinaryOp::Less:
    return zipLanes(a, b, out, count, [](T x, T y) { return x < y; });
  case BinaryOp::LessEqual:
    return zipLanes(a, b, out, count, [](T x, T y) { return x <= y; });
  case BinaryOp::Greater:
    return zipLanes(a, b, out, count, [](T x, T y) { return x > y; });
  case BinaryOp::GreaterEqual:
    return zipLanes(a, b, out, count, [](T x, T y) { return x >= y; });
  case BinaryOp::LogicalAnd:
    return zipLanes(a, b, out, count, [](T x, T y) { return x != T(0) && y != T(0); });
  case BinaryOp::LogicalOr:
    return zipLanes(a, b, out, count, [](T x, T y) { return x != T(0) || y != T(0); });
  case BinaryOp::LogicalXor:
    return zipLanes(a, b, out, count, [](T x, T y) { return (x != T(0)) != (y != T(0)); });
  default:
    NEREID_UNREACHABLE("not a comparison");
  }
}

// Integer division and its kin. The divisor is not zero; the smallest value divided by -1 wraps.
template <typename T> T truncDivide(T x, T y) {
  return y == static_cast<T>(-1) && std::is_signed_v<T> ? static_cast<T>(0 - uint64_t(x)) : x / y;
}
template <typename T> T truncRemainder(T x, T y) {
  return y == static_cast<T>(-1) && std::is_signed_v<T> ? T(0) : x % y;
}
template <typename T> T floorDivide(T x, T y) {
  T quotient = truncDivide(x, y), rest = truncRemainder(x, y);
  return rest != T(0) && (rest < T(0)) != (y < T(0)) ? quotient - T(1) : quotient;
}
template <typename T> T floorRemainder(T x, T y) {
  T rest = truncRemainder(x, y);
  return rest != T(0) && (rest < T(0)) != (y < T(0)) ? rest + y : rest;
}
template <typename T> T integerPower(T base, T exponent) {
  if (exponent < T(0)) // 1 and -1 have integer powers; all else rounds to 0
    return base == T(1)                 ? T(1)
           : base == static_cast<T>(-1) ? (exponent % 2 == T(0) ? T(1) : base)
                                        : T(0);
  uint64_t result = 1, square = uint64_t(base);
  for (auto left = uint64_t(exponent); left; left >>= 1) {
    if (left & 1)
      result *= square;
    square *= square;
  }
  return static_cast<T>(result);
}

// `bits` is the width of the integer type that T stands for: shifts of that much and more leave
// nothing, or the sign.
template <typename T>
void computeIntegers(BinaryOp op, int bits, const T *a, const T *b, T *out, int64_t count) {
  auto outOfRange = [bits](T by) { return uint64_t(by) >= uint64_t(bits); };
  switch (op) {
  case BinaryOp::Add: // in unsigned arithmetic, which wraps
    return zipLanes(a, b, out, count, [](T x, T y) { return uint64_t(x) + uint64_t(y); });
  case BinaryOp::Subtract:
    return zipLanes(a, b, out, count, [](T x, T y) { return uint64_t(x) - uint64_t(y); });
  case BinaryOp::Multiply:
    return zipLanes(a, b, out, count, [](T x, T y) { return uint64_t(x) * uint64_t(y); });
  case BinaryOp::FloorDivide:
    return zipLanes(a, b, out, count, floorDivide<T>);
  case BinaryOp::TruncDivide:
    return zipLanes(a, b, out, count, truncDivide<T>);
  case BinaryOp::Remainder:
    return zipLanes(a, b, out, count, floorRemainder<T>);
  case BinaryOp::Fmod:
    return zipLanes(a, b, out, count, truncRemainder<T>);
  case BinaryOp::Power:
    return zipLanes(a, b, out, count, integerPower<T>);
  case BinaryOp::Maximum:
  case BinaryOp::Fmax:
    return zipLanes(a, b, out, count, [](T x, T y) { return x < y ? y : x; });
  case BinaryOp::Minimum:
  case BinaryOp::Fmin:
    return zipLanes(a, b, out, count, [](T x, T y) { return y < x ? y : x; });
  case BinaryOp::BitwiseAnd:
    return zipLanes(a, b, out, count, [](T x, T y) { return x & y; });
  case BinaryOp::BitwiseOr:
    return zipLanes(a, b, out, count, [](T x, T y) { return x | y; });
  case BinaryOp::BitwiseXor:
    return zipLanes(a, b, out, count, [](T x, T y) { return x ^ y; });
  case BinaryOp::ShiftLeft:
    return zipLanes(a, b, out, count,
                    [&](T x, T y) { return outOfRange(y) ? T(0) : T(uint64_t(x) << y); });
  case BinaryOp::ShiftRight:
    return zipLanes(a, b, out, count, [&](T x, T y) {
      return outOfRange(y) ? (x < T(0) ? static_cast<T>(-1) : T(0)) : T(x >> y);
    });
  default:
    return computeComparison(op, a, b, out, count);
  }
}

template <typename T> T floorDivideFloat(T x, T y) { // as Python divides floats
  if (y == T(0))
    return x / y;
  T rest = std::fmod(x, y);
  T quotient = (x - rest) / y;
  if (rest != T(0) && (y < T(0)) != (rest < T(0)))
    quotient -= T(1);
  if (quotient == T(0))
    return std::copysign(T(0), x / y);
  T floored = std::floor(quotient);
  return quotient - floored > T(0.5) ? floored + T(1) : floored;
}
template <typename T> T remainderFloat(T x, T y) {
  T rest = std::fmod(x, y);
  return rest != T(0) && (y < T(0)) != (rest < T(0)) ? rest + y : rest;
}

template <typename T>
void computeFloats(BinaryOp op, const T *a, const T *b, T *out, int64_t count) {
  auto x = lanes(a, count), y = lanes(b, count);
  auto to = lanes(out, count);
  switch (op) {
  case BinaryOp::Add:
    to = x + y;
    return;
  case BinaryOp::Subtract:
    to = x - y;
    return;
  case BinaryOp::Multiply:
    to = x * y;
    return;
  case BinaryOp::Divide:
    to = x / y;
    return;
  case BinaryOp::FloorDivide:
    return zipLanes(a, b, out, count, floorDivideFloat<T>);
  case BinaryOp::TruncDivide:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::trunc(u / v); });
  case BinaryOp::Remainder:
    return zipLanes(a, b, out, count, remainderFloat<T>);
  case BinaryOp::Fmod:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::fmod(u, v); });
  case BinaryOp::Power:
    return zipLanes(a, b, out, count, [](T u, T v) {
      return v == T(2) ? u * u : v == T(0.5) ? std::sqrt(u) : std::pow(u, v);
    });
  case BinaryOp::Maximum:
    return zipLanes(a, b, out, count, [](T u, T v) { return u > v || u != u ? u : v; });
  case BinaryOp::Minimum:
    return zipLanes(a, b, out, count, [](T u, T v) { return u < v || u != u ? u : v; });
  case BinaryOp::Fmax:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::fmax(u, v); });
  case BinaryOp::Fmin:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::fmin(u, v); });
  case BinaryOp::Atan2:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::atan2(u, v); });
  case BinaryOp::Hypot:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::hypot(u, v); });
  case BinaryOp::Copysign:
    return zipLanes(a, b, out, count, [](T u, T v) { return std::copysign(u, v); });
  default:
    return computeComparison(op, a, b, out, count);
  }
}

bool isBool(const Operand &operand) {
  if (const Tensor *tensor = std::get_if<Tensor>(&operand))
    return tensor->dtype() == Dtype::I1;
  return std::get<Number>(operand).kind == Number::Kind::Bool;
}

Result<bool> hasZero(const Operand &operand) {
  if (const Number *number = std::get_if<Number>(&operand))
    return number->integer == 0;
  bool found = false;
  const Operand inputs[] = {operand};
  NEREID_ATTEMPT(Tensor scratch, allocateOutput(Dtype::I1, inputs));
  NEREID_ATTEMPT_STATUS(computeBlocks<int64_t>(
      scratch, inputs, [&](const int64_t *const *in, int64_t *to, int64_t count) {
        found = found || (lanes(in[0], count) == 0).any();
        lanes(to, count).setZero();
      }));
  return found;
}

Status checkOperands(BinaryOp op, Dtype computed, const Operand &a, const Operand &b) {
  auto invalid = [](std::string text) { return Status(StatusCode::InvalidArgument, text); };
  if (op == BinaryOp::Subtract && isBool(a) && isBool(b))
    return invalid("Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
                   "`^` or `logical_xor()` operator instead.");
  if (op == BinaryOp::Subtract && (isBool(a) || isBool(b)))
    return invalid("Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
                   "trying to invert a mask, use the `~` or `logical_not()` operator instead.");
  if (isBitwise(op) && isFloat(computed))
    return Status(StatusCode::Unavailable, cat("\"", bitwiseName(op), "\" not implemented for '",
                                               messageName(computed), "'"));
  if (isFloat(computed))
    return {};
  if (op == BinaryOp::Hypot)
    return Status(StatusCode::Unavailable,
                  cat("\"hypot_cpu\" not implemented for '", messageName(computed), "'"));
  bool divides = op == BinaryOp::FloorDivide || op == BinaryOp::TruncDivide ||
                 op == BinaryOp::Remainder || op == BinaryOp::Fmod;
  if (divides) {
    NEREID_ATTEMPT(bool zero, hasZero(b));
    if (zero)
      return invalid("ZeroDivisionError");
  }
  const Number *exponent = std::get_if<Number>(&b);
  if (op == BinaryOp::Power && exponent && exponent->integer < 0)
    return invalid("Integers to negative integer powers are not allowed.");
  return {};
}

// In bool arithmetic 1 + 1 is 1.
BinaryOp inBoolArithmetic(BinaryOp op) {
  if (op == BinaryOp::Add)
    return BinaryOp::LogicalOr;
  return op == BinaryOp::Multiply ? BinaryOp::LogicalAnd : op;
}

Result<Dtype> computeDtype(BinaryOp op, const Operand &a, const Operand &b) {
  const Operand operands[] = {a, b};
  NEREID_ATTEMPT(Dtype dtype, resultType(operands));
  return givesFloat(op) ? toFloatDtype(dtype) : dtype;
}

Status computeInto(const Tensor &out, BinaryOp op, Dtype computed, const Operand &a,
                   const Operand &b) {
  NEREID_ATTEMPT_STATUS(checkOperands(op, computed, a, b));
  if (computed == Dtype::I1)
    op = inBoolArithmetic(op);
  const Operand inputs[] = {a, b};
  int bits = bitWidth(computed);
  return withCompute(computeOf(computed), [&](auto zero) {
    using T = decltype(zero);
    return computeBlocks<T>(out, inputs, [=](const T *const *in, T *to, int64_t count) {
      if constexpr (std::is_floating_point_v<T>)
        computeFloats(op, in[0], in[1], to, count);
      else
        computeIntegers(op, bits, in[0], in[1], to, count);
    });
  });
}

// Numbers meet comparisons in the precision of the tensor's dtype.
Result<Operand> roundedTo(Dtype dtype, const Operand &operand) {
  const Number *number = std::get_if<Number>(&operand);
  if (!number)
    return operand;
  NEREID_ATTEMPT(Tensor element, full({}, *number, dtype));
  return Operand(element);
}

} // namespace

Status binaryInto(const Tensor &out, BinaryOp op, const Operand &a, const Operand &b) {
  NEREID_ATTEMPT(Dtype computed, computeDtype(op, a, b));
  Dtype result = givesBool(op) ? Dtype::I1 : computed;
  if (!canCast(result, out.dtype()))
    return Status(StatusCode::InvalidArgument,
                  cat("result type ", messageName(result),
                      " can't be cast to the desired output type ", messageName(out.dtype())));
  return computeInto(out, op, computed, a, b);
}

Result<Tensor> binary(BinaryOp op, const Operand &a, const Operand &b) {
  NEREID_ATTEMPT(Dtype computed, computeDtype(op, a, b));
  const Operand operands[] = {a, b};
  NEREID_ATTEMPT(Tensor out, allocateOutput(givesBool(op) ? Dtype::I1 : computed, operands));
  if (!givesBool(op)) {
    NEREID_ATTEMPT_STATUS(computeInto(out, op, computed, a, b));
    return out;
  }
  NEREID_ATTEMPT(Operand left, roundedTo(computed, a));
  NEREID_ATTEMPT(Operand right, roundedTo(computed, b));
  NEREID_ATTEMPT_STATUS(computeInto(out, op, computed, left, right));
  return out;
}

Result<Tensor> where(const Tensor &condition, const Operand &a, const Operand &b) {
  if (condition.dtype() != Dtype::I1 && condition.dtype() != Dtype::U8)
    return Status(
        StatusCode::InvalidArgument,
        cat("where expected condition to be a boolean tensor, but got a tensor with dtype ",
            messageName(condition.dtype())));
  const Operand values[] = {a, b};
  NEREID_ATTEMPT(Dtype dtype, resultType(values));
  const Operand inputs[] = {condition, a, b};
  NEREID_ATTEMPT(Tensor out, allocateOutput(dtype, inputs));
  NEREID_ATTEMPT_STATUS(withCompute(computeOf(dtype), [&](auto zero) {
    using T = decltype(zero);
    return computeBlocks<T>(out, inputs, [](const T *const *in, T *to, int64_t count) {
      lanes(to, count) =
          (lanes(in[0], count) != T(0)).select(lanes(in[1], count), lanes(in[2], count));
    });
  }));
  return out;
}

Status maskedFillInto(const Tensor &x, const Tensor &mask, const Number &value) {
  if (mask.dtype() != Dtype::I1)
    return Status(StatusCode::InvalidArgument,
                  "masked_fill_ only supports boolean masks, but got mask with dtype " +
                      std::string(torchName(mask.dtype())));
  if (value.isFloat() && !isFloat(x.dtype()))
    return Status(StatusCode::InvalidArgument, cat("value cannot be converted to type ",
                                                   torchName(x.dtype()), " without overflow"));
  const Operand inputs[] = {mask, x, value};
  return withCompute(computeOf(x.dtype()), [&](auto zero) {
    using T = decltype(zero);
    return computeBlocks<T>(x, inputs, [](const T *const *in, T *to, int64_t count) {
      lanes(to, count) =
          (lanes(in[0], count) != T(0)).select(lanes(in[2], count), lanes(in[1], count));
    });
  });
}

Result<Tensor> clamp(const Tensor &x, const std::optional<Operand> &low,
                     const std::optional<Operand> &high) {
  if (!low && !high)
    return Status(StatusCode::InvalidArgument,
                  "torch.clamp: At least one of 'min' or 'max' must not be None");
  Tensor result = x;
  if (low) {
    NEREID_ATTEMPT(result, binary(BinaryOp::Maximum, result, *low));
  }
  if (high) {
    NEREID_ATTEMPT(result, binary(BinaryOp::Minimum, result, *high));
  }
  return result;
}

Result<Tensor> lerp(const Tensor &start, const Tensor &end, const Operand &weight) {
  if (start.dtype() != end.dtype())
    return Status(StatusCode::InvalidArgument,
                  cat("expected dtype ", torchName(start.dtype()), " for `end` but got dtype ",
                      torchName(end.dtype())));
  const Operand inputs[] = {start, end, weight};
  NEREID_ATTEMPT(Tensor out, allocateOutput(start.dtype(), inputs));
  NEREID_ATTEMPT_STATUS(withCompute(computeOf(start.dtype()), [&](auto zero) {
    using T = decltype(zero);
    return computeBlocks<T>(out, inputs, [](const T *const *in, T *to, int64_t count) {
      auto a = lanes(in[0], count), b = lanes(in[1], count), w = lanes(in[2], count);
      lanes(to, count) = a + w * (b - a);
    });
  }));
  return out;
}

} // namespace nereid::tensor
