// What the instances must hold: every element somewhere, and where the machine says.
#include "layout/instances.h"

#include <gtest/gtest.h>

namespace nereid::layout {
namespace {

Flat at(const LinearLayout &layout, uint32_t reg, uint32_t lane, uint32_t warp = 0) {
  Point point;
  point[Place::Register] = reg;
  point[Place::Lane] = lane;
  point[Place::Warp] = warp;
  return layout.apply(point);
}

TEST(Blocked, HoldsEveryElementAtAnyShape) {
  for (int rows = 0; rows <= 8; ++rows)
    for (int columns = 0; columns <= 8; ++columns)
      for (int warps = 0; warps <= 3; ++warps) {
        LinearLayout layout = blocked({rows, columns}, {1, 0}, 2, warps);
        EXPECT_TRUE(layout.isSurjective());
        EXPECT_EQ(layout.sizeOf(Place::Lane), 32u);
        EXPECT_EQ(layout.sizeOf(Place::Warp), 1u << warps);
      }
}

TEST(Blocked, NeighboursLieInOneThread) {
  LinearLayout layout = blocked({4, 8}, {1, 0}, 2, 2);
  EXPECT_EQ(layout.contiguousBits(), 2);
  EXPECT_EQ(at(layout, 0, 1), 4u);      // the next lane: the next four
  EXPECT_EQ(at(layout, 0, 0, 1), 256u); // the next warp: the next row
  EXPECT_EQ(at(layout, 4, 0, 0), 128u); // then registers again
}

// PTX ISA, "Matrix fragments for mma.m16n8k16": c0, c1 at (lane / 4, 2 (lane % 4)), c2, c3 8 below.
TEST(Mma, AccumulatorsAreWhereTheMachinePutsThem) {
  LinearLayout layout = mmaAccumulator({4, 3}, {});
  for (uint32_t lane = 0; lane < 32; ++lane)
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t row = lane / 4 + (i >= 2 ? 8 : 0), column = 2 * (lane % 4) + (i & 1);
      EXPECT_EQ(at(layout, i, lane), 8 * row + column);
    }
}

TEST(Mma, OperandsAreWhereTheMachineReadsThem) {
  LinearLayout a = mmaOperandA({4, 4}, {}, 16), b = mmaOperandB({4, 3}, {}, 16);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    for (uint32_t i = 0; i < 8; ++i) {
      uint32_t row = lane / 4 + ((i & 2) ? 8 : 0);
      uint32_t k = 2 * (lane % 4) + (i & 1) + (i >= 4 ? 8 : 0);
      EXPECT_EQ(at(a, i, lane), 16 * row + k);
    }
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t k = 2 * (lane % 4) + (i & 1) + (i >= 2 ? 8 : 0);
      EXPECT_EQ(at(b, i, lane), 8 * k + lane / 4);
    }
  }
}

TEST(Mma, LayoutsHoldEveryElement) {
  for (int m = 4; m <= 7; ++m)
    for (int n = 3; n <= 8; ++n)
      for (MatrixWarps warps : {MatrixWarps{0, 0}, {2, 0}, {1, 2}, {3, 1}}) {
        EXPECT_TRUE(mmaAccumulator({m, n}, warps).isSurjective());
        for (int bits : {8, 16, 32}) {
          EXPECT_TRUE(mmaOperandA({m, 6}, warps, bits).isSurjective());
          EXPECT_TRUE(mmaOperandB({6, n}, warps, bits).isSurjective());
        }
      }
}

TEST(Wgmma, WarpgroupsHavePiecesOfColumns) {
  LinearLayout one = wgmmaAccumulator({6, 6}, {2, 0}), two = wgmmaAccumulator({6, 6}, {2, 1});
  EXPECT_EQ(one, mmaAccumulator({6, 6}, {2, 0}));
  EXPECT_TRUE(two.isSurjective());
  EXPECT_EQ(two.registers(), one.registers() / 2);
  EXPECT_EQ(two.bases(Place::Warp), (Bases{16 * 64, 32 * 64, 32})); // rows, rows, columns
  EXPECT_EQ(two.apply(Place::Register, 4), 8u);                     // the next eight columns
}

TEST(Slice, IsWhatReducingLeaves) {
  LinearLayout sums = slice(mmaAccumulator({6, 6}, {2, 0}), 1);
  EXPECT_TRUE(sums.isSurjective());
  EXPECT_EQ(sums.registers(), 2u); // rows l / 4 and l / 4 + 8
  EXPECT_EQ(at(sums, 0, 1), 0u);
  EXPECT_EQ(at(sums, 0, 4), 1u);
}

TEST(Swizzled, IsABijectionThatSpreadsColumns) {
  LinearLayout layout = swizzled({3, 6}, 3, 6); // 8 rows of 64 16-bit elements, units of 8
  EXPECT_TRUE(layout.isInjective());
  Inverse inverse = layout.invert();
  for (Flat row = 0; row < 8; ++row) // chunk c of row r is at chunk c ^ r
    for (Flat chunk = 0; chunk < 8; ++chunk)
      EXPECT_EQ(inverse.apply(64 * row + 8 * chunk)[Place::Offset], 64 * row + 8 * (chunk ^ row));
}

TEST(AlongAxis, CountsUpInRegistersLanesAndWarps) {
  LinearLayout layout = alongAxis({1, 9}, 1, 2);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_EQ(at(layout, 3, 0), 3u);
  EXPECT_EQ(at(layout, 0, 1), 4u);
  EXPECT_EQ(at(layout, 0, 0, 1), 128u);
}

} // namespace
} // namespace nereid::layout
