#include "tensor/dtype.h"

#include <cmath>
#include <limits>

#include "base/check.h"

namespace nereid::tensor {
namespace {

struct Names {
  Dtype dtype;
  std::string_view torch, alias, message;
};

constexpr Names kNames[] = {
    {Dtype::I1, "bool", "", "Bool"},
    {Dtype::I8, "int8", "", "Char"},
    {Dtype::I16, "int16", "short", "Short"},
    {Dtype::I32, "int32", "int", "Int"},
    {Dtype::I64, "int64", "long", "Long"},
    {Dtype::U8, "uint8", "", "Byte"},
    {Dtype::U16, "uint16", "", "UInt16"},
    {Dtype::U32, "uint32", "", "UInt32"},
    {Dtype::U64, "uint64", "", "UInt64"},
    {Dtype::F8E4M3, "float8_e4m3fn", "", "Float8_e4m3fn"},
    {Dtype::F8E5M2, "float8_e5m2", "", "Float8_e5m2"},
    {Dtype::F8E4B8, "float8_e4m3fnuz", "", "Float8_e4m3fnuz"},
    {Dtype::F8E5B16, "float8_e5m2fnuz", "", "Float8_e5m2fnuz"},
    {Dtype::F16, "float16", "half", "Half"},
    {Dtype::BF16, "bfloat16", "", "BFloat16"},
    {Dtype::F32, "float32", "float", "Float"},
    {Dtype::F64, "float64", "double", "Double"},
};

const Names &namesOf(Dtype dtype) {
  for (const Names &names : kNames)
    if (names.dtype == dtype)
      return names;
  NEREID_UNREACHABLE("a scalar that tensors do not have");
}

} // namespace

std::string_view torchName(Dtype dtype) {
  return namesOf(dtype).torch;
}

std::string_view messageName(Dtype dtype) {
  return namesOf(dtype).message;
}

std::optional<Dtype> dtypeFromTorchName(std::string_view name) {
  for (const Names &names : kNames)
    if (names.torch == name || (!names.alias.empty() && names.alias == name))
      return names.dtype;
  return std::nullopt;
}

Compute computeOf(Dtype dtype) {
  if (dtype == Dtype::F64)
    return Compute::Double;
  if (isFloat(dtype))
    return Compute::Float;
  return dtype == Dtype::U64 ? Compute::Unsigned : Compute::Int;
}

double largestFinite(Dtype dtype) {
  if (dtype == Dtype::F64)
    return std::numeric_limits<double>::max();
  if (dtype == Dtype::F32)
    return std::numeric_limits<float>::max();
  // Patterns ascend with the value; those of infinity and NaN are at the end.
  uint64_t bits = (uint64_t{1} << (bitWidth(dtype) - 1)) - 1;
  while (!std::isfinite(decodeFloat(dtype, bits)))
    --bits;
  return decodeFloat(dtype, bits);
}

int64_t truncateToInt(double value) {
  if (value >= -0x1p63 && value < 0x1p63)
    return static_cast<int64_t>(value);
  if (value >= 0x1p63 && value < 0x1p64) // for uint64
    return static_cast<int64_t>(static_cast<uint64_t>(value));
  return std::numeric_limits<int64_t>::min();
}

} // namespace nereid::tensor
