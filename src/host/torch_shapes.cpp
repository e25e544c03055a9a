// Views, and what joins and repeats tensors.
#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/index.h"
#include "tensor/join.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Value;
using tensor::Dims;
using tensor::Tensor;

namespace {

Value size(Given &given) {
  const Tensor &x = given.tensor(0);
  if (!given.has(1))
    return makeSize(x.shape());
  int64_t d = take(tensor::wrapDim(given.integer(1), x.dim()));
  if (x.dim() == 0)
    eval::raise("IndexError", "dimension specified as 0 but tensor has no dimensions");
  return Value::integer(x.size(d));
}

Value stride(Given &given) {
  const Tensor &x = given.tensor(0);
  if (!given.has(1))
    return makeInts(x.strides());
  int64_t d = take(tensor::wrapDim(given.integer(1), x.dim()));
  if (x.dim() == 0)
    eval::raise("IndexError", "dimension specified as 0 but tensor has no dimensions");
  return Value::integer(x.stride(d));
}

// x.view(2, 3) or x.view(torch.int32)
Value view(Given &given) {
  const Value &wanted = given.value(1);
  auto *tuple = wanted.as<eval::Tuple>();
  const Value &first = tuple && tuple->items.size() == 1 ? tuple->items[0] : wanted;
  if (auto *dtype = first.as<DtypeObject>())
    return given.made(tensor::viewAsDtype(given.tensor(0), dtype->dtype));
  return given.made(tensor::view(given.tensor(0), given.dims(1)));
}

Value reshape(Given &given) {
  return given.made(tensor::reshape(given.tensor(0), given.dims(1)));
}
Value viewAs(Given &given) {
  return given.made(tensor::view(given.tensor(0), given.tensor(1).shape()));
}
Value reshapeAs(Given &given) {
  return given.made(tensor::reshape(given.tensor(0), given.tensor(1).shape()));
}
Value ravel(Given &given) {
  return given.made(tensor::reshape(given.tensor(0), {-1}));
}
Value flatten(Given &given) {
  return given.made(tensor::flatten(given.tensor(0), given.integer(1, 0), given.integer(2, -1)));
}
Value unflatten(Given &given) {
  return given.made(tensor::unflatten(given.tensor(0), given.integer(1), given.dims(2)));
}

Value transpose(Given &given) {
  return given.made(tensor::transpose(given.tensor(0), given.integer(1), given.integer(2)));
}
Value transposeMatrix(Given &given) {
  return given.made(tensor::transposeMatrix(given.tensor(0)));
}
Value permute(Given &given) {
  return given.made(tensor::permute(given.tensor(0), given.dims(1)));
}
Value moveDim(Given &given) {
  return given.made(tensor::moveDim(given.tensor(0), given.dims(1), given.dims(2)));
}

Value unsqueeze(Given &given) {
  return given.made(tensor::unsqueeze(given.tensor(0), given.integer(1)));
}
Value squeeze(Given &given) {
  return given.made(tensor::squeeze(given.tensor(0), given.optionalDims(1)));
}
Value expand(Given &given) {
  return given.made(tensor::expand(given.tensor(0), given.dims(1)));
}
Value expandAs(Given &given) {
  return given.made(tensor::expand(given.tensor(0), given.tensor(1).shape()));
}
Value asStrided(Given &given) {
  return given.made(
      tensor::asStrided(given.tensor(0), given.dims(1), given.dims(2), given.optionalInteger(3)));
}
Value narrow(Given &given) {
  return given.made(
      tensor::narrow(given.tensor(0), given.integer(1), given.integer(2), given.integer(3)));
}
Value select(Given &given) {
  return given.made(tensor::select(given.tensor(0), given.integer(1), given.integer(2)));
}
Value diagonal(Given &given) {
  return given.made(tensor::diagonal(given.tensor(0), given.integer(1, 0), given.integer(2, 0),
                                     given.integer(3, 1)));
}
// diag: a vector's square matrix, a matrix's diagonal.
Value diag(Given &given) {
  const Tensor &x = given.tensor(0);
  int64_t offset = given.integer(1, 0);
  if (x.dim() == 2)
    return given.made(tensor::clone(take(tensor::diagonal(x, offset))));
  if (x.dim() != 1)
    eval::raise("RuntimeError", cat("diag(): Supports 1D or 2D tensors. Got ", x.dim(), "D"));
  int64_t size = x.size(0) + std::abs(offset);
  Tensor matrix = take(tensor::zeros({size, size}, x.dtype()));
  take(tensor::copyInto(take(tensor::diagonal(matrix, offset)), x));
  return given.made(matrix);
}
Value unfold(Given &given) {
  return given.made(
      tensor::unfold(given.tensor(0), given.integer(1), given.integer(2), given.integer(3)));
}

Value split(Given &given) {
  int64_t dim = given.integer(2, 0);
  if (given.value(1).isInt())
    return given.made(take(tensor::split(given.tensor(0), given.integer(1), dim)));
  return given.made(take(tensor::splitSizes(given.tensor(0), given.dims(1), dim)));
}
Value chunk(Given &given) {
  return given.made(take(tensor::chunk(given.tensor(0), given.integer(1), given.integer(2, 0))));
}
Value unbind(Given &given) {
  return given.made(take(tensor::unbind(given.tensor(0), given.integer(1, 0))));
}

Value concatenate(Given &given) {
  Tensor joined = take(tensor::concatenate(given.tensors(0), given.integer(1, 0)));
  if (!given.has(2))
    return given.made(joined);
  take(tensor::copyInto(given.tensor(2), joined));
  return given.value(2);
}
Value stack(Given &given) {
  return given.made(tensor::stack(given.tensors(0), given.integer(1, 0)));
}
// vstack and hstack: along the first dim of at least two, or the second.
Value stackRows(Given &given) {
  bool horizontal = given.function.op == 1;
  std::vector<Tensor> tensors = given.tensors(0);
  bool vectors = true;
  for (Tensor &each : tensors) {
    vectors = vectors && each.dim() < 2;
    if (each.dim() == 0)
      each = take(tensor::reshape(each, {1}));
    if (each.dim() == 1 && !horizontal)
      each = take(tensor::unsqueeze(each, 0));
  }
  return given.made(tensor::concatenate(tensors, horizontal && !vectors ? 1 : 0));
}
Value repeat(Given &given) {
  return given.made(tensor::repeat(given.tensor(0), given.dims(1)));
}
Value tile(Given &given) { // repeat, with ones for the leading dims left out
  Dims counts = given.dims(1);
  int64_t missing = given.tensor(0).dim() - static_cast<int64_t>(counts.size());
  if (missing > 0)
    counts.insert(counts.begin(), static_cast<size_t>(missing), 1);
  return given.made(tensor::repeat(given.tensor(0), counts));
}
// repeats as a tensor: each element its own number of times.
Value repeatEach(Given &given) {
  bool isFlat = !given.has(2);
  Tensor x = isFlat ? take(tensor::reshape(given.tensor(0), {-1})) : given.tensor(0);
  int64_t dim = isFlat ? 0 : take(tensor::wrapDim(given.integer(2), x.dim()));
  Tensor counts = take(tensor::contiguous(take(tensor::cast(given.tensor(1), Scalar::I64))));
  if (counts.dim() > 1 || (counts.numel() != 1 && counts.numel() != x.size(dim)))
    eval::raise("RuntimeError", "repeats must have the same size as input along dim");
  std::vector<tensor::Number> index;
  for (int64_t i = 0; i < x.size(dim); ++i) {
    int64_t times = counts.as<int64_t>()[counts.numel() == 1 ? 0 : i];
    if (times < 0)
      eval::raise("RuntimeError", "repeats can not be negative");
    index.insert(index.end(), static_cast<size_t>(times), tensor::Number(i));
  }
  Dims size{static_cast<int64_t>(index.size())};
  return given.made(
      tensor::indexSelect(x, dim, take(tensor::fromNumbers(index, size, Scalar::I64))));
}

Value repeatInterleave(Given &given) {
  if (given.object(1))
    return repeatEach(given);
  if (given.has(2))
    return given.made(
        tensor::repeatInterleave(given.tensor(0), given.integer(1), given.integer(2)));
  Tensor flat = take(tensor::reshape(given.tensor(0), {-1}));
  return given.made(tensor::repeatInterleave(flat, given.integer(1), 0));
}
Value flip(Given &given) {
  return given.made(tensor::flip(given.tensor(0), given.dims(1)));
}
Value roll(Given &given) {
  if (given.has(2))
    return given.made(tensor::roll(given.tensor(0), given.integer(1), given.integer(2)));
  Tensor flat = take(tensor::reshape(given.tensor(0), {-1}));
  Tensor rolled = take(tensor::roll(flat, given.integer(1), 0));
  return given.made(tensor::view(rolled, given.tensor(0).shape()));
}

Value triangle(Given &given) {
  auto keep = given.function.op == 0 ? tensor::tril : tensor::triu;
  return given.made(keep(given.tensor(0), given.integer(1, 0)));
}

Value broadcastTensors(Given &given) {
  std::vector<Tensor> tensors = given.tensors(0);
  Dims shape;
  for (const Tensor &each : tensors)
    shape = take(tensor::broadcastShapes(shape, each.shape()));
  for (Tensor &each : tensors)
    each = take(tensor::expand(each, shape));
  return given.made(tensors);
}
Value meshgrid(Given &given) {
  std::vector<Tensor> tensors = given.tensors(0);
  bool swapped = given.text(1, "ij") == "xy" && tensors.size() >= 2;
  if (swapped)
    std::swap(tensors[0], tensors[1]);
  Dims shape;
  for (const Tensor &each : tensors)
    shape.push_back(each.numel());
  for (size_t i = 0; i < tensors.size(); ++i) {
    Dims single(tensors.size(), 1);
    single[i] = tensors[i].numel();
    tensors[i] = take(tensor::expand(take(tensor::reshape(tensors[i], single)), shape));
    if (swapped)
      tensors[i] = take(tensor::transpose(tensors[i], 0, 1));
  }
  if (swapped)
    std::swap(tensors[0], tensors[1]);
  return given.made(tensors);
}

Value numel(Given &given) {
  return Value::integer(given.tensor(0).numel());
}
Value dim(Given &given) {
  return Value::integer(given.tensor(0).dim());
}
Value isContiguous(Given &given) {
  return Value::boolean(given.tensor(0).isContiguous());
}
Value storageOffset(Given &given) {
  return Value::integer(given.tensor(0).offset());
}

constexpr TorchPlace kBoth = TorchPlace::Both, kFunction = TorchPlace::Function,
                     kMethod = TorchPlace::Method;

constexpr TorchFunction kFunctions[] = {
    {"size", "input, dim=", size, kMethod},
    {"stride", "input, dim=", stride, kMethod},
    {"numel", "input", numel},
    {"nelement", "input", numel, kMethod},
    {"dim", "input", dim, kMethod},
    {"ndimension", "input", dim, kMethod},
    {"is_contiguous", "input, memory_format=", isContiguous, kMethod},
    {"storage_offset", "input", storageOffset, kMethod},
    {"view", "input, *shape", view, kMethod},
    {"view_as", "input, other", viewAs, kMethod},
    {"reshape", "input, *shape", reshape},
    {"reshape_as", "input, other", reshapeAs, kMethod},
    {"ravel", "input", ravel},
    {"flatten", "input, start_dim=, end_dim=", flatten},
    {"unflatten", "input, dim, sizes", unflatten},
    {"transpose", "input, dim0, dim1", transpose},
    {"swapaxes", "input, axis0, axis1", transpose},
    {"swapdims", "input, dim0, dim1", transpose},
    {"t", "input", transposeMatrix},
    {"permute", "input, *dims", permute},
    {"movedim", "input, source, destination", moveDim},
    {"moveaxis", "input, source, destination", moveDim},
    {"unsqueeze", "input, dim", unsqueeze},
    {"squeeze", "input, dim=", squeeze},
    {"expand", "input, *size", expand, kMethod},
    {"expand_as", "input, other", expandAs, kMethod},
    {"broadcast_to", "input, size", expand},
    {"as_strided", "input, size, stride, storage_offset=", asStrided},
    {"narrow", "input, dim, start, length", narrow},
    {"select", "input, dim, index", select},
    {"diagonal", "input, offset=, dim1=, dim2=", diagonal},
    {"diag", "input, diagonal=", diag},
    {"unfold", "input, dimension, size, step", unfold, kMethod},
    {"split", "input, split_size, dim=", split},
    {"chunk", "input, chunks, dim=", chunk},
    {"unbind", "input, dim=", unbind},
    {"cat", "tensors, dim=, *, out=", concatenate, kFunction},
    {"concat", "tensors, dim=, *, out=", concatenate, kFunction},
    {"concatenate", "tensors, dim=, *, out=", concatenate, kFunction},
    {"stack", "tensors, dim=", stack, kFunction},
    {"vstack", "tensors", stackRows, kFunction, 0},
    {"hstack", "tensors", stackRows, kFunction, 1},
    {"repeat", "input, *repeats", repeat, kMethod},
    {"tile", "input, *dims", tile},
    {"repeat_interleave", "input, repeats, dim=", repeatInterleave},
    {"flip", "input, *dims", flip},
    {"roll", "input, shifts, dims=", roll},
    {"tril", "input, diagonal=", triangle, kBoth, 0},
    {"triu", "input, diagonal=", triangle, kBoth, 1},
    {"broadcast_tensors", "*tensors", broadcastTensors, kFunction},
    {"meshgrid", "*tensors, indexing=", meshgrid, kFunction},
};

} // namespace

TorchTable torchShapes() {
  return kFunctions;
}

} // namespace nereid::host
