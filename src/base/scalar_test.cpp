#include "base/scalar.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nereid {
namespace {

constexpr Scalar kSmallFloats[] = {Scalar::F8E4M3,  Scalar::F8E5M2, Scalar::F8E4B15, Scalar::F8E4B8,
                                   Scalar::F8E5B16, Scalar::F16,    Scalar::BF16};

// Every pattern that is a number survives a trip through double.
TEST(Scalar, EncodingUndoesDecodingForEveryPattern) {
  for (Scalar type : kSmallFloats)
    for (uint64_t bits = 0; bits < (uint64_t(1) << bitWidth(type)); ++bits) {
      double value = decodeFloat(type, bits);
      bool saturatedInfinity = std::isinf(value) && isFloat8(type);
      if (std::isnan(value) || saturatedInfinity)
        continue;
      EXPECT_EQ(encodeFloat(type, value), bits) << languageName(type) << " " << bits;
      EXPECT_EQ(encodeFloatTowardZero(type, value), bits) << languageName(type) << " " << bits;
    }
}

// Halfway between two neighbours goes to the even one, in every float type.
TEST(Scalar, RoundsTiesToEven) {
  for (Scalar type : kSmallFloats)
    for (uint64_t bits = 0; bits + 1 < (uint64_t(1) << (bitWidth(type) - 1)); ++bits) {
      double low = decodeFloat(type, bits), high = decodeFloat(type, bits + 1);
      if (!std::isfinite(low) || !std::isfinite(high))
        continue;
      uint64_t even = bits % 2 == 0 ? bits : bits + 1;
      EXPECT_EQ(encodeFloat(type, low + (high - low) / 2), even) << languageName(type) << bits;
      EXPECT_EQ(encodeFloatTowardZero(type, low + (high - low) / 2), bits);
    }
}

TEST(Scalar, KnowsTheLandmarksOfEachFormat) {
  EXPECT_EQ(decodeFloat(Scalar::F8E4M3, 0x7E), 448.0);
  EXPECT_EQ(decodeFloat(Scalar::F8E5M2, 0x7B), 57344.0);
  EXPECT_EQ(decodeFloat(Scalar::F8E4B15, 0x7F), 1.875);
  EXPECT_EQ(decodeFloat(Scalar::F16, 0x7BFF), 65504.0);
  EXPECT_EQ(encodeFloat(Scalar::F16, 65520.0), 0x7C00u);
  EXPECT_EQ(encodeFloat(Scalar::F8E4M3, INFINITY), 0x7Eu);
  EXPECT_EQ(encodeFloat(Scalar::BF16, 1.0), 0x3F80u);
}

} // namespace
} // namespace nereid
