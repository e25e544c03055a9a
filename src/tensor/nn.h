// torch.nn.functional: softmax, norms, losses, attention.
//
// All are computed in float32 (float64 for float64) and rounded once, at the end.
//
//   Tensor y = softmax(x, -1).value();
#pragma once

#include <optional>
#include <string_view>

#include "tensor/tensor.h"

namespace nereid::tensor {

Result<Tensor> softmax(const Tensor &x, int64_t dim, std::optional<Dtype> dtype = {});
Result<Tensor> logSoftmax(const Tensor &x, int64_t dim, std::optional<Dtype> dtype = {});

// Over the last dims, whose sizes are `shape`. No weight means ones, no bias zeros.
struct NormOptions {
  std::optional<Tensor> weight = std::nullopt, bias = std::nullopt;
  std::optional<double> epsilon; // 1e-5; for rmsNorm, the epsilon of the dtype
};
Result<Tensor> layerNorm(const Tensor &x, const Dims &shape, const NormOptions &options = {});
Result<Tensor> rmsNorm(const Tensor &x, const Dims &shape, const NormOptions &options = {});
// x is [batch, channels, ...]; each group of channels is normalized by itself.
Result<Tensor> groupNorm(const Tensor &x, int64_t groups, const NormOptions &options = {});

enum class LossReduction : uint8_t { None, Mean, Sum };

struct CrossEntropyOptions {
  LossReduction reduction = LossReduction::Mean;
  int64_t ignoreIndex = -100;
  double labelSmoothing = 0;
  std::optional<Tensor> weight = std::nullopt; // one for each class
};
// Logits are [classes], [batch, classes] or [batch, classes, ...]; the target has class numbers
// (without the class dim) or, being of the logits' shape, probabilities.
Result<Tensor> crossEntropy(const Tensor &logits, const Tensor &target,
                            const CrossEntropyOptions &options = {});
Result<Tensor> nllLoss(const Tensor &logProbabilities, const Tensor &target,
                       const CrossEntropyOptions &options = {});
Result<Tensor> mseLoss(const Tensor &x, const Tensor &target, LossReduction reduction);
Result<Tensor> l1Loss(const Tensor &x, const Tensor &target, LossReduction reduction);

struct AttentionOptions {
  std::optional<Tensor> mask = std::nullopt; // bool: true takes part; float: added to the scores
  bool isCausal = false;
  std::optional<double> scale = std::nullopt; // 1 / sqrt(head size)
  bool groupedQueries = false; // keys and values of fewer heads are shared by groups of queries
};
Result<Tensor> scaledDotProductAttention(const Tensor &query, const Tensor &key,
                                         const Tensor &value, const AttentionOptions &options = {});

Result<Tensor> embedding(const Tensor &indices, const Tensor &weight);
Result<Tensor> oneHot(const Tensor &indices, int64_t classes = -1);

} // namespace nereid::tensor
