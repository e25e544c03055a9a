// torch.nn.functional, and the part of it that torch itself and tensors have too.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/join.h"
#include "tensor/matmul.h"
#include "tensor/nn.h"
#include "tensor/random.h"
#include "tensor/reduce.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Value;
using tensor::BinaryOp;
using tensor::LossReduction;
using tensor::Number;
using tensor::Tensor;
using tensor::UnaryOp;

namespace {

// softmax(input, dim, dtype=)
Value softmax(Given &given) {
  auto compute = given.function.op == 1 ? tensor::logSoftmax : tensor::softmax;
  return given.made(compute(given.tensor(0), given.integer(1), given.dtype(2)));
}
// The same of nn.functional, which has an argument more: softmax(input, dim, _stacklevel, dtype)
Value functionalSoftmax(Given &given) {
  auto compute = given.function.op == 1 ? tensor::logSoftmax : tensor::softmax;
  const Tensor &x = given.tensor(0);
  int64_t otherwise = x.dim() == 0 || x.dim() == 1 || x.dim() == 3 ? 0 : 1;
  return given.made(compute(x, given.integer(1, otherwise), given.dtype(3)));
}
// softmin is softmax of the negative.
Value softmin(Given &given) {
  Tensor negative = take(tensor::unary(UnaryOp::Negate, given.tensor(0)));
  return given.made(tensor::softmax(negative, given.integer(1, -1), given.dtype(3)));
}

Value activation(Given &given) {
  const Tensor &x = given.tensor(0);
  auto op = static_cast<UnaryOp>(given.function.op);
  if (!given.flag(1, false))
    return given.made(tensor::unary(op, x));
  take(tensor::unaryInto(x, op, x));
  return given.value(0);
}

Value gelu(Given &given) {
  std::string_view approximate = given.text(1, "none");
  if (approximate != "none" && approximate != "tanh")
    eval::raise("RuntimeError", "approximate argument must be either none or tanh.");
  UnaryOp op = approximate == "tanh" ? UnaryOp::GeluTanh : UnaryOp::Gelu;
  return given.made(tensor::unary(op, given.tensor(0)));
}

Value leakyRelu(Given &given) {
  const Tensor &x = given.tensor(0);
  Tensor positive = take(tensor::binary(BinaryOp::Greater, x, Number(0)));
  Tensor scaled = take(tensor::binary(BinaryOp::Multiply, x, Number(given.real(1, 0.01))));
  return given.made(tensor::where(positive, x, scaled));
}
Value elu(Given &given) {
  const Tensor &x = given.tensor(0);
  double alpha = given.real(1, 1);
  Tensor y = take(tensor::unary(UnaryOp::Elu, x));
  if (alpha == 1)
    return given.made(y);
  Tensor positive = take(tensor::binary(BinaryOp::Greater, x, Number(0)));
  Tensor scaled = take(tensor::binary(BinaryOp::Multiply, y, Number(alpha)));
  return given.made(tensor::where(positive, x, scaled));
}
// glu: the first half of a dim, gated by the sigmoid of the second.
Value glu(Given &given) {
  const Tensor &x = given.tensor(0);
  int64_t dim = take(tensor::wrapDim(given.integer(1, -1), x.dim()));
  if (x.dim() == 0 || x.size(dim) % 2 != 0)
    eval::raise("RuntimeError", cat("Halving dimension must be even, but dimension ", dim,
                                    " is size ", x.dim() == 0 ? 1 : x.size(dim)));
  std::vector<Tensor> halves = take(tensor::chunk(x, 2, dim));
  Tensor gate = take(tensor::unary(UnaryOp::Sigmoid, halves[1]));
  return given.made(tensor::binary(BinaryOp::Multiply, halves[0], gate));
}

Value dropout(Given &given) {
  const Tensor &x = given.tensor(0);
  double p = given.real(1, 0.5);
  if (!(p >= 0 && p <= 1))
    eval::raise("ValueError", "dropout probability has to be between 0 and 1");
  if (!given.flag(2, true) || p == 0)
    return given.value(0);
  Tensor keep = take(tensor::zeros(x.shape(), x.dtype()));
  take(tensor::fillBernoulli(keep, 1 - p, given.state->generator));
  if (p < 1)
    take(tensor::binaryInto(keep, BinaryOp::Divide, keep, Number(1 - p)));
  return given.made(tensor::binary(BinaryOp::Multiply, x, keep));
}

tensor::NormOptions normOptions(Given &given) {
  tensor::NormOptions options{given.optionalTensor(2), given.optionalTensor(3), {}};
  if (given.has(4))
    options.epsilon = given.real(4, 0);
  return options;
}
Value layerNorm(Given &given) {
  return given.made(tensor::layerNorm(given.tensor(0), given.dims(1), normOptions(given)));
}
Value groupNorm(Given &given) {
  return given.made(tensor::groupNorm(given.tensor(0), given.integer(1), normOptions(given)));
}
Value rmsNorm(Given &given) {
  tensor::NormOptions options{given.optionalTensor(2), {}, {}};
  if (given.has(3))
    options.epsilon = given.real(3, 0);
  return given.made(tensor::rmsNorm(given.tensor(0), given.dims(1), options));
}
// x / max(norm(x), eps)
Value normalize(Given &given) {
  const Tensor &x = given.tensor(0);
  Tensor norm = take(tensor::norm(x, given.real(1, 2), tensor::Dims{given.integer(2, 1)}, true));
  norm = take(tensor::clamp(norm, tensor::Operand(Number(given.real(3, 1e-12))), {}));
  return given.made(tensor::binary(BinaryOp::Divide, x, norm));
}

Value linear(Given &given) {
  std::optional<Tensor> bias = given.optionalTensor(2);
  return given.made(tensor::linear(given.tensor(0), given.tensor(1), bias ? &*bias : nullptr));
}
Value embedding(Given &given) {
  return given.made(tensor::embedding(given.tensor(0), given.tensor(1)));
}
Value oneHot(Given &given) {
  return given.made(tensor::oneHot(given.tensor(0), given.integer(1, -1)));
}

Value pad(Given &given) {
  std::string_view mode = given.text(2, "constant");
  if (mode != "constant")
    eval::raise("NotImplementedError", cat("pad(): the mode '", mode,
                                           "' is not available here; "
                                           "only 'constant' is"));
  Number value = given.has(3) ? given.number(3) : Number(0);
  return given.made(tensor::padConstant(given.tensor(0), given.dims(1), value));
}

LossReduction reductionOf(Given &given, size_t i) {
  std::string_view name = given.text(i, "mean");
  if (name != "mean" && name != "sum" && name != "none")
    eval::raise("ValueError", cat(name, " is not a valid value for reduction"));
  return name == "mean"  ? LossReduction::Mean
         : name == "sum" ? LossReduction::Sum
                         : LossReduction::None;
}
// cross_entropy and nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction,
// label_smoothing)
Value classLoss(Given &given) {
  tensor::CrossEntropyOptions options;
  options.weight = given.optionalTensor(2);
  options.ignoreIndex = given.integer(4, -100);
  options.reduction = reductionOf(given, 6);
  if (given.function.op == 1)
    return given.made(tensor::nllLoss(given.tensor(0), given.tensor(1), options));
  options.labelSmoothing = given.real(7, 0);
  return given.made(tensor::crossEntropy(given.tensor(0), given.tensor(1), options));
}
Value distanceLoss(Given &given) {
  auto compute = given.function.op == 1 ? tensor::l1Loss : tensor::mseLoss;
  return given.made(compute(given.tensor(0), given.tensor(1), reductionOf(given, 4)));
}

Value attention(Given &given) {
  if (given.real(4, 0) != 0)
    eval::raise("NotImplementedError",
                "scaled_dot_product_attention(): dropout_p other than 0 is not available here");
  tensor::AttentionOptions options;
  options.mask = given.optionalTensor(3);
  options.isCausal = given.flag(5, false);
  if (given.has(6))
    options.scale = given.real(6, 1);
  options.groupedQueries = given.flag(7, false);
  return given.made(tensor::scaledDotProductAttention(given.tensor(0), given.tensor(1),
                                                      given.tensor(2), options));
}

Value cosineSimilarity(Given &given) {
  const Tensor &a = given.tensor(0), &b = given.tensor(1);
  tensor::Dims dim{given.integer(2, 1)};
  tensor::Operand least(Number(given.real(3, 1e-8)));
  Tensor products = take(tensor::binary(BinaryOp::Multiply, a, b));
  Tensor dot = take(tensor::reduce(tensor::ReduceOp::Sum, products, dim));
  Tensor normA = take(tensor::clamp(take(tensor::norm(a, 2, dim)), least, {}));
  Tensor normB = take(tensor::clamp(take(tensor::norm(b, 2, dim)), least, {}));
  return given.made(tensor::binary(BinaryOp::Divide, dot,
                                   take(tensor::binary(BinaryOp::Multiply, normA, normB))));
}

constexpr TorchPlace kBoth = TorchPlace::Both, kFunction = TorchPlace::Function;

constexpr TorchFunction kOfTorch[] = {
    {"softmax", "input, dim, dtype=", softmax, kBoth, 0},
    {"log_softmax", "input, dim, dtype=", softmax, kBoth, 1},
    {"layer_norm", "input, normalized_shape, weight=, bias=, eps=, cudnn_enable=", layerNorm,
     kFunction},
    {"rms_norm", "input, normalized_shape, weight=, eps=", rmsNorm, kFunction},
    {"dropout", "input, p, train", dropout, kFunction},
    {"cosine_similarity", "x1, x2, dim=, eps=", cosineSimilarity, kFunction},
};

#define NEREID_ACTIVATION(name, op)                                                                \
  {name, "input, inplace=", activation, kFunction, static_cast<int>(UnaryOp::op)}

constexpr TorchFunction kFunctional[] = {
    {"softmax", "input, dim=, _stacklevel=, dtype=", functionalSoftmax, kFunction, 0},
    {"log_softmax", "input, dim=, _stacklevel=, dtype=", functionalSoftmax, kFunction, 1},
    {"softmin", "input, dim=, _stacklevel=, dtype=", softmin, kFunction},
    NEREID_ACTIVATION("relu", Relu),
    NEREID_ACTIVATION("relu6", Relu6),
    NEREID_ACTIVATION("silu", Silu),
    NEREID_ACTIVATION("mish", Mish),
    NEREID_ACTIVATION("sigmoid", Sigmoid),
    NEREID_ACTIVATION("tanh", Tanh),
    NEREID_ACTIVATION("hardswish", Hardswish),
    NEREID_ACTIVATION("hardsigmoid", Hardsigmoid),
    NEREID_ACTIVATION("softplus", Softplus),
    NEREID_ACTIVATION("logsigmoid", LogSigmoid),
    {"gelu", "input, *, approximate=", gelu, kFunction},
    {"leaky_relu", "input, negative_slope=, inplace=", leakyRelu, kFunction},
    {"elu", "input, alpha=, inplace=", elu, kFunction},
    {"glu", "input, dim=", glu, kFunction},
    {"dropout", "input, p=, training=, inplace=", dropout, kFunction},
    {"layer_norm", "input, normalized_shape, weight=, bias=, eps=", layerNorm, kFunction},
    {"group_norm", "input, num_groups, weight=, bias=, eps=", groupNorm, kFunction},
    {"rms_norm", "input, normalized_shape, weight=, eps=", rmsNorm, kFunction},
    {"normalize", "input, p=, dim=, eps=", normalize, kFunction},
    {"linear", "input, weight, bias=", linear, kFunction},
    {"embedding", "input, weight", embedding, kFunction},
    {"one_hot", "tensor, num_classes=", oneHot, kFunction},
    {"pad", "input, pad, mode=, value=", pad, kFunction},
    {"cross_entropy",
     "input, target, weight=, size_average=, ignore_index=, reduce=, reduction=, label_smoothing=",
     classLoss, kFunction, 0},
    {"nll_loss", "input, target, weight=, size_average=, ignore_index=, reduce=, reduction=",
     classLoss, kFunction, 1},
    {"mse_loss", "input, target, size_average=, reduce=, reduction=", distanceLoss, kFunction, 0},
    {"l1_loss", "input, target, size_average=, reduce=, reduction=", distanceLoss, kFunction, 1},
    {"cosine_similarity", "x1, x2, dim=, eps=", cosineSimilarity, kFunction},
    {"scaled_dot_product_attention",
     "query, key, value, attn_mask=, dropout_p=, is_causal=, scale=, enable_gqa=", attention,
     kFunction},
};

} // namespace

TorchTable torchLayers() {
  return kOfTorch;
}
TorchTable torchFunctionals() {
  return kFunctional;
}

} // namespace nereid::host
