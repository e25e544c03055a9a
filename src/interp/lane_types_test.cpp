// The fast conversions of narrow floats are the general ones of base/scalar.h.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "interp/lane_types.h"

namespace nereid::interp {
namespace {

bool sameFloat(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

TEST(LaneTypes, WidensEveryHalf) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    ASSERT_TRUE(sameFloat(widenHalf(bits), float(decodeFloat(Scalar::F16, bits)))) << bits;
}

template <typename T> void expectNarrowsLikeScalar(float value) {
  uint64_t want = encodeFloat(T::format, value), got = narrow<T>(value).bits;
  bool isNan = std::isnan(value);
  ASSERT_TRUE(got == want || (isNan && std::isnan(widen(narrow<T>(value)))))
      << value << " became " << got << ", not " << want;
}

TEST(LaneTypes, NarrowsAsScalarDoes) {
  std::mt19937 random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    float any = std::bit_cast<float>(uint32_t(random()));
    float moderate = std::ldexp(std::fmod(any, 1.0f), int(random() % 45) - 28);
    for (float value : {any, moderate})
      if (!std::isnan(value)) {
        expectNarrowsLikeScalar<Half>(value);
        expectNarrowsLikeScalar<BFloat16>(value);
      }
  }
}

TEST(LaneTypes, RoundsTiesOfHalvesToEven) {
  for (uint32_t bits = 0; bits < 0x7BFF; ++bits) { // halfway to the next
    float tie = (widenHalf(bits) + widenHalf(bits + 1)) / 2;
    uint16_t even = bits % 2 == 0 ? bits : bits + 1;
    ASSERT_EQ(roundToHalf(tie), even) << bits;
    ASSERT_EQ(roundToHalf(std::nextafter(tie, 0.0f)), bits);
    ASSERT_EQ(roundToHalf(std::nextafter(tie, 1e9f)), bits + 1);
  }
}

TEST(LaneTypes, KeepsNan) {
  for (uint32_t bits : {0x7FC00000u, 0x7F800001u, 0xFFFFFFFFu}) {
    float nan = std::bit_cast<float>(bits);
    EXPECT_TRUE(std::isnan(widen(narrow<Half>(nan))));
    EXPECT_TRUE(std::isnan(widen(narrow<BFloat16>(nan))));
  }
}

TEST(LaneTypes, ReadsSigns) {
  EXPECT_EQ(asSigned(uint8_t(0xFF)), -1);
  EXPECT_EQ(asSigned(true), -1);
  EXPECT_EQ(asUnsigned(uint8_t(0xFF)), 255u);
  EXPECT_EQ(truncate<bool>(2u), false);
  EXPECT_EQ(truncate<uint8_t>(uint64_t(-1)), 255);
}

} // namespace
} // namespace nereid::interp
