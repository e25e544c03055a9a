// The laws of linear layouts, over random ones.
#include "layout/linear_layout.h"

#include <random>

#include <gtest/gtest.h>

namespace nereid::layout {
namespace {

std::mt19937 random(7);

Flat below(Flat limit) {
  return std::uniform_int_distribution<Flat>(0, limit - 1)(random);
}

// A bijection between 2^bits offsets and as many elements: products of random shears.
LinearLayout randomBijection(int bits) {
  LinearLayout layout = LinearLayout::identity({bits / 2, bits - bits / 2});
  Bases &offset = layout.bases(Place::Offset);
  for (int step = 0; step < 4 * bits; ++step) {
    Flat i = below(bits), j = below(bits);
    if (i != j)
      offset[i] ^= offset[j];
  }
  return layout;
}

// A layout over registers, lanes and warps that reaches every element, some of them twice.
LinearLayout randomDistributed(int bits) {
  Bases all = randomBijection(bits).bases(Place::Offset);
  all.push_back(0);
  all.push_back(all[0] ^ all[1]);
  std::shuffle(all.begin(), all.end(), random);
  LinearLayout layout({bits / 2, bits - bits / 2});
  for (Flat base : all)
    layout.bases(static_cast<Place>(below(3))).push_back(base);
  return layout;
}

Point randomPoint(const LinearLayout &layout) {
  Point point;
  for (int place = 0; place < kPlaces; ++place)
    point.at[place] = below(layout.sizeOf(static_cast<Place>(place)));
  return point;
}

TEST(LinearLayout, ContributionsOfBitsAdd) {
  for (int round = 0; round < 100; ++round) {
    LinearLayout layout = randomDistributed(6);
    Point a = randomPoint(layout), b = randomPoint(layout), sum;
    for (int place = 0; place < kPlaces; ++place)
      sum.at[place] = a.at[place] ^ b.at[place];
    EXPECT_EQ(layout.apply(sum), layout.apply(a) ^ layout.apply(b));
  }
}

TEST(LinearLayout, InverseFindsEveryElement) {
  for (int round = 0; round < 100; ++round) {
    LinearLayout layout = randomDistributed(7);
    ASSERT_TRUE(layout.isSurjective());
    EXPECT_FALSE(layout.isInjective());
    Inverse inverse = layout.invert();
    for (Flat flat = 0; flat < 128; ++flat)
      EXPECT_EQ(layout.apply(inverse.apply(flat)), flat) << layout.text();
  }
}

TEST(LinearLayout, CompositionAppliesOneAfterTheOther) {
  for (int round = 0; round < 100; ++round) {
    LinearLayout outer = randomBijection(6), inner = randomDistributed(6);
    Point point = randomPoint(inner), offset;
    offset[Place::Offset] = inner.apply(point);
    EXPECT_EQ(outer.compose(inner).apply(point), outer.apply(offset));
  }
}

TEST(LinearLayout, CompositionIsAssociative) {
  for (int round = 0; round < 100; ++round) {
    LinearLayout a = randomBijection(6), b = randomBijection(6), c = randomDistributed(6);
    EXPECT_EQ(a.compose(b).compose(c), a.compose(b.compose(c)));
  }
}

TEST(LinearLayout, TransposingTwiceIsNothing) {
  for (int round = 0; round < 100; ++round) {
    LinearLayout layout = randomDistributed(7);
    EXPECT_EQ(layout.transposed({1, 0}).transposed({1, 0}), layout);
  }
}

TEST(LinearLayout, TransposingMovesRowToColumn) {
  LinearLayout layout = LinearLayout::identity({1, 2}).transposed({1, 0});
  // Element (row, column) of a 2 x 4 tile becomes (column, row) of a 4 x 2 one.
  for (Flat row = 0; row < 2; ++row)
    for (Flat column = 0; column < 4; ++column)
      EXPECT_EQ(layout.apply(Place::Offset, 4 * row + column), 2 * column + row);
}

TEST(LinearLayout, WhatDividesIsTakenAway) {
  LinearLayout whole({3, 3}), part({3, 3});
  whole.bases(Place::Register) = {1, 2, 16};
  part.bases(Place::Register) = {1, 2};
  auto quotient = whole.divide(part);
  ASSERT_TRUE(quotient);
  EXPECT_EQ(quotient->bases(Place::Register), Bases{16});
  part.bases(Place::Register) = {2};
  EXPECT_FALSE(whole.divide(part));
}

TEST(LinearLayout, AnAxisIsDroppedFromEveryPlace) {
  LinearLayout layout({1, 2});
  layout.bases(Place::Register) = {1, 4};
  layout.bases(Place::Lane) = {2};
  LinearLayout rows = layout.withoutAxis(1);
  EXPECT_EQ(rows.bases(Place::Register), (Bases{0, 1}));
  EXPECT_EQ(rows.bases(Place::Lane), Bases{0});
  EXPECT_EQ(rows.distinctRegisters().bases(Place::Register), Bases{1});
  for (uint32_t r = 0; r < rows.registers(); ++r)
    EXPECT_EQ(rows.distinctRegisters().apply(Place::Register, rows.distinctRegister(r)),
              rows.apply(Place::Register, r));
}

TEST(Span, CombinationsMakeTheirValue) {
  for (int round = 0; round < 200; ++round) {
    Bases generators;
    for (int i = 0; i < 6; ++i)
      generators.push_back(below(256));
    Span span(generators);
    Flat value = below(256);
    auto mask = span.combination(value);
    if (!mask)
      continue;
    for (int i = 0; i < 6; ++i)
      if (*mask >> i & 1)
        value ^= generators[i];
    EXPECT_EQ(value, 0u);
  }
}

} // namespace
} // namespace nereid::layout
