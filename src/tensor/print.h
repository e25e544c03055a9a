// Printing tensors exactly as torch does: width, precision, scientific notation, summaries.
//
//   toText(x, {})  ->  "tensor([[1., 2.],\n        [3., 4.]])"
#pragma once

#include <optional>
#include <string>

#include "tensor/tensor.h"

namespace nereid::tensor {

// torch.set_printoptions
struct PrintOptions {
  int precision = 4;
  int64_t threshold = 1000; // more elements than this are summarized
  int64_t edgeItems = 3;    // shown at each end of a dim in a summary
  int64_t lineWidth = 80;
  std::optional<bool> scientific;
};

struct PrintStyle {
  PrintOptions options;
  std::string prefix = "tensor("; // "Parameter containing:\ntensor(" is the caller's to add
  std::string suffix;             // "device='cuda:0'", "requires_grad=True": what else there is
};

// str(x).
std::string toText(const Tensor &x, const PrintStyle &style);
// The elements of x as Python lists: str(x.tolist()).
std::string formatNumber(const Number &number); // True, 3, 2.5, 1e-05, nan: as Python prints it

} // namespace nereid::tensor
