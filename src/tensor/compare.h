// Comparing tensors: allclose, equal, and torch.testing.assert_close with its report.
//
//   NEREID_ATTEMPT(std::optional<std::string> report, closenessReport(actual, expected, {}));
//   if (report) raise("AssertionError", *report);
#pragma once

#include <optional>
#include <string>

#include "tensor/tensor.h"

namespace nereid::tensor {

// Same shape, and all elements equal.
Result<bool> equal(const Tensor &a, const Tensor &b);

struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
};

// |a - b| <= absolute + relative * |b|, elementwise, as a bool tensor.
Result<Tensor> isClose(const Tensor &a, const Tensor &b, const Tolerance &tolerance, bool equalNan);
Result<bool> allClose(const Tensor &a, const Tensor &b, const Tolerance &tolerance, bool equalNan);

// What assert_close allows by default for two dtypes: the looser of each.
Tolerance defaultTolerance(Dtype a, Dtype b);

struct ClosenessOptions {
  std::optional<Tolerance> tolerance = std::nullopt;
  bool equalNan = false;
  bool checkDtype = true;
  bool checkStride = false;
};

// Nothing if `actual` is close to `expected`, else the message of torch's AssertionError.
Result<std::optional<std::string>> closenessReport(const Tensor &actual, const Tensor &expected,
                                                   const ClosenessOptions &options);

// The same for two Python numbers.
std::optional<std::string> numberClosenessReport(const Number &actual, const Number &expected,
                                                 const ClosenessOptions &options);

} // namespace nereid::tensor
