// Tensors as cases write them, and how they are compared.
//
//   f32[1, 2.5, -0.0, inf, nan]   these values           i32[0xFF, -1]   bits in hexadecimal
//   f32[16]  f32[N]  f32[M*N]     that many zeros (one value alone is written `f32[7,]`)
//   f32[16]:iota                  0, 1, 2, ...
//   f32[16]:fill(3)               3, 3, 3, ...
//   f32[16]:edges                 zeros, subnormals, infinities, NaN, extremes, in turn
//   f32[1024]:edges(32)           the same, each 32 times: with :edges beside it, every pair
//   f16[65536]:patterns           bit patterns 0, 1, 2, ...
//   f16[32]:limits                the ends of this float type's range; integers as in edges
//   f16[32]:numbers               the same without NaN
//   f32[16]:random                uniform in [-1, 1), integers over the whole range
//   f32[16]:random(0, 10)         uniform in [0, 10)
//   f32[16]:bits                  any bit pattern
//
// Element types are Nereid's short names: i1 i8 ... u64 f16 bf16 f32 f64 f8e4nv f8e5 ...
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/scalar.h"

namespace nereid::conformance {

struct Tensor {
  Scalar element = Scalar::F32;
  std::vector<std::byte> bytes;

  int64_t size() const { return int64_t(bytes.size()) / byteSize(element); }
  uint64_t bits(int64_t index) const;
  void setBits(int64_t index, uint64_t bits);
};

// The bits of a float type's smallest number that is not subnormal.
uint64_t smallestNormal(Scalar element);

// Whether a case's word is a tensor: its text begins with an element type and a bracket.
bool isTensorText(std::string_view text);

// Sizes may name integers of the case. `seed` chooses what is random.
Result<Tensor> parseTensor(std::string_view text, const std::map<std::string, int64_t> &integers,
                           uint64_t seed);

// "[1, 2, 3]" in the element type.
Result<Tensor> parseValues(Scalar element, std::string_view text);

// Empty, or where the two first differ by more than `tolerance`: "[3] is 1.5, not 2.5". The error
// is relative to the larger of 1 and the wanted value; a tolerance of 0 compares bits, except that
// any NaN is any other.
std::string difference(const Tensor &got, const Tensor &wanted, double tolerance);

} // namespace nereid::conformance
