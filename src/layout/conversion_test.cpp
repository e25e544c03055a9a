// A plan is right if following it from any place of the target finds the same element in the
// source.
#include "layout/conversion.h"

#include <gtest/gtest.h>

#include "layout/instances.h"

namespace nereid::layout {
namespace {

void expectRight(const LinearLayout &from, const LinearLayout &to) {
  Conversion plan = planConversion(from, to);
  for (uint32_t warp = 0; warp < to.sizeOf(Place::Warp); ++warp)
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t r = 0; r < to.registers(); ++r) {
        Point target, source;
        target[Place::Register] = r;
        target[Place::Lane] = lane;
        target[Place::Warp] = warp;
        source = target;
        if (plan.kind == Conversion::Kind::Registers) {
          source[Place::Register] = plan.sources[r];
        } else if (plan.kind == Conversion::Kind::Shuffles) {
          source[Place::Register] = plan.sources[r];
          source[Place::Lane] = plan.sourceLanes[r];
          for (int bit = 0; bit < 5; ++bit)
            if (lane >> bit & 1) {
              source[Place::Register] ^= plan.choicesOfBit[bit];
              source[Place::Lane] ^= plan.lanesOfBit[bit];
            }
        } else {
          return;
        }
        EXPECT_EQ(from.apply(source), to.apply(target)) << from.text() << "\n" << to.text();
      }
}

TEST(Conversion, PlansAreRightBetweenAllInstances) {
  for (int m = 4; m <= 6; ++m)
    for (int n = 3; n <= 7; ++n) {
      std::vector<LinearLayout> layouts = {
          blocked({m, n}, {1, 0}, 0, 1),   blocked({m, n}, {1, 0}, 2, 1),
          blocked({m, n}, {0, 1}, 2, 1),   mmaAccumulator({m, n}, {1, 0}),
          mmaOperandA({m, n}, {1, 0}, 16), alongAxis({m, n}, 0, 1)};
      for (const LinearLayout &from : layouts)
        for (const LinearLayout &to : layouts)
          expectRight(from, to);
    }
}

TEST(Conversion, NothingIsToDoBetweenEqualLayouts) {
  LinearLayout layout = blocked({4, 4}, {1, 0}, 1, 2);
  EXPECT_EQ(planConversion(layout, layout).kind, Conversion::Kind::Same);
}

// Flash attention's second product: the first one's result is its operand, register by register.
TEST(Conversion, AnAccumulatorIsAnOperandWithoutMoving) {
  LinearLayout result = mmaAccumulator({6, 6}, {2, 0}), operand = mmaOperandA({6, 6}, {2, 0}, 16);
  EXPECT_EQ(planConversion(result, operand).kind, Conversion::Kind::Same);
}

TEST(Conversion, LanesOfOneWarpShuffle) {
  LinearLayout from = blocked({0, 6}, {1, 0}, 1, 0), to = blocked({0, 6}, {1, 0}, 0, 0);
  EXPECT_EQ(planConversion(from, to).kind, Conversion::Kind::Shuffles);
}

TEST(Conversion, OtherWarpsNeedSharedMemory) {
  LinearLayout from = blocked({2, 6}, {1, 0}, 0, 2), to = blocked({2, 6}, {0, 1}, 0, 2);
  EXPECT_EQ(planConversion(from, to).kind, Conversion::Kind::SharedMemory);
}

} // namespace
} // namespace nereid::layout
