// Type promotion: the dtype in which torch computes an operation on several operands.
//
// Operands count in three ranks: tensors with dims, 0-d tensors, Python numbers. A lower rank
// changes the result only by being of a higher kind (bool < integer < float): float16 tensor + 2.5
// stays float16, int64 tensor + 2.5 becomes float32.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace nereid::tensor {

// torch.promote_types; an error for the pairs that have no common type.
Result<Dtype> promoteTypes(Dtype a, Dtype b);
// torch.result_type over any number of operands.
Result<Dtype> resultType(std::span<const Operand> operands);
// Integers and bool become float32, as for sqrt and division.
Dtype toFloatDtype(Dtype dtype);
// torch.can_cast: may a result of `from` be written to a tensor of `to`?
bool canCast(Dtype from, Dtype to);

} // namespace nereid::tensor
