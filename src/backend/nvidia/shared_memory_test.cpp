#include "backend/nvidia/shared_memory.h"

#include <gtest/gtest.h>

namespace nereid::nvidia {
namespace {

constexpr uint32_t kKilobyte = 1024;

TEST(SharedMemory, ExchangesTakeTurnsAndMeetWhereTheyComeBack) {
  SharedMemory memory;
  EXPECT_EQ(memory.exchange(8 * kKilobyte).offset, 0u);
  SharedMemory::Piece second = memory.exchange(8 * kKilobyte), third = memory.exchange(kKilobyte);
  EXPECT_EQ(second.offset, 8 * kKilobyte);
  EXPECT_FALSE(second.needsBarrier);
  EXPECT_EQ(third.offset, 0u);
  EXPECT_FALSE(third.needsBarrier) << "the second exchange's barrier came after the first's reads";
}

TEST(SharedMemory, ExchangesInWarpsAreNoBarrierForOthers) {
  SharedMemory memory;
  memory.exchange(8 * kKilobyte);
  EXPECT_FALSE(memory.exchangeInWarps(4 * kKilobyte).needsBarrier);
  SharedMemory::Piece third = memory.exchange(8 * kKilobyte);
  EXPECT_EQ(third.offset, 0u);
  EXPECT_TRUE(third.needsBarrier) << "the first exchange may still be read";
}

TEST(SharedMemory, WarpsShareNothingWhileEachHasItsOwnPart) {
  SharedMemory memory;
  memory.hold(3 * kKilobyte, kKilobyte);
  for (int time = 0; time < 3; ++time) {
    memory.forget();
    EXPECT_TRUE(memory.exchangeInWarps(8 * kKilobyte).needsBarrier);
  }
  EXPECT_FALSE(memory.isShared());
  memory.exchange(kKilobyte);
  EXPECT_TRUE(memory.isShared());
}

TEST(SharedMemory, WarpsShareBytesThatAreOfOtherPartsTheSecondTime) {
  SharedMemory memory;
  memory.exchangeInWarps(8 * kKilobyte);
  memory.hold(kKilobyte, kKilobyte);
  memory.exchangeInWarps(8 * kKilobyte);
  EXPECT_TRUE(memory.isShared());
}

TEST(SharedMemory, WarpsShareWhatWasHeldAndIsReleased) {
  SharedMemory memory;
  uint32_t floor = memory.floor();
  memory.hold(kKilobyte, kKilobyte);
  memory.release(floor);
  EXPECT_TRUE(memory.exchangeInWarps(8 * kKilobyte).needsBarrier);
  EXPECT_TRUE(memory.isShared());
}

} // namespace
} // namespace nereid::nvidia
