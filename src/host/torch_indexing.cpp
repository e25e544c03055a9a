// Functions that take elements by index tensors or masks.
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/index.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Value;
using tensor::Tensor;

namespace {

Value indexSelect(Given &given) {
  return given.made(tensor::indexSelect(given.tensor(0), given.integer(1), given.tensor(2)));
}
Value gather(Given &given) {
  Tensor picked = take(tensor::gather(given.tensor(0), given.integer(1), given.tensor(2)));
  if (!given.has(3))
    return given.made(picked);
  take(tensor::copyInto(given.tensor(3), picked));
  return given.value(3);
}
Value maskedSelect(Given &given) {
  return given.made(tensor::maskedSelect(given.tensor(0), given.tensor(1)));
}
Value takeFlat(Given &given) {
  Tensor flat = take(tensor::reshape(given.tensor(0), {-1}));
  return given.made(tensor::indexBy(flat, {given.tensor(1)}));
}

Value nonzero(Given &given) {
  Tensor positions = take(tensor::nonzero(given.tensor(0)));
  if (!given.flag(1, false))
    return given.made(positions);
  return given.made(take(tensor::unbind(positions, 1)));
}

// scatter_(dim, index, src or value), in place; without the underscore on a copy.
Value scatter(Given &given) {
  bool inPlace = given.function.name.back() == '_';
  bool accumulate = given.function.op == 1;
  Tensor x = inPlace ? given.tensor(0) : take(tensor::clone(given.tensor(0)));
  size_t source = given.has(3) ? 3 : 4;
  take(
      tensor::scatterInto(x, given.integer(1), given.tensor(2), given.operand(source), accumulate));
  return inPlace ? given.value(0) : given.made(x);
}

// index_add_(dim, index, source), index_copy_ and index_fill_.
Value indexChange(Given &given) {
  bool inPlace = given.function.name.back() == '_';
  Tensor x = inPlace ? given.tensor(0) : take(tensor::clone(given.tensor(0)));
  int64_t dim = take(tensor::wrapDim(given.integer(1), x.dim()));
  tensor::Indices indices(static_cast<size_t>(dim));
  indices.push_back(given.tensor(2));
  Tensor source = given.object(3) ? given.tensor(3) : tensorFromData(given.value(3), x.dtype());
  take(tensor::indexPut(x, indices, source, given.function.op == 1));
  return inPlace ? given.value(0) : given.made(x);
}

Value indexPut(Given &given) {
  tensor::Indices indices;
  for (const Tensor &index : given.tensors(1))
    indices.push_back(index);
  take(tensor::indexPut(given.tensor(0), indices, given.tensor(2), given.flag(3, false)));
  return given.value(0);
}

constexpr TorchPlace kBoth = TorchPlace::Both, kMethod = TorchPlace::Method;

constexpr TorchFunction kFunctions[] = {
    {"index_select", "input, dim, index", indexSelect},
    {"gather", "input, dim, index, *, out=", gather},
    {"take_along_dim", "input, indices, dim",
     [](Given &given) {
       return given.made(tensor::gather(given.tensor(0), given.integer(2), given.tensor(1)));
     }},
    {"masked_select", "input, mask", maskedSelect},
    {"take", "input, index", takeFlat},
    {"nonzero", "input, *, as_tuple=", nonzero},
    {"argwhere", "input, *, as_tuple=", nonzero},
    {"scatter", "input, dim, index, src=, value=", scatter, kBoth, 0},
    {"scatter_", "input, dim, index, src=, value=", scatter, kMethod, 0},
    {"scatter_add", "input, dim, index, src", scatter, kBoth, 1},
    {"scatter_add_", "input, dim, index, src", scatter, kMethod, 1},
    {"index_add", "input, dim, index, source", indexChange, kBoth, 1},
    {"index_add_", "input, dim, index, source", indexChange, kMethod, 1},
    {"index_copy", "input, dim, index, source", indexChange, kBoth, 0},
    {"index_copy_", "input, dim, index, source", indexChange, kMethod, 0},
    {"index_fill", "input, dim, index, value", indexChange, kBoth, 0},
    {"index_fill_", "input, dim, index, value", indexChange, kMethod, 0},
    {"index_put_", "input, indices, values, accumulate=", indexPut, kMethod},
};

} // namespace

TorchTable torchIndexing() {
  return kFunctions;
}

} // namespace nereid::host
