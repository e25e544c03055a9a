#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/elementwise.h"
#include "tensor/nn.h"
#include "tensor/reduce.h"
#include "tensor/sort.h"

namespace nereid::host {

using eval::Value;
using tensor::ReduceOp;
using tensor::Tensor;
using tensor::ValuesAndIndices;

namespace {

Value reduceOf(Given &given) {
  tensor::ReduceOptions options{given.flag(2, false), given.dtype(3)};
  return given.made(tensor::reduce(static_cast<ReduceOp>(given.function.op), given.tensor(0),
                                   given.optionalDims(1), options));
}

Value named(Given &given, ValuesAndIndices result) {
  return makeReturnTuple(given.function.name, {"values", "indices"},
                         {given.made(result.values), given.made(result.indices)});
}

// max(input), max(input, dim, keepdim=False) and max(input, other); and min.
Value extremum(Given &given) {
  bool largest = given.function.op == 1;
  const Tensor &x = given.tensor(0);
  if (given.object(1))
    return given.made(tensor::binary(
        largest ? tensor::BinaryOp::Maximum : tensor::BinaryOp::Minimum, x, given.tensor(1)));
  if (!given.has(1)) {
    if (x.numel() == 0)
      eval::raise("RuntimeError", std::string(given.function.name) +
                                      "(): Expected reduction dim to be specified for "
                                      "input.numel() == 0. Specify the reduction dim with the "
                                      "'dim' argument.");
    return given.made(tensor::reduce(largest ? ReduceOp::Amax : ReduceOp::Amin, x));
  }
  int64_t dim = given.integer(1);
  bool keep = given.flag(2, false);
  return named(given,
               take(largest ? tensor::maxAlong(x, dim, keep) : tensor::minAlong(x, dim, keep)));
}

Value argExtremum(Given &given) {
  auto find = given.function.op == 1 ? tensor::argmax : tensor::argmin;
  return given.made(find(given.tensor(0), given.optionalInteger(1), given.flag(2, false)));
}

Value aminmax(Given &given) {
  std::optional<tensor::Dims> dims = given.optionalDims(1);
  tensor::ReduceOptions options{given.flag(2, false), {}};
  return makeReturnTuple(
      "aminmax", {"min", "max"},
      {given.made(tensor::reduce(ReduceOp::Amin, given.tensor(0), dims, options)),
       given.made(tensor::reduce(ReduceOp::Amax, given.tensor(0), dims, options))});
}

// var(input, dim=None, correction=1, keepdim=False); var(input, unbiased) and var(input, dim,
// unbiased, keepdim) are older forms.
Value spread(Given &given) {
  auto compute = given.function.op == 1 ? tensor::standardDeviation : tensor::variance;
  double correction = given.real(4, 1);
  std::optional<tensor::Dims> dims;
  if (given.has(1) && given.value(1).isBool())
    correction = given.value(1).asBool();
  else
    dims = given.optionalDims(1);
  if (given.has(2))
    correction = given.flag(2, true);
  return given.made(compute(given.tensor(0), dims, correction, given.flag(3, false)));
}

Value normOf(Given &given) {
  double p = 2;
  if (given.has(1) && given.value(1).asString()) {
    if (*given.value(1).asString() != "fro")
      given.raiseWrong(1, "Number or 'fro'");
  } else {
    p = given.real(1, 2);
  }
  return given.made(tensor::norm(given.tensor(0), p, given.optionalDims(2), given.flag(3, false)));
}

Value scan(Given &given) {
  auto compute = given.function.op == 0 ? tensor::cumsum : tensor::cumprod;
  return given.made(compute(given.tensor(0), given.integer(1), given.dtype(2)));
}

Value sortOf(Given &given) {
  return named(given,
               take(tensor::sort(given.tensor(0), given.integer(1, -1), given.flag(2, false))));
}
Value argsort(Given &given) {
  return given.made(
      take(tensor::sort(given.tensor(0), given.integer(1, -1), given.flag(2, false))).indices);
}
Value topk(Given &given) {
  return named(given, take(tensor::topk(given.tensor(0), given.integer(1), given.integer(2, -1),
                                        given.flag(3, true))));
}
Value kthValue(Given &given) {
  return named(given, take(tensor::kthValue(given.tensor(0), given.integer(1), given.integer(2, -1),
                                            given.flag(3, false))));
}
Value median(Given &given) {
  if (!given.has(1))
    return given.made(tensor::median(given.tensor(0)));
  return named(given,
               take(tensor::medianAlong(given.tensor(0), given.integer(1), given.flag(2, false))));
}

// unique(input, sorted=True, return_inverse=False, return_counts=False)
Value uniqueOf(Given &given) {
  if (given.has(4))
    eval::raise("NotImplementedError", "unique(): the argument 'dim' is not available here");
  tensor::Unique unique = take(tensor::unique(given.tensor(0)));
  std::vector<Value> results{given.made(unique.values)};
  if (given.flag(2, false))
    results.push_back(given.made(unique.inverse));
  if (given.flag(3, false))
    results.push_back(given.made(unique.counts));
  return results.size() == 1 ? results[0] : Value::tuple(std::move(results));
}

Value bincount(Given &given) {
  const Tensor &x = given.tensor(0);
  if (x.dim() != 1 || !isInteger(x.dtype()))
    eval::raise("RuntimeError", "bincount only supports 1-d non-negative integral inputs.");
  Tensor wide = take(tensor::contiguous(take(tensor::cast(x, Scalar::I64))));
  int64_t count = given.integer(1, 0);
  for (int64_t i = 0; i < wide.numel(); ++i) {
    int64_t value = wide.as<int64_t>()[i];
    if (value < 0 || value >= int64_t{1} << 40)
      eval::raise("RuntimeError", "bincount only supports 1-d non-negative integral inputs.");
    count = std::max(count, value + 1);
  }
  Tensor counts = take(Tensor::allocate(Scalar::I64, {count}));
  for (int64_t i = 0; i < wide.numel(); ++i)
    ++counts.as<int64_t>()[wide.as<int64_t>()[i]];
  return given.made(counts);
}

constexpr TorchPlace kBoth = TorchPlace::Both;
constexpr const char *kReduce = "input, dim=, keepdim=, *, dtype=";

constexpr TorchFunction kFunctions[] = {
    {"sum", kReduce, reduceOf, kBoth, int(ReduceOp::Sum)},
    {"prod", kReduce, reduceOf, kBoth, int(ReduceOp::Prod)},
    {"mean", kReduce, reduceOf, kBoth, int(ReduceOp::Mean)},
    {"amax", kReduce, reduceOf, kBoth, int(ReduceOp::Amax)},
    {"amin", kReduce, reduceOf, kBoth, int(ReduceOp::Amin)},
    {"any", kReduce, reduceOf, kBoth, int(ReduceOp::Any)},
    {"all", kReduce, reduceOf, kBoth, int(ReduceOp::All)},
    {"count_nonzero", kReduce, reduceOf, kBoth, int(ReduceOp::CountNonzero)},
    {"logsumexp", kReduce, reduceOf, kBoth, int(ReduceOp::LogSumExp)},
    {"max", "input, dim=, keepdim=", extremum, kBoth, 1},
    {"min", "input, dim=, keepdim=", extremum, kBoth, 0},
    {"aminmax", "input, *, dim=, keepdim=", aminmax},
    {"argmax", "input, dim=, keepdim=", argExtremum, kBoth, 1},
    {"argmin", "input, dim=, keepdim=", argExtremum, kBoth, 0},
    {"var", "input, dim=, unbiased=, keepdim=, *, correction=", spread, kBoth, 0},
    {"std", "input, dim=, unbiased=, keepdim=, *, correction=", spread, kBoth, 1},
    {"norm", "input, p=, dim=, keepdim=", normOf},
    {"cumsum", "input, dim, *, dtype=", scan, kBoth, 0},
    {"cumprod", "input, dim, *, dtype=", scan, kBoth, 1},
    {"sort", "input, dim=, descending=, stable=", sortOf},
    {"argsort", "input, dim=, descending=, stable=", argsort},
    {"topk", "input, k, dim=, largest=, sorted=", topk},
    {"kthvalue", "input, k, dim=, keepdim=", kthValue},
    {"median", "input, dim=, keepdim=", median},
    {"unique", "input, sorted=, return_inverse=, return_counts=, dim=", uniqueOf},
    {"bincount", "input, *, minlength=", bincount},
};

} // namespace

TorchTable torchReductions() {
  return kFunctions;
}

} // namespace nereid::host
