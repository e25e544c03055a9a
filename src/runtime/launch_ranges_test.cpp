#include "runtime/launch_ranges.h"

#include <gtest/gtest.h>

namespace nereid {
namespace {

using Kind = LaunchRange::Kind;

// Whether the last of `ranges` is known not to be negative on a grid of 10 x 4, with 1000 and -3.
bool isInside(std::vector<LaunchRange> ranges) {
  Artifact artifact;
  artifact.notNegative = {uint32_t(ranges.size() - 1)};
  artifact.ranges = std::move(ranges);
  uint64_t words[] = {1000, uint64_t(-3)};
  return areNotNegative(artifact, {10, 4}, words);
}

bool isInside(Kind kind, int64_t a, int64_t b) {
  return isInside({{Kind::Constant, a, {}}, {Kind::Constant, b, {}}, {kind, 0, {0, 1}}});
}

TEST(LaunchRanges, LeavesAreTheLaunchs) {
  EXPECT_TRUE(isInside({{Kind::Parameter, 0, {}}}));
  EXPECT_FALSE(isInside({{Kind::Parameter, 1, {}}}));
  EXPECT_TRUE(isInside({{Kind::Program, 0, {}}}));
  // 9 - program, and one less
  for (int64_t most : {9, 8})
    EXPECT_EQ(
        isInside({{Kind::Constant, most, {}}, {Kind::Program, 0, {}}, {Kind::Subtract, 0, {0, 1}}}),
        most == 9);
  // programs - 4 along the second axis
  EXPECT_TRUE(
      isInside({{Kind::Programs, 1, {}}, {Kind::Constant, 4, {}}, {Kind::Subtract, 0, {0, 1}}}));
}

TEST(LaunchRanges, Arithmetic) {
  EXPECT_TRUE(isInside(Kind::Add, 3, -3));
  EXPECT_FALSE(isInside(Kind::Add, 3, -4));
  EXPECT_TRUE(isInside(Kind::Multiply, -3, -4));
  EXPECT_FALSE(isInside(Kind::Multiply, 3, -4));
  EXPECT_TRUE(isInside(Kind::Divide, -3, 4)); // towards zero
  EXPECT_FALSE(isInside(Kind::Divide, -4, 4));
  EXPECT_FALSE(isInside(Kind::Divide, 4, 0)); // nothing is known
  EXPECT_TRUE(isInside(Kind::Remainder, 5, -4));
  EXPECT_FALSE(isInside(Kind::Remainder, -5, 4));
  EXPECT_FALSE(isInside(Kind::Least, 5, -1));
  EXPECT_TRUE(isInside(Kind::Greatest, 5, -1));
  EXPECT_FALSE(isInside(Kind::Either, 5, -1));
}

TEST(LaunchRanges, WhatOverflowsMayBeAnything) {
  EXPECT_FALSE(isInside(Kind::Multiply, INT64_MAX, 2));
  EXPECT_FALSE(isInside(Kind::Add, INT64_MAX, 1));
}

// 12 - 4 * round of a loop from 0 to before 13, or 17, by 4
TEST(LaunchRanges, RoundsEndBeforeTheUpperBound) {
  for (int64_t upper : {13, 17})
    EXPECT_EQ(isInside({{Kind::Constant, 0, {}},
                        {Kind::Constant, upper, {}},
                        {Kind::Constant, 4, {}},
                        {Kind::Rounds, 0, {0, 1, 2}},
                        {Kind::Multiply, 0, {3, 2}},
                        {Kind::Constant, 12, {}},
                        {Kind::Subtract, 0, {5, 4}}}),
              upper == 13);
}

} // namespace
} // namespace nereid
