#include "interp/lane_types.h"

using namespace mlir;

namespace nereid::interp {
namespace {

constexpr uint32_t kFloatSign = 0x8000'0000;
constexpr uint32_t kFloatInfinity = 0x7F80'0000;

} // namespace

float widenHalf(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1F, mantissa = bits & 0x3FF;
  if (exponent == 0x1F) // infinity, NaN
    return std::bit_cast<float>(sign | kFloatInfinity | mantissa << 13);
  if (exponent != 0)
    return std::bit_cast<float>(sign | (exponent + 127 - 15) << 23 | mantissa << 13);
  float magnitude = float(mantissa) * 0x1p-24f; // subnormals and zero
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
}

uint16_t roundToHalf(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint16_t sign = (bits & kFloatSign) >> 16;
  uint32_t magnitude = bits & ~kFloatSign;
  if (magnitude > kFloatInfinity) // NaN: quiet, with the upper bits of its payload
    return sign | 0x7E00 | (magnitude >> 13 & 0x1FF);
  if (magnitude >= 0x477F'F000) // rounds to 65536 or more
    return sign | 0x7C00;
  if (magnitude < 0x3880'0000) { // below 2^-14: the sum's lowest digit is 2^-24, as a half's
    float sum = std::bit_cast<float>(magnitude) + 0.5f;
    return sign | uint16_t(std::bit_cast<uint32_t>(sum) - std::bit_cast<uint32_t>(0.5f));
  }
  uint32_t odd = magnitude >> 13 & 1;
  uint32_t rounded = magnitude + 0xFFF + odd; // half up, unless that makes an even digit odd
  return sign | uint16_t((rounded - ((127 - 15) << 23)) >> 13);
}

uint16_t roundToBFloat16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & ~kFloatSign) > kFloatInfinity)
    return bits >> 16 | 0x40;
  uint32_t odd = bits >> 16 & 1;
  return (bits + 0x7FFF + odd) >> 16;
}

Scalar scalarOfFloat(Type element) {
  if (isa<Float8E4M3FNType>(element))
    return Scalar::F8E4M3;
  if (isa<Float8E5M2Type>(element))
    return Scalar::F8E5M2;
  if (isa<Float8E4M3FNUZType>(element))
    return Scalar::F8E4B8;
  if (isa<Float8E5M2FNUZType>(element))
    return Scalar::F8E5B16;
  if (element.isF16())
    return Scalar::F16;
  if (element.isBF16())
    return Scalar::BF16;
  if (element.isF32())
    return Scalar::F32;
  NEREID_CHECK(element.isF64(), "a float type that the language lacks");
  return Scalar::F64;
}

} // namespace nereid::interp
