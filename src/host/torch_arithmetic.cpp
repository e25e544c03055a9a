// Elementwise functions: mostly rows, each naming an operation of the tensor library.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/compare.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/matmul.h"
#include "tensor/promote.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Value;
using tensor::BinaryOp;
using tensor::Number;
using tensor::Operand;
using tensor::Tensor;
using tensor::UnaryOp;

namespace {

// The result, or the out= argument at `position` with the result in it.
Value intoOut(Given &given, Result<Tensor> result, size_t position) {
  if (!given.has(position))
    return given.made(std::move(result));
  take(tensor::copyInto(given.tensor(position), take(std::move(result))));
  return given.value(position);
}

Value unaryOf(Given &given) {
  return intoOut(given, tensor::unary(static_cast<UnaryOp>(given.function.op), given.tensor(0)), 1);
}

Value binaryOf(Given &given) {
  auto op = static_cast<BinaryOp>(given.function.op);
  return intoOut(given, tensor::binary(op, given.operand(0), given.operand(1)), 2);
}

// add(input, other, alpha=k) and sub: other is multiplied by k first.
Value scaledBinaryOf(Given &given) {
  auto op = static_cast<BinaryOp>(given.function.op);
  Operand other = given.operand(1);
  if (given.has(2))
    other = take(tensor::binary(BinaryOp::Multiply, given.operand(2), other));
  return intoOut(given, tensor::binary(op, given.operand(0), other), 3);
}

Value divide(Given &given) {
  std::string_view mode = given.text(2, "");
  if (mode != "" && mode != "trunc" && mode != "floor")
    eval::raise("RuntimeError", cat("div expected rounding_mode to be one of None, 'trunc', or "
                                    "'floor' but found '",
                                    mode, "'"));
  BinaryOp op = mode == "trunc"   ? BinaryOp::TruncDivide
                : mode == "floor" ? BinaryOp::FloorDivide
                                  : BinaryOp::Divide;
  return intoOut(given, tensor::binary(op, given.operand(0), given.operand(1)), 3);
}

Value where(Given &given) {
  if (!given.has(1))
    eval::raise("NotImplementedError",
                "torch.where(condition) alone is not available; use torch.nonzero(condition)");
  return given.made(tensor::where(given.tensor(0), given.operand(1), given.operand(2)));
}

Value clamp(Given &given) {
  return intoOut(
      given, tensor::clamp(given.tensor(0), given.optionalOperand(1), given.optionalOperand(2)), 3);
}

Value lerp(Given &given) {
  return given.made(tensor::lerp(given.tensor(0), given.tensor(1), given.operand(2)));
}

// input + value * tensor1 * tensor2, or / tensor2
Value addProduct(Given &given) {
  auto op = static_cast<BinaryOp>(given.function.op);
  Tensor product = take(tensor::binary(op, given.tensor(1), given.tensor(2)));
  if (given.has(3))
    product = take(tensor::binary(BinaryOp::Multiply, product, given.number(3)));
  return given.made(tensor::binary(BinaryOp::Add, given.tensor(0), product));
}

Value nanToNum(Given &given) {
  const Tensor &x = given.tensor(0);
  if (!isFloat(x.dtype()))
    return given.made(tensor::clone(x));
  double largest = tensor::largestFinite(x.dtype());
  Tensor isNan = take(tensor::unary(UnaryOp::IsNan, x));
  Tensor y = take(tensor::where(isNan, Number(given.real(1, 0)), x));
  Tensor isInf = take(tensor::unary(UnaryOp::IsInf, y));
  Tensor negative = take(tensor::binary(BinaryOp::Less, y, Number(0)));
  Tensor low = take(tensor::full({}, Number(given.real(3, -largest)), x.dtype()));
  Tensor high = take(tensor::full({}, Number(given.real(2, largest)), x.dtype()));
  Tensor bound = take(tensor::where(negative, low, high));
  return given.made(tensor::where(isInf, bound, y));
}

Value maskedFill(Given &given) {
  Tensor mask = given.tensor(1);
  const Tensor &x = given.tensor(0);
  tensor::Dims shape = take(tensor::broadcastShapes(x.shape(), mask.shape()));
  Tensor filled = take(tensor::clone(take(tensor::expand(x, shape))));
  take(tensor::maskedFillInto(filled, mask, given.number(2)));
  return given.made(filled);
}

tensor::Tolerance toleranceOf(Given &given) {
  return {given.real(2, 1e-5), given.real(3, 1e-8)};
}
Value isClose(Given &given) {
  return given.made(
      tensor::isClose(given.tensor(0), given.tensor(1), toleranceOf(given), given.flag(4, false)));
}
Value allClose(Given &given) {
  return Value::boolean(take(tensor::allClose(given.tensor(0), given.tensor(1), toleranceOf(given),
                                              given.flag(4, false))));
}
Value equal(Given &given) {
  return Value::boolean(take(tensor::equal(given.tensor(0), given.tensor(1))));
}

Value product(Given &given) {
  using Multiply = Result<Tensor> (*)(const Tensor &, const Tensor &);
  constexpr Multiply kProducts[] = {tensor::matmul, tensor::mm, tensor::bmm, tensor::dot,
                                    tensor::mv};
  return intoOut(given, kProducts[given.function.op](given.tensor(0), given.tensor(1)), 2);
}

// beta * input + alpha * (a @ b)
Value addMatmul(Given &given) {
  Tensor sum = take(tensor::matmul(given.tensor(1), given.tensor(2)));
  if (given.has(4))
    sum = take(tensor::binary(BinaryOp::Multiply, sum, given.number(4)));
  Tensor input = given.tensor(0);
  if (given.has(3))
    input = take(tensor::binary(BinaryOp::Multiply, input, given.number(3)));
  return given.made(tensor::binary(BinaryOp::Add, input, sum));
}

// outer(a, b): every product of two vectors' elements.
Value outer(Given &given) {
  const Tensor &a = given.tensor(0), &b = given.tensor(1);
  if (a.dim() != 1 || b.dim() != 1)
    eval::raise("RuntimeError", cat("outer: Expected 1-D argument self, but got ",
                                    a.dim() != 1 ? a.dim() : b.dim(), "-D"));
  Tensor column = a.withView({a.size(0), 1}, {a.stride(0), 0}, a.offset());
  return given.made(tensor::binary(BinaryOp::Multiply, column, b));
}

// kron(a, b): b once for every element of a, times it.
Value kron(Given &given) {
  Tensor a = given.tensor(0), b = given.tensor(1);
  int64_t rank = std::max(a.dim(), b.dim());
  tensor::Dims left, right, shape;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t ofA = i < rank - a.dim() ? 1 : a.size(i - (rank - a.dim()));
    int64_t ofB = i < rank - b.dim() ? 1 : b.size(i - (rank - b.dim()));
    left.insert(left.end(), {ofA, 1});
    right.insert(right.end(), {1, ofB});
    shape.push_back(ofA * ofB);
  }
  Tensor product = take(tensor::binary(BinaryOp::Multiply, take(tensor::reshape(a, left)),
                                       take(tensor::reshape(b, right))));
  return given.made(tensor::reshape(product, shape));
}

constexpr TorchPlace kBoth = TorchPlace::Both, kFunction = TorchPlace::Function;

#define NEREID_UNARY(name, op)                                                                     \
  {name, "input, *, out=", unaryOf, kBoth, static_cast<int>(UnaryOp::op)}
#define NEREID_BINARY(name, op)                                                                    \
  {name, "input, other, *, out=", binaryOf, kBoth, static_cast<int>(BinaryOp::op)}

constexpr TorchFunction kFunctions[] = {
    NEREID_UNARY("neg", Negate),
    NEREID_UNARY("negative", Negate),
    NEREID_UNARY("abs", Abs),
    NEREID_UNARY("absolute", Abs),
    NEREID_UNARY("sign", Sign),
    NEREID_UNARY("square", Square),
    NEREID_UNARY("floor", Floor),
    NEREID_UNARY("ceil", Ceil),
    NEREID_UNARY("round", Round),
    NEREID_UNARY("trunc", Trunc),
    NEREID_UNARY("fix", Trunc),
    NEREID_UNARY("frac", Frac),
    NEREID_UNARY("bitwise_not", BitwiseNot),
    NEREID_UNARY("exp", Exp),
    NEREID_UNARY("exp2", Exp2),
    NEREID_UNARY("expm1", Expm1),
    NEREID_UNARY("log", Log),
    NEREID_UNARY("log2", Log2),
    NEREID_UNARY("log10", Log10),
    NEREID_UNARY("log1p", Log1p),
    NEREID_UNARY("sqrt", Sqrt),
    NEREID_UNARY("rsqrt", Rsqrt),
    NEREID_UNARY("reciprocal", Reciprocal),
    NEREID_UNARY("sin", Sin),
    NEREID_UNARY("cos", Cos),
    NEREID_UNARY("tan", Tan),
    NEREID_UNARY("asin", Asin),
    NEREID_UNARY("acos", Acos),
    NEREID_UNARY("atan", Atan),
    NEREID_UNARY("sinh", Sinh),
    NEREID_UNARY("cosh", Cosh),
    NEREID_UNARY("tanh", Tanh),
    NEREID_UNARY("erf", Erf),
    NEREID_UNARY("erfc", Erfc),
    NEREID_UNARY("sigmoid", Sigmoid),
    NEREID_UNARY("relu", Relu),
    NEREID_UNARY("isnan", IsNan),
    NEREID_UNARY("isinf", IsInf),
    NEREID_UNARY("isfinite", IsFinite),
    NEREID_UNARY("logical_not", LogicalNot),
    NEREID_UNARY("signbit", SignBit),
    {"add", "input, other, *, alpha=, out=", scaledBinaryOf, kBoth, int(BinaryOp::Add)},
    {"sub", "input, other, *, alpha=, out=", scaledBinaryOf, kBoth, int(BinaryOp::Subtract)},
    {"subtract", "input, other, *, alpha=, out=", scaledBinaryOf, kBoth, int(BinaryOp::Subtract)},
    NEREID_BINARY("mul", Multiply),
    NEREID_BINARY("multiply", Multiply),
    {"div", "input, other, *, rounding_mode=, out=", divide},
    {"divide", "input, other, *, rounding_mode=, out=", divide},
    NEREID_BINARY("true_divide", Divide),
    NEREID_BINARY("floor_divide", FloorDivide),
    NEREID_BINARY("remainder", Remainder),
    NEREID_BINARY("fmod", Fmod),
    NEREID_BINARY("pow", Power),
    NEREID_BINARY("maximum", Maximum),
    NEREID_BINARY("minimum", Minimum),
    NEREID_BINARY("fmax", Fmax),
    NEREID_BINARY("fmin", Fmin),
    NEREID_BINARY("atan2", Atan2),
    NEREID_BINARY("hypot", Hypot),
    NEREID_BINARY("copysign", Copysign),
    NEREID_BINARY("bitwise_and", BitwiseAnd),
    NEREID_BINARY("bitwise_or", BitwiseOr),
    NEREID_BINARY("bitwise_xor", BitwiseXor),
    NEREID_BINARY("bitwise_left_shift", ShiftLeft),
    NEREID_BINARY("bitwise_right_shift", ShiftRight),
    NEREID_BINARY("eq", Equal),
    NEREID_BINARY("ne", NotEqual),
    NEREID_BINARY("lt", Less),
    NEREID_BINARY("le", LessEqual),
    NEREID_BINARY("gt", Greater),
    NEREID_BINARY("ge", GreaterEqual),
    NEREID_BINARY("logical_and", LogicalAnd),
    NEREID_BINARY("logical_or", LogicalOr),
    NEREID_BINARY("logical_xor", LogicalXor),
    {"where", "condition, input=, other=", where, kFunction},
    {"clamp", "input, min=, max=, *, out=", clamp},
    {"clip", "input, min=, max=, *, out=", clamp},
    {"lerp", "input, end, weight", lerp},
    {"addcmul", "input, tensor1, tensor2, *, value=", addProduct, kBoth, int(BinaryOp::Multiply)},
    {"addcdiv", "input, tensor1, tensor2, *, value=", addProduct, kBoth, int(BinaryOp::Divide)},
    {"nan_to_num", "input, nan=, posinf=, neginf=", nanToNum},
    {"masked_fill", "input, mask, value", maskedFill},
    {"isclose", "input, other, rtol=, atol=, equal_nan=", isClose},
    {"allclose", "input, other, rtol=, atol=, equal_nan=", allClose},
    {"equal", "input, other", equal},
    {"matmul", "input, other, *, out=", product, kBoth, 0},
    {"mm", "input, mat2, *, out=", product, kBoth, 1},
    {"bmm", "input, mat2, *, out=", product, kBoth, 2},
    {"dot", "input, tensor, *, out=", product, kBoth, 3},
    {"mv", "input, vec, *, out=", product, kBoth, 4},
    {"addmm", "input, mat1, mat2, *, beta=, alpha=", addMatmul},
    {"baddbmm", "input, batch1, batch2, *, beta=, alpha=", addMatmul},
    {"outer", "input, vec2", outer},
    {"kron", "input, other", kron},
};

} // namespace

TorchTable torchArithmetic() {
  return kFunctions;
}

} // namespace nereid::host
