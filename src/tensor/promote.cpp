#include "tensor/promote.h"

#include <algorithm>

#include "base/text.h"
#include "tensor/attempt.h"
#include "tensor/create.h"

namespace nereid::tensor {
namespace {

bool isWideUnsigned(Dtype dtype) {
  return dtype == Dtype::U16 || dtype == Dtype::U32 || dtype == Dtype::U64;
}

Result<Dtype> promoteIntegers(Dtype a, Dtype b) {
  if (a == Dtype::I1 || b == Dtype::I1)
    return a == Dtype::I1 ? b : a;
  if (isWideUnsigned(a) || isWideUnsigned(b))
    return Status(StatusCode::InvalidArgument,
                  cat("Promotion for uint16, uint32, uint64 types is not supported, attempted to "
                      "promote ",
                      messageName(a), " and ", messageName(b)));
  if (a == Dtype::U8 || b == Dtype::U8) {
    Dtype other = a == Dtype::U8 ? b : a;
    return other == Dtype::I8 ? Dtype::I16 : other;
  }
  return bitWidth(a) >= bitWidth(b) ? a : b;
}

Result<Dtype> promoteFloats(Dtype a, Dtype b) {
  bool bothSmall = isFloat8(a) && isFloat8(b);
  if (bothSmall)
    return Status(StatusCode::InvalidArgument,
                  cat("Promotion for Float8 Types is not supported, attempted to promote ",
                      messageName(a), " and ", messageName(b)));
  if (bitWidth(a) == bitWidth(b)) // fp16 and bf16
    return Dtype::F32;
  return bitWidth(a) > bitWidth(b) ? a : b;
}

// A higher rank's type against that of lower ranks.
Result<Dtype> combineRanks(std::optional<Dtype> higher, std::optional<Dtype> lower) {
  if (!higher || !lower)
    return higher ? *higher : lower.value_or(Dtype::F32);
  if (isFloat(*higher))
    return *higher;
  if (*higher == Dtype::I1 || isFloat(*lower))
    return promoteTypes(*higher, *lower);
  return *higher;
}

} // namespace

Result<Dtype> promoteTypes(Dtype a, Dtype b) {
  if (a == b)
    return a;
  if (isFloat(a) && isFloat(b))
    return promoteFloats(a, b);
  if (isFloat(a) || isFloat(b))
    return isFloat(a) ? a : b;
  return promoteIntegers(a, b);
}

Result<Dtype> resultType(std::span<const Operand> operands) {
  std::optional<Dtype> ranks[3]; // tensors with dims, 0-d tensors, numbers
  for (const Operand &operand : operands) {
    const Tensor *tensor = std::get_if<Tensor>(&operand);
    Dtype dtype = tensor ? tensor->dtype() : dtypeOf(std::get<Number>(operand));
    std::optional<Dtype> &rank = ranks[tensor ? (tensor->dim() > 0 ? 0 : 1) : 2];
    if (!rank) {
      rank = dtype;
      continue;
    }
    NEREID_ATTEMPT(rank, promoteTypes(*rank, dtype));
  }
  if (!ranks[1] && !ranks[2])
    return ranks[0].value_or(Dtype::F32);
  NEREID_ATTEMPT(Dtype lower, combineRanks(ranks[1], ranks[2]));
  return combineRanks(ranks[0], lower);
}

Dtype toFloatDtype(Dtype dtype) {
  return isFloat(dtype) ? dtype : kDefaultFloat;
}

bool canCast(Dtype from, Dtype to) {
  if (isFloat(from) && !isFloat(to))
    return false;
  return to != Dtype::I1 || from == Dtype::I1;
}

} // namespace nereid::tensor
