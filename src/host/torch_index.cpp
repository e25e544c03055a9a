// x[index] and x[index] = value.
//
// An index is taken apart from left to right, as torch does: ints, slices, None and Ellipsis make
// a view; what is left are index tensors, each standing at the dim it applies to.
#include <algorithm>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/index.h"
#include "tensor/view.h"

namespace nereid::host {

using eval::Value;
using tensor::Indices;
using tensor::Tensor;

namespace {

struct Indexed {
  Tensor view;
  Indices indices; // empty: the view is all there is to it
};

std::vector<Value> indexItems(const Value &index) {
  if (auto *tuple = index.as<eval::Tuple>())
    return tuple->items;
  return {index};
}

bool isEllipsis(const Value &value) {
  return value.kind() == Value::Kind::Ellipsis;
}

// The dims of x that an item of an index uses up.
int64_t dimsUsed(const Value &item) {
  if (item.isNone() || isEllipsis(item) || item.isBool())
    return 0;
  auto *tensor = item.as<TensorObject>();
  bool mask = tensor && tensor->tensor.dtype() == Scalar::I1;
  return mask ? tensor->tensor.dim() : 1;
}

Tensor takeSlice(const Tensor &x, int64_t dim, const eval::Slice &slice) {
  auto bound = [](const Value &value, int64_t otherwise) {
    return value.isNone() ? otherwise : eval::toInt64(value, "slice index");
  };
  int64_t step = bound(slice.step, 1);
  if (step <= 0)
    eval::raise("ValueError", "step must be greater than zero");
  return take(tensor::slice(x, dim, bound(slice.lower, 0), bound(slice.upper, INT64_MAX), step));
}

class IndexReader {
public:
  explicit IndexReader(const Tensor &x) { result_.view = x; }

  Indexed read(const Value &index) {
    std::vector<Value> items = indexItems(index);
    int64_t used = 0;
    for (const Value &item : items)
      used += dimsUsed(item);
    if (used > result_.view.dim())
      eval::raise("IndexError",
                  cat("too many indices for tensor of dimension ", result_.view.dim()));
    left_ = result_.view.dim() - used;
    for (const Value &item : items)
      apply(item);
    return std::move(result_);
  }

private:
  void apply(const Value &item) {
    if (isEllipsis(item)) {
      dim_ += std::exchange(left_, 0);
    } else if (item.isNone()) {
      result_.view = take(tensor::unsqueeze(result_.view, dim_++));
    } else if (auto *slice = item.as<eval::Slice>()) {
      result_.view = takeSlice(result_.view, dim_++, *slice);
    } else if (item.isBool()) { // x[True] is x[None], x[False] its first none
      result_.view = take(tensor::unsqueeze(result_.view, dim_));
      result_.view = take(tensor::slice(result_.view, dim_++, 0, item.asBool() ? 1 : 0));
    } else if (item.isInt()) {
      result_.view = take(tensor::select(result_.view, dim_, eval::toInt64(item, "index")));
    } else {
      applyTensor(item);
    }
  }

  void applyTensor(const Value &item) {
    Tensor index = indexTensorOf(item);
    if (index.dim() == 0 && index.dtype() != Scalar::I1 && isInteger(index.dtype())) {
      int64_t at = take(tensor::item(index)).as<int64_t>();
      result_.view = take(tensor::select(result_.view, dim_, at));
      return;
    }
    bool mask = index.dtype() == Scalar::I1;
    if (mask && index.dim() == 0) { // as a bool, but decided by the tensor
      result_.view = take(tensor::unsqueeze(result_.view, dim_));
      index = take(tensor::reshape(index, {1}));
    }
    result_.indices.resize(static_cast<size_t>(indexSlot()));
    result_.indices.push_back(index);
    dim_ += mask ? index.dim() : 1;
  }

  // A mask stands in the indices once, for all of its dims.
  int64_t indexSlot() const {
    int64_t slot = dim_;
    for (const std::optional<Tensor> &each : result_.indices)
      if (each && each->dtype() == Scalar::I1)
        slot -= each->dim() - 1;
    return slot;
  }

  static Tensor indexTensorOf(const Value &item) {
    if (auto *tensor = item.as<TensorObject>())
      return tensor->tensor;
    if (item.as<eval::List>() || item.as<eval::Tuple>() || item.as<eval::Range>()) {
      Tensor index = tensorFromData(item, std::nullopt);
      return index.numel() == 0 ? take(tensor::cast(index, Scalar::I64)) : index;
    }
    if (item.isObject() && !item.asString() && item.object()->index())
      return take(tensor::full({}, tensor::Number(eval::toInt64(item, "index")), Scalar::I64));
    eval::raise("IndexError", cat("only integers, slices (`:`), ellipsis (`...`), None and long or "
                                  "byte Variables are valid indices (got ",
                                  eval::typeName(item), ")"));
  }

  Indexed result_;
  int64_t dim_ = 0;
  int64_t left_ = 0; // dims that an Ellipsis stands for
};

// Leading dims of size 1 that the target does not have are let go.
Tensor withoutLeadingOnes(Tensor value, int64_t rank) {
  while (value.dim() > rank && value.size(0) == 1)
    value = take(tensor::squeeze(value, tensor::Dims{0}));
  return value;
}

} // namespace

Value indexTensor(TensorObject &x, const Value &index) {
  Indexed indexed = IndexReader(x.tensor).read(index);
  auto object = eval::make<TensorObject>(
      x.state, indexed.indices.empty() ? indexed.view
                                       : take(tensor::indexBy(indexed.view, indexed.indices)));
  object->place = x.place;
  return object;
}

void assignIndexed(TensorObject &x, const Value &index, const Value &value) {
  Indexed indexed = IndexReader(x.tensor).read(index);
  auto *given = value.as<TensorObject>();
  std::optional<tensor::Number> number = given ? std::nullopt : numberOf(value);
  if (!given && !number)
    eval::raise("TypeError", cat("can't assign a ", eval::typeName(value), " to a torch.",
                                 tensor::torchName(x.tensor.dtype()), " tensor"));
  if (number && indexed.indices.empty())
    return take(tensor::fill(indexed.view, *number));
  Tensor source = given ? given->tensor : take(tensor::full({}, *number, x.tensor.dtype()));
  if (indexed.indices.empty())
    return take(tensor::copyInto(indexed.view, withoutLeadingOnes(source, indexed.view.dim())));
  take(tensor::indexPut(indexed.view, indexed.indices, source));
}

} // namespace nereid::host
