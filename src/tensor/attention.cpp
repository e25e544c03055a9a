// softmax(query @ key^T * scale + mask) @ value, head by head.
//
// Each head's scores are materialised on their own, so memory is one [queries, keys] matrix rather
// than one for every head.
#include <cmath>
#include <limits>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/cast.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/join.h"
#include "tensor/matmul.h"
#include "tensor/nn.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What is added to the scores: 0 or -infinity for a bool mask, the values of a float mask; for
// causal attention a query sees the keys up to its own position.
Result<std::optional<Tensor>> scoreBias(const AttentionOptions &options, int64_t queries,
                                        int64_t keys, Dtype computed) {
  if (options.isCausal) {
    NEREID_ATTEMPT(Tensor hidden, full({queries, keys}, Number(-kInfinity), computed));
    NEREID_ATTEMPT(Tensor bias, triu(hidden, 1));
    return std::optional(bias);
  }
  if (!options.mask)
    return std::optional<Tensor>();
  if (options.mask->dtype() == Dtype::I1) {
    NEREID_ATTEMPT(Tensor zero, full({}, Number(0.0), computed));
    NEREID_ATTEMPT(Tensor bias, where(*options.mask, zero, Number(-kInfinity)));
    return std::optional(bias);
  }
  NEREID_ATTEMPT(Tensor bias, cast(*options.mask, computed));
  return std::optional(bias);
}

// Softmax rows, but a row in which everything is hidden gives zeros rather than NaN.
Result<Tensor> attentionWeights(const Tensor &scores) {
  NEREID_ATTEMPT(Tensor weights, softmax(scores, -1));
  NEREID_ATTEMPT(Tensor unseen, unary(UnaryOp::IsNan, weights));
  NEREID_ATTEMPT_STATUS(maskedFillInto(weights, unseen, Number(0.0)));
  return weights;
}

Result<Tensor> attendHead(const Tensor &query, const Tensor &key, const Tensor &value, double scale,
                          const Tensor *bias) {
  NEREID_ATTEMPT(Tensor transposed, transpose(key, -2, -1));
  NEREID_ATTEMPT(Tensor products, mm(query, transposed));
  NEREID_ATTEMPT_STATUS(binaryInto(products, BinaryOp::Multiply, products, Number(scale)));
  if (!bias) {
    NEREID_ATTEMPT(Tensor weights, softmax(products, -1));
    return mm(weights, value);
  }
  NEREID_ATTEMPT_STATUS(binaryInto(products, BinaryOp::Add, products, *bias));
  NEREID_ATTEMPT(Tensor weights, attentionWeights(products));
  return mm(weights, value);
}

Status checkShapes(const Tensor &query, const Tensor &key, const Tensor &value,
                   const AttentionOptions &options) {
  if (query.dim() < 2 || key.dim() < 2 || value.dim() < 2)
    return invalid(cat("Both query, key and value need to be at least 2 dimensional, but got ",
                       query.dim(), ", ", key.dim(), ", ", value.dim()));
  if (query.dtype() != key.dtype() || query.dtype() != value.dtype())
    return invalid(
        cat("Expected query, key, and value to have the same dtype, but got query.dtype: ",
            torchName(query.dtype()), " key.dtype: ", torchName(key.dtype()),
            " and value.dtype: ", torchName(value.dtype()), " instead."));
  if (!isFloat(query.dtype()))
    return invalid(
        cat("attention needs floating point tensors, but got ", torchName(query.dtype())));
  if (options.isCausal && options.mask)
    return invalid("_scaled_dot_product_attention: Explicit attn_mask should not be set when "
                   "is_causal=True");
  return {};
}

// Heads of keys and values repeated for their group of queries.
Result<Tensor> spreadHeads(const Tensor &x, int64_t queryHeads) {
  int64_t heads = x.size(x.dim() - 3);
  if (heads == 0 || queryHeads % heads != 0)
    return invalid(cat("Number of heads in key and value must divide the number of heads in query, "
                       "but got ",
                       heads, " and ", queryHeads));
  return repeatInterleave(x, queryHeads / heads, -3);
}

Dims batchOf(const Tensor &x) {
  return Dims(x.shape().begin(), x.shape().end() - 2);
}

// x as [heads, rows, columns] over the broadcast batch dims.
Result<Tensor> headsOf(const Tensor &x, const Dims &batch) {
  Dims shape = batch;
  shape.insert(shape.end(), x.shape().end() - 2, x.shape().end());
  NEREID_ATTEMPT(Tensor broadcast, expand(x, shape));
  return reshape(broadcast, {numelOf(batch), shape[shape.size() - 2], shape.back()});
}

} // namespace

Result<Tensor> scaledDotProductAttention(const Tensor &query, const Tensor &key,
                                         const Tensor &value, const AttentionOptions &options) {
  NEREID_ATTEMPT_STATUS(checkShapes(query, key, value, options));
  Dtype computed = query.dtype() == Dtype::F64 ? Dtype::F64 : Dtype::F32;
  Tensor keys = key, values = value;
  if (options.groupedQueries && query.dim() >= 3 && key.dim() >= 3 && value.dim() >= 3) {
    NEREID_ATTEMPT(keys, spreadHeads(key, query.size(query.dim() - 3)));
    NEREID_ATTEMPT(values, spreadHeads(value, query.size(query.dim() - 3)));
  }
  NEREID_ATTEMPT(Dims batch, broadcastShapes(batchOf(query), batchOf(keys)));
  NEREID_ATTEMPT(batch, broadcastShapes(batch, batchOf(values)));
  NEREID_ATTEMPT(Tensor q, headsOf(query, batch));
  NEREID_ATTEMPT(Tensor k, headsOf(keys, batch));
  NEREID_ATTEMPT(Tensor v, headsOf(values, batch));
  NEREID_ATTEMPT(std::optional<Tensor> bias, scoreBias(options, q.size(1), k.size(1), computed));
  if (bias) {
    Dims shape = batch;
    shape.insert(shape.end(), {q.size(1), k.size(1)});
    NEREID_ATTEMPT(bias, expand(*bias, shape));
  }
  double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(q.size(2))));
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(query.dtype(), {q.size(0), q.size(1), v.size(2)}));
  for (int64_t head = 0; head < q.size(0); ++head) {
    Tensor parts[3];
    const Tensor *wholes[] = {&q, &k, &v};
    for (int i = 0; i < 3; ++i) {
      NEREID_ATTEMPT(Tensor part, select(*wholes[i], 0, head));
      NEREID_ATTEMPT(parts[i], cast(part, computed));
    }
    Tensor headBias;
    if (bias) {
      headBias = *bias;
      int64_t rest = head;
      for (int64_t d = static_cast<int64_t>(batch.size()) - 1; d >= 0; --d) {
        NEREID_ATTEMPT(headBias, select(headBias, d, rest % batch[d]));
        rest /= batch[d];
      }
    }
    NEREID_ATTEMPT(Tensor result,
                   attendHead(parts[0], parts[1], parts[2], scale, bias ? &headBias : nullptr));
    NEREID_ATTEMPT(Tensor to, select(out, 0, head));
    NEREID_ATTEMPT_STATUS(copyInto(to, result));
  }
  Dims shape = batch;
  shape.insert(shape.end(), {out.size(1), out.size(2)});
  return view(out, shape);
}

} // namespace nereid::tensor
