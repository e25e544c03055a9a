#include "tensor/nn.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/blocks.h"
#include "tensor/create.h"
#include "tensor/elementwise.h"
#include "tensor/index.h"
#include "tensor/reduce.h"
#include "tensor/rows.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

// A function of whole rows along `dims`: body(in, out, length), called for each row of x.
template <typename Body>
Result<Tensor> mapRows(const Tensor &x, const Dims &dims, Dtype result, Body body) {
  NEREID_ATTEMPT(Tensor rows, asRows(x, dims));
  NEREID_ATTEMPT(RowOutput output, RowOutput::allocate(result, x, dims));
  auto run = [&]<typename T>(T) {
    RowReader<T> reader(rows);
    RowWriter<T> writer(output.rows());
    for (int64_t row = 0; row < rows.size(0); ++row) {
      const T *in = reader.read(row);
      T *out = writer.begin(row);
      if (rows.size(1) > 0)
        body(in, out, rows.size(1), row);
      writer.end(row);
    }
  };
  if (x.dtype() == Dtype::F64)
    run(double{});
  else
    run(float{});
  return output.finish();
}

Result<Tensor> softmaxOrLog(const Tensor &x, int64_t dim, std::optional<Dtype> dtype, bool log) {
  NEREID_ATTEMPT(int64_t d, wrapDim(dim, x.dim()));
  NEREID_ATTEMPT(Tensor source, dtype ? cast(x, *dtype) : Result<Tensor>(x));
  if (!isFloat(source.dtype()))
    return Status(StatusCode::Unavailable, cat("\"", log ? "log_softmax" : "softmax",
                                               "_lastdim_kernel_impl\" not "
                                               "implemented for '",
                                               messageName(x.dtype()), "'"));
  Dims dims = x.dim() == 0 ? Dims{} : Dims{d};
  return mapRows(source, dims, source.dtype(),
                 [log]<typename T>(const T *in, T *out, int64_t count, int64_t) {
                   auto x = lanes(in, count);
                   auto y = lanes(out, count);
                   T most = x.maxCoeff();
                   if (log) {
                     T total = (x - most).exp().sum();
                     y = x - most - std::log(total);
                   } else {
                     y = (x - most).exp();
                     y /= y.sum();
                   }
                 });
}

// The last dims of x, which must be `shape`.
Result<Dims> normalizedDims(const Tensor &x, const Dims &shape) {
  int64_t first = x.dim() - static_cast<int64_t>(shape.size());
  bool fits = !shape.empty() && first >= 0 &&
              std::equal(shape.begin(), shape.end(), x.shape().begin() + first);
  if (!fits)
    return invalid(cat("Given normalized_shape=", shapeText(shape),
                       ", expected input with shape [*", shape.empty() ? "" : ", ",
                       join(shape, ", "), "], but got input of size", shapeText(x.shape())));
  Dims dims(shape.size());
  std::iota(dims.begin(), dims.end(), first);
  return dims;
}

// A weight or bias as floats, one for each element of a row.
Result<Tensor> rowParameter(const std::optional<Tensor> &given, const Dims &shape, double otherwise,
                            Dtype computed, std::string_view name) {
  if (!given)
    return full(shape, Number(otherwise), computed);
  if (given->shape() != shape)
    return invalid(cat("Expected ", name, " to be of same shape as normalized_shape, but got ",
                       name, " of shape ", shapeText(given->shape()),
                       " and normalized_shape = ", shapeText(shape)));
  NEREID_ATTEMPT(Tensor converted, cast(*given, computed));
  return contiguous(converted);
}

// y = (x - center) / scale * weight + bias. `parameterOf(row)` gives the row of the weights.
template <typename T>
void normalizeRow(const T *in, T *out, int64_t count, bool centered, double epsilon,
                  const T *weight, const T *bias) {
  auto x = lanes(in, count);
  T center = centered ? static_cast<T>(x.template cast<double>().mean()) : T(0);
  T spread = static_cast<T>((x - center).square().template cast<double>().mean());
  T scale = T(1) / std::sqrt(spread + static_cast<T>(epsilon));
  lanes(out, count) = (x - center) * scale * lanes(weight, count) + lanes(bias, count);
}

Result<Tensor> normalizeLastDims(const Tensor &x, const Dims &shape, const NormOptions &options,
                                 bool centered, double epsilon) {
  if (!isFloat(x.dtype()))
    return Status(StatusCode::Unavailable, cat("\"LayerNormKernelImpl\" not implemented for '",
                                               messageName(x.dtype()), "'"));
  NEREID_ATTEMPT(Dims dims, normalizedDims(x, shape));
  Dtype computed = x.dtype() == Dtype::F64 ? Dtype::F64 : Dtype::F32;
  NEREID_ATTEMPT(Tensor weight, rowParameter(options.weight, shape, 1, computed, "weight"));
  NEREID_ATTEMPT(Tensor bias, rowParameter(options.bias, shape, 0, computed, "bias"));
  return mapRows(x, dims, x.dtype(), [&]<typename T>(const T *in, T *out, int64_t count, int64_t) {
    normalizeRow(in, out, count, centered, epsilon, weight.as<T>(), bias.as<T>());
  });
}

double epsilonOf(Dtype dtype) {
  switch (dtype) {
  case Dtype::F64:
    return std::numeric_limits<double>::epsilon();
  case Dtype::F16:
    return 0x1p-10;
  case Dtype::BF16:
    return 0x1p-7;
  default:
    return std::numeric_limits<float>::epsilon();
  }
}

Result<Tensor> reduceLoss(const Tensor &losses, LossReduction reduction) {
  switch (reduction) {
  case LossReduction::Sum:
    return reduce(ReduceOp::Sum, losses);
  case LossReduction::Mean:
    return reduce(ReduceOp::Mean, losses);
  case LossReduction::None:
    break;
  }
  return losses;
}

} // namespace

Result<Tensor> softmax(const Tensor &x, int64_t dim, std::optional<Dtype> dtype) {
  return softmaxOrLog(x, dim, dtype, false);
}
Result<Tensor> logSoftmax(const Tensor &x, int64_t dim, std::optional<Dtype> dtype) {
  return softmaxOrLog(x, dim, dtype, true);
}

Result<Tensor> layerNorm(const Tensor &x, const Dims &shape, const NormOptions &options) {
  return normalizeLastDims(x, shape, options, true, options.epsilon.value_or(1e-5));
}

Result<Tensor> rmsNorm(const Tensor &x, const Dims &shape, const NormOptions &options) {
  return normalizeLastDims(x, shape, options, false,
                           options.epsilon.value_or(epsilonOf(x.dtype())));
}

Result<Tensor> groupNorm(const Tensor &x, int64_t groups, const NormOptions &options) {
  if (x.dim() < 2)
    return invalid(cat("Expected at least 2 dimensions for input tensor but received ", x.dim()));
  int64_t batch = x.size(0), channels = x.size(1);
  if (groups <= 0 || channels % groups != 0)
    return invalid(
        cat("Expected number of channels in input to be divisible by num_groups, but got "
            "input of shape ",
            shapeText(x.shape()), " and num_groups=", groups));
  // Groups are normalized as rows; weights are then applied to channels.
  int64_t length = batch * groups == 0 ? 0 : x.numel() / (batch * groups);
  NEREID_ATTEMPT(Tensor wide, cast(x, x.dtype() == Dtype::F64 ? Dtype::F64 : Dtype::F32));
  NEREID_ATTEMPT(Tensor rows, reshape(wide, {batch * groups, length}));
  NEREID_ATTEMPT(Tensor normal,
                 normalizeLastDims(rows, {length}, {}, true, options.epsilon.value_or(1e-5)));
  NEREID_ATTEMPT(Tensor result, view(normal, x.shape()));
  Dims perChannel(x.dim(), 1);
  perChannel[1] = channels;
  if (options.weight) {
    NEREID_ATTEMPT(Tensor weight, reshape(*options.weight, perChannel));
    NEREID_ATTEMPT(result, binary(BinaryOp::Multiply, result, weight));
  }
  if (options.bias) {
    NEREID_ATTEMPT(Tensor bias, reshape(*options.bias, perChannel));
    NEREID_ATTEMPT(result, binary(BinaryOp::Add, result, bias));
  }
  return cast(result, x.dtype());
}

Result<Tensor> mseLoss(const Tensor &x, const Tensor &target, LossReduction reduction) {
  NEREID_ATTEMPT(Tensor difference, binary(BinaryOp::Subtract, x, target));
  NEREID_ATTEMPT(Tensor losses, unary(UnaryOp::Square, difference));
  return reduceLoss(losses, reduction);
}

Result<Tensor> l1Loss(const Tensor &x, const Tensor &target, LossReduction reduction) {
  NEREID_ATTEMPT(Tensor difference, binary(BinaryOp::Subtract, x, target));
  NEREID_ATTEMPT(Tensor losses, unary(UnaryOp::Abs, difference));
  return reduceLoss(losses, reduction);
}

Result<Tensor> embedding(const Tensor &indices, const Tensor &weight) {
  if (weight.dim() != 2)
    return invalid("'weight' must be 2-D");
  if (indices.dtype() != Dtype::I64 && indices.dtype() != Dtype::I32)
    return invalid(cat("Expected tensor for argument #1 'indices' to have one of the following "
                       "scalar types: Long, Int; but got ",
                       messageName(indices.dtype()), " instead"));
  return indexBy(weight, {indices});
}

Result<Tensor> oneHot(const Tensor &indices, int64_t classes) {
  if (indices.dtype() != Dtype::I64)
    return invalid(cat("one_hot is only applicable to index tensor of type LongTensor."));
  int64_t count = classes;
  if (classes == -1) {
    NEREID_ATTEMPT(Tensor most, reduce(ReduceOp::Amax, indices));
    count = *most.as<int64_t>() + 1;
  }
  NEREID_ATTEMPT(Tensor column, unsqueeze(indices, -1));
  Dims shape = indices.shape();
  shape.push_back(count);
  NEREID_ATTEMPT(Tensor out, Tensor::allocate(Dtype::I64, shape));
  Status scattered = scatterInto(out, -1, column, Number(1));
  if (!scattered.ok())
    return invalid(classes == -1 ? "Class values must be non-negative."
                                 : "Class values must be smaller than num_classes.");
  return out;
}

} // namespace nereid::tensor
