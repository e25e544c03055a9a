// Elementwise functions, with torch's dtypes, broadcasting and results.
//
// fp16 and bf16 are computed in float32 and rounded once. Comparisons and predicates give bool
// tensors. The ...Into forms are torch's in-place operators and out= arguments: `out` has the
// broadcast shape already, and its dtype must be able to hold the result.
//
//   Tensor y = binary(BinaryOp::Multiply, x, Number(0.5)).value();
#pragma once

#include <optional>

#include "tensor/tensor.h"

namespace nereid::tensor {

enum class UnaryOp : uint8_t {
  // Of any dtype; the result has it too.
  Negate,
  Abs,
  Sign,
  Square,
  Relu,
  Floor,
  Ceil,
  Round,
  Trunc,
  BitwiseNot,
  // Of any dtype; the result is a float.
  Exp,
  Exp2,
  Expm1,
  Log,
  Log2,
  Log10,
  Log1p,
  Sqrt,
  Rsqrt,
  Reciprocal,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Tanh,
  Erf,
  Erfc,
  Sigmoid,
  // Of floats only.
  Frac,
  Gelu,
  GeluTanh,
  Silu,
  Softplus,
  LogSigmoid,
  Mish,
  Relu6,
  Hardswish,
  Hardsigmoid,
  Elu,
  // The result is bool.
  IsNan,
  IsInf,
  IsFinite,
  LogicalNot,
  SignBit
};

enum class BinaryOp : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  FloorDivide,
  TruncDivide,
  Remainder,
  Fmod,
  Power,
  Maximum,
  Minimum,
  Fmax,
  Fmin,
  Atan2,
  Hypot,
  Copysign,
  BitwiseAnd,
  BitwiseOr,
  BitwiseXor,
  ShiftLeft,
  ShiftRight,
  // The result is bool.
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  LogicalAnd,
  LogicalOr,
  LogicalXor
};

Result<Tensor> unary(UnaryOp op, const Tensor &x);
Status unaryInto(const Tensor &out, UnaryOp op, const Tensor &x);

Result<Tensor> binary(BinaryOp op, const Operand &a, const Operand &b);
Status binaryInto(const Tensor &out, BinaryOp op, const Operand &a, const Operand &b);

// a where the condition holds, else b.
Result<Tensor> where(const Tensor &condition, const Operand &a, const Operand &b);
// x[mask] = value, mask broadcast to x.
Status maskedFillInto(const Tensor &x, const Tensor &mask, const Number &value);

Result<Tensor> clamp(const Tensor &x, const std::optional<Operand> &low,
                     const std::optional<Operand> &high);
// start + weight * (end - start)
Result<Tensor> lerp(const Tensor &start, const Tensor &end, const Operand &weight);

} // namespace nereid::tensor
