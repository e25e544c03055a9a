// Cross entropy: the mean of -log softmax(logits)[target].
//
// Every loss here is a weighted sum over classes of negative log-probabilities, laid out as rows
// of classes: a class number is a weight of one on one class, probabilities are weights on all,
// and label smoothing spreads some of the weight evenly.
#include <cmath>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/create.h"
#include "tensor/nn.h"
#include "tensor/reduce.h"
#include "tensor/rows.h"
#include "tensor/view.h"

namespace nereid::tensor {
namespace {

Status invalid(std::string message) {
  return Status(StatusCode::InvalidArgument, std::move(message));
}

// The loss of each row, and how much it weighs in a mean.
struct RowLoss {
  double loss = 0, weight = 0;
};

class ClassLosses {
public:
  ClassLosses(Tensor weights, const CrossEntropyOptions &options)
      : weights_(std::move(weights)), options_(options) {}

  double weightOf(int64_t c) const { return weights_.as<double>()[c]; }

  RowLoss ofClass(const double *logProbability, int64_t classes, int64_t target) const {
    if (target == options_.ignoreIndex)
      return {};
    double smoothing = options_.labelSmoothing;
    RowLoss result{-logProbability[target] * weightOf(target) * (1 - smoothing), weightOf(target)};
    for (int64_t c = 0; smoothing > 0 && c < classes; ++c)
      result.loss -= smoothing / static_cast<double>(classes) * weightOf(c) * logProbability[c];
    return result;
  }

  RowLoss ofProbabilities(const double *logProbability, int64_t classes,
                          const double *target) const {
    double smoothing = options_.labelSmoothing;
    RowLoss result{0, 1};
    for (int64_t c = 0; c < classes; ++c) {
      double p = target[c] * (1 - smoothing) + smoothing / static_cast<double>(classes);
      result.loss -= p * weightOf(c) * logProbability[c];
    }
    return result;
  }

private:
  Tensor weights_;
  CrossEntropyOptions options_;
};

Status checkTarget(const Tensor &logits, const Tensor &target, int64_t classDim) {
  Dims expected = logits.shape();
  expected.erase(expected.begin() + classDim);
  if (target.shape() == expected)
    return {};
  if (logits.dim() == 2 && target.dim() == 1)
    return invalid(cat("Expected input batch_size (", logits.size(0),
                       ") to match target batch_size (", target.size(0), ")."));
  return invalid(
      cat("Expected target size ", shapeText(expected), ", got ", shapeText(target.shape())));
}

Result<Tensor> classWeights(const CrossEntropyOptions &options, int64_t classes) {
  if (!options.weight)
    return full({classes}, Number(1.0), Dtype::F64);
  if (options.weight->shape() != Dims{classes})
    return invalid(cat("weight tensor should be defined either for all ", classes,
                       " classes or no classes but got weight tensor of shape: ",
                       shapeText(options.weight->shape())));
  NEREID_ATTEMPT(Tensor wide, cast(*options.weight, Dtype::F64));
  return contiguous(wide);
}

Result<Tensor> combine(const std::vector<RowLoss> &losses, const Dims &shape, Dtype dtype,
                       LossReduction reduction, bool meanOverWeights) {
  if (reduction == LossReduction::None) {
    std::vector<Number> numbers;
    for (const RowLoss &each : losses)
      numbers.push_back(Number(each.loss));
    return fromNumbers(numbers, shape, dtype);
  }
  RowLoss total;
  for (const RowLoss &each : losses) {
    total.loss += each.loss;
    total.weight += each.weight;
  }
  double divisor = meanOverWeights ? total.weight : static_cast<double>(losses.size());
  return full({}, Number(reduction == LossReduction::Sum ? total.loss : total.loss / divisor),
              dtype);
}

// `logProbabilities` in float64, with the class dim where torch has it.
Result<Tensor> lossOf(const Tensor &logProbabilities, const Tensor &target, Dtype dtype,
                      const CrossEntropyOptions &options) {
  int64_t classDim = logProbabilities.dim() == 1 ? 0 : 1;
  int64_t classes = logProbabilities.size(classDim);
  bool probabilities = target.shape() == logProbabilities.shape() && isFloat(target.dtype());
  if (!probabilities)
    NEREID_ATTEMPT_STATUS(checkTarget(logProbabilities, target, classDim));
  if (!probabilities && isFloat(target.dtype()))
    return invalid(cat("expected scalar type Long but found ", messageName(target.dtype())));
  NEREID_ATTEMPT(Tensor weights, classWeights(options, classes));
  ClassLosses classLosses(weights, options);
  NEREID_ATTEMPT(Tensor rows, asRows(logProbabilities, {classDim}));
  NEREID_ATTEMPT(Tensor targetRows,
                 probabilities ? asRows(target, {classDim}) : reshape(target, {rows.size(0), 1}));
  RowReader<double> reader(rows), targetProbabilities(targetRows);
  RowReader<int64_t> targetClasses(targetRows);
  std::vector<RowLoss> losses;
  for (int64_t row = 0; row < rows.size(0); ++row) {
    const double *logProbability = reader.read(row);
    if (probabilities) {
      losses.push_back(
          classLosses.ofProbabilities(logProbability, classes, targetProbabilities.read(row)));
      continue;
    }
    int64_t c = *targetClasses.read(row, 0, 1);
    if ((c < 0 || c >= classes) && c != options.ignoreIndex)
      return Status(StatusCode::NotFound, cat("Target ", c, " is out of bounds."));
    losses.push_back(classLosses.ofClass(logProbability, classes, c));
  }
  return combine(losses, reducedShape(logProbabilities, {classDim}, false), dtype,
                 options.reduction, !probabilities);
}

Status checkLogits(const Tensor &x) {
  if (x.dim() == 0 || !isFloat(x.dtype()))
    return invalid("cross entropy expects floating point logits with at least one dimension");
  return {};
}

} // namespace

Result<Tensor> crossEntropy(const Tensor &logits, const Tensor &target,
                            const CrossEntropyOptions &options) {
  NEREID_ATTEMPT_STATUS(checkLogits(logits));
  NEREID_ATTEMPT(Tensor logs, logSoftmax(logits, logits.dim() == 1 ? 0 : 1, Dtype::F64));
  return lossOf(logs, target, logits.dtype(), options);
}

Result<Tensor> nllLoss(const Tensor &logProbabilities, const Tensor &target,
                       const CrossEntropyOptions &options) {
  NEREID_ATTEMPT_STATUS(checkLogits(logProbabilities));
  NEREID_ATTEMPT(Tensor logs, cast(logProbabilities, Dtype::F64));
  return lossOf(logs, target, logProbabilities.dtype(), options);
}

} // namespace nereid::tensor
