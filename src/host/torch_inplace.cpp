// Methods that change a tensor in place; each returns it.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/random.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Value;
using tensor::BinaryOp;
using tensor::Number;
using tensor::Operand;
using tensor::Tensor;
using tensor::UnaryOp;

namespace {

Value unaryInto(Given &given) {
  const Tensor &x = given.tensor(0);
  take(tensor::unaryInto(x, static_cast<UnaryOp>(given.function.op), x));
  return given.value(0);
}

Value binaryInto(Given &given) {
  const Tensor &x = given.tensor(0);
  Operand other = given.operand(1);
  if (given.has(2))
    other = take(tensor::binary(BinaryOp::Multiply, given.operand(2), other));
  take(tensor::binaryInto(x, static_cast<BinaryOp>(given.function.op), x, other));
  return given.value(0);
}

Value zero(Given &given) {
  take(tensor::fill(given.tensor(0), Number(0)));
  return given.value(0);
}
Value fill(Given &given) {
  take(tensor::fill(given.tensor(0), given.number(1)));
  return given.value(0);
}
Value copy(Given &given) {
  (void)take(tensor::broadcastShapes(given.tensor(0).shape(), given.tensor(1).shape()));
  take(tensor::copyInto(given.tensor(0), given.tensor(1)));
  return given.value(0);
}
Value maskedFill(Given &given) {
  take(tensor::maskedFillInto(given.tensor(0), given.tensor(1), given.number(2)));
  return given.value(0);
}
Value clamp(Given &given) {
  const Tensor &x = given.tensor(0);
  Tensor clamped = take(tensor::clamp(x, given.optionalOperand(1), given.optionalOperand(2)));
  take(tensor::copyInto(x, clamped));
  return given.value(0);
}
Value addProduct(Given &given) {
  const Tensor &x = given.tensor(0);
  Tensor product = take(
      tensor::binary(static_cast<BinaryOp>(given.function.op), given.tensor(1), given.tensor(2)));
  if (given.has(3))
    product = take(tensor::binary(BinaryOp::Multiply, product, given.number(3)));
  take(tensor::binaryInto(x, BinaryOp::Add, x, product));
  return given.value(0);
}
Value triangle(Given &given) {
  const Tensor &x = given.tensor(0);
  auto keep = given.function.op == 0 ? tensor::tril : tensor::triu;
  take(tensor::copyInto(x, take(keep(x, given.integer(1, 0)))));
  return given.value(0);
}

Value uniform(Given &given) {
  take(
      tensor::fillUniform(given.tensor(0), given.real(1, 0), given.real(2, 1), given.generator(3)));
  return given.value(0);
}
Value normal(Given &given) {
  take(tensor::fillNormal(given.tensor(0), given.real(1, 0), given.real(2, 1), given.generator(3)));
  return given.value(0);
}
Value bernoulli(Given &given) {
  take(tensor::fillBernoulli(given.tensor(0), given.real(1, 0.5), given.generator(2)));
  return given.value(0);
}

// random_(): all of an integer's values from 0 on, or a float's consecutive ones; random_(to);
// random_(from, to)
Value random(Given &given) {
  const Tensor &x = given.tensor(0);
  int64_t low = 0;
  uint64_t range = 0;
  if (given.has(1)) {
    low = given.has(2) ? given.integer(1) : 0;
    int64_t high = given.integer(given.has(2) ? 2 : 1);
    if (low >= high)
      eval::raise("RuntimeError", cat("random_ expects 'from' to be less than 'to', but got from=",
                                      low, " >= to=", high));
    range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  } else if (isFloat(x.dtype())) {
    int bits = x.dtype() == Scalar::F64   ? 53
               : x.dtype() == Scalar::F16 ? 11
               : x.dtype() == Scalar::F32 ? 24
                                          : 8;
    range = (uint64_t{1} << bits) + 1;
  } else {
    int bits = bitWidth(x.dtype()) - (isSigned(x.dtype()) ? 1 : 0);
    range = bits == 64 ? 0 : uint64_t{1} << bits;
  }
  take(tensor::fillRandom(x, low, range, given.generator(3)));
  return given.value(0);
}

// Shape changes of the tensor object itself.
Value reshapeInPlace(Given &given, Result<Tensor> view) {
  given.object(0)->tensor = take(std::move(view));
  return given.value(0);
}
Value unsqueeze(Given &given) {
  return reshapeInPlace(given, tensor::unsqueeze(given.tensor(0), given.integer(1)));
}
Value squeeze(Given &given) {
  return reshapeInPlace(given, tensor::squeeze(given.tensor(0), given.optionalDims(1)));
}
Value transposeMatrix(Given &given) {
  return reshapeInPlace(given, tensor::transposeMatrix(given.tensor(0)));
}
Value transpose(Given &given) {
  return reshapeInPlace(given,
                        tensor::transpose(given.tensor(0), given.integer(1), given.integer(2)));
}

// resize_: keeps as many elements as there are, in a larger storage if need be.
Value resize(Given &given) {
  const Tensor &x = given.tensor(0);
  tensor::Dims shape = given.dims(1);
  Tensor resized = take(tensor::zeros(shape, x.dtype()));
  int64_t kept = std::min(x.numel(), resized.numel());
  Tensor from = take(tensor::narrow(take(tensor::reshape(x, {-1})), 0, 0, kept));
  Tensor to = take(tensor::narrow(take(tensor::view(resized, {resized.numel()})), 0, 0, kept));
  take(tensor::copyInto(to, from));
  return reshapeInPlace(given, resized);
}

Value requireGrad(Given &given) {
  given.object(0)->requiresGrad = given.flag(1, true);
  return given.value(0);
}

constexpr TorchPlace kMethod = TorchPlace::Method;

#define NEREID_UNARY(name, op) {name, "input", unaryInto, kMethod, static_cast<int>(UnaryOp::op)}
#define NEREID_BINARY(name, op)                                                                    \
  {name, "input, other, *, alpha=", binaryInto, kMethod, static_cast<int>(BinaryOp::op)}

constexpr TorchFunction kFunctions[] = {
    NEREID_UNARY("neg_", Negate),
    NEREID_UNARY("abs_", Abs),
    NEREID_UNARY("sign_", Sign),
    NEREID_UNARY("square_", Square),
    NEREID_UNARY("floor_", Floor),
    NEREID_UNARY("ceil_", Ceil),
    NEREID_UNARY("round_", Round),
    NEREID_UNARY("trunc_", Trunc),
    NEREID_UNARY("exp_", Exp),
    NEREID_UNARY("log_", Log),
    NEREID_UNARY("sqrt_", Sqrt),
    NEREID_UNARY("rsqrt_", Rsqrt),
    NEREID_UNARY("reciprocal_", Reciprocal),
    NEREID_UNARY("sin_", Sin),
    NEREID_UNARY("cos_", Cos),
    NEREID_UNARY("tanh_", Tanh),
    NEREID_UNARY("sigmoid_", Sigmoid),
    NEREID_UNARY("relu_", Relu),
    NEREID_UNARY("logical_not_", LogicalNot),
    NEREID_UNARY("bitwise_not_", BitwiseNot),
    NEREID_BINARY("add_", Add),
    NEREID_BINARY("sub_", Subtract),
    NEREID_BINARY("mul_", Multiply),
    NEREID_BINARY("div_", Divide),
    NEREID_BINARY("floor_divide_", FloorDivide),
    NEREID_BINARY("remainder_", Remainder),
    NEREID_BINARY("fmod_", Fmod),
    NEREID_BINARY("pow_", Power),
    NEREID_BINARY("bitwise_and_", BitwiseAnd),
    NEREID_BINARY("bitwise_or_", BitwiseOr),
    NEREID_BINARY("bitwise_xor_", BitwiseXor),
    NEREID_BINARY("logical_and_", LogicalAnd),
    NEREID_BINARY("logical_or_", LogicalOr),
    {"zero_", "input", zero, kMethod},
    {"fill_", "input, value", fill, kMethod},
    {"copy_", "input, src, non_blocking=", copy, kMethod, kPlacesResult},
    {"masked_fill_", "input, mask, value", maskedFill, kMethod},
    {"clamp_", "input, min=, max=", clamp, kMethod},
    {"clip_", "input, min=, max=", clamp, kMethod},
    {"addcmul_", "input, tensor1, tensor2, *, value=", addProduct, kMethod,
     int(BinaryOp::Multiply)},
    {"addcdiv_", "input, tensor1, tensor2, *, value=", addProduct, kMethod, int(BinaryOp::Divide)},
    {"tril_", "input, diagonal=", triangle, kMethod, 0},
    {"triu_", "input, diagonal=", triangle, kMethod, 1},
    {"uniform_", "input, from=, to=, *, generator=", uniform, kMethod},
    {"normal_", "input, mean=, std=, *, generator=", normal, kMethod},
    {"bernoulli_", "input, p=, *, generator=", bernoulli, kMethod},
    {"random_", "input, from=, to=, *, generator=", random, kMethod},
    {"unsqueeze_", "input, dim", unsqueeze, kMethod},
    {"squeeze_", "input, dim=", squeeze, kMethod},
    {"t_", "input", transposeMatrix, kMethod},
    {"transpose_", "input, dim0, dim1", transpose, kMethod},
    {"resize_", "input, *size", resize, kMethod},
    {"requires_grad_", "input, requires_grad=", requireGrad, kMethod},
};

} // namespace

TorchTable torchInPlace() {
  return kFunctions;
}

} // namespace nereid::host
