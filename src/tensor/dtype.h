// Dtype: the element types of tensors, under torch's names, and Number: a Python number as an
// operand.
//
// A Dtype is a Scalar; bool is I1, stored as a byte that is 0 or 1. Arithmetic does not happen in
// a Dtype but in its compute type, of which there are four, so that an operation is written (and
// compiled) four times rather than once for each dtype:
//
//   int64_t for bool and the integers, uint64_t for uint64, float for the floats up to float32
//   (as in torch, whose fp16 and bf16 operators compute in fp32), double for float64
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/scalar.h"

namespace nereid::tensor {

using Dtype = Scalar;
using Dims = std::vector<int64_t>; // a shape, or strides, or dim numbers

// "float32", "bool", "float8_e4m3fn": str(x.dtype) without "torch.".
std::string_view torchName(Dtype dtype);
// Also torch's aliases: "float", "half", "long", ...
std::optional<Dtype> dtypeFromTorchName(std::string_view name);
// "Float", "Long", "Half": how torch's C++ messages spell a dtype.
std::string_view messageName(Dtype dtype);

enum class Compute : uint8_t { Int, Unsigned, Float, Double };
Compute computeOf(Dtype dtype);

// Calls body with a value of the compute type: withCompute(c, [&](auto zero) { using T = ... }).
template <typename Body> decltype(auto) withCompute(Compute compute, Body &&body) {
  switch (compute) {
  case Compute::Int:
    return body(int64_t{});
  case Compute::Unsigned:
    return body(uint64_t{});
  case Compute::Float:
    return body(float{});
  case Compute::Double:
    break;
  }
  return body(double{});
}

// The largest finite value of a float dtype.
double largestFinite(Dtype dtype);

// The dtype of torch.tensor(1.5): float32.
constexpr Dtype kDefaultFloat = Dtype::F32;

// A Python bool, int or float. Ints are exact over the ranges of int64 and uint64.
struct Number {
  enum class Kind : uint8_t { Bool, Int, Float } kind = Kind::Int;
  __int128 integer = 0; // for Bool and Int
  double real = 0;      // for Float

  Number() = default;
  Number(bool b) : kind(Kind::Bool), integer(b) {}
  Number(int i) : integer(i) {}
  Number(int64_t i) : integer(i) {}
  Number(uint64_t i) : integer(i) {}
  Number(__int128 i) : integer(i) {}
  Number(double d) : kind(Kind::Float), real(d) {}

  bool isFloat() const { return kind == Kind::Float; }
  // The number in a compute type; ints wrap, floats truncate toward zero.
  template <typename T> T as() const;
};

// A double as an integer, toward zero; what does not fit becomes the smallest value, as on x86.
int64_t truncateToInt(double value);

template <typename T> T Number::as() const {
  if constexpr (std::is_floating_point_v<T>)
    return isFloat() ? static_cast<T>(real) : static_cast<T>(integer);
  else
    return isFloat() ? static_cast<T>(truncateToInt(real)) : static_cast<T>(integer);
}

} // namespace nereid::tensor
