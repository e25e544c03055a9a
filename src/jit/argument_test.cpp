#include "jit/argument.h"

#include <gtest/gtest.h>

namespace nereid::jit {
namespace {

struct Noted {
  int divisor;
  std::string key;
};

Noted note(const Argument &argument, Divisors divisors, ParameterRule rule = {}) {
  Bound bound;
  EXPECT_EQ(bind({rule}, {argument}, {}, bound, divisors), "");
  return {bound.spec.arguments[0].divisor, bound.key};
}

TEST(Divisors, TheLanguageNotes16Alone) {
  EXPECT_EQ(note(Argument::ofInt(4096), Divisors::Sixteen).divisor, 16);
  EXPECT_EQ(note(Argument::ofInt(0), Divisors::Sixteen).divisor, 16);
  EXPECT_EQ(note(Argument::ofInt(1000), Divisors::Sixteen).divisor, 1);
  EXPECT_EQ(note(Argument::ofInt(1000), Divisors::Sixteen).key,
            note(Argument::ofInt(1001), Divisors::Sixteen).key);
}

TEST(Divisors, EnginesThatUseThemGet8And4Too) {
  int expected[] = {4, 8, 16, 1, 1, 8};
  int64_t values[] = {1004, 1000, 1008, 1002, 1001, -8};
  for (size_t i = 0; i < std::size(values); ++i)
    EXPECT_EQ(note(Argument::ofInt(values[i]), Divisors::FourToSixteen).divisor, expected[i])
        << values[i];
  EXPECT_NE(note(Argument::ofInt(1000), Divisors::FourToSixteen).key,
            note(Argument::ofInt(1004), Divisors::FourToSixteen).key);
}

TEST(Divisors, WhatIsNotToBeSpecializedIsNot) {
  ParameterRule rule;
  rule.specializeAlignment = false;
  EXPECT_EQ(note(Argument::ofInt(1000), Divisors::FourToSixteen, rule).divisor, 1);
  EXPECT_EQ(note(Argument::pointer(64, Scalar::F32), Divisors::FourToSixteen, rule).divisor, 1);
}

TEST(Divisors, OfAddressesOnly16Counts) {
  EXPECT_EQ(note(Argument::pointer(64, Scalar::F32), Divisors::FourToSixteen).divisor, 16);
  EXPECT_EQ(note(Argument::pointer(72, Scalar::F32), Divisors::FourToSixteen).divisor, 1);
}

} // namespace
} // namespace nereid::jit
