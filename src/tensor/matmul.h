// Matrix products, on Eigen's kernels.
//
// fp16 and bf16 are multiplied and added up in float32 and rounded once. The operands must have
// one dtype, as in torch.
//
//   Tensor c = matmul(a, b).value();                  // [.., m, k] @ [.., k, n]
#pragma once

#include "tensor/tensor.h"

namespace nereid::tensor {

// torch.matmul: vectors, matrices, and batches of them, whose batch dims broadcast.
Result<Tensor> matmul(const Tensor &a, const Tensor &b);
// The strict forms: 2-D by 2-D, 3-D by 3-D, 1-D by 1-D, 2-D by 1-D.
Result<Tensor> mm(const Tensor &a, const Tensor &b);
Result<Tensor> bmm(const Tensor &a, const Tensor &b);
Result<Tensor> dot(const Tensor &a, const Tensor &b);
Result<Tensor> mv(const Tensor &a, const Tensor &b);
// x @ weight.T + bias, in one rounding.
Result<Tensor> linear(const Tensor &x, const Tensor &weight, const Tensor *bias = nullptr);

} // namespace nereid::tensor
