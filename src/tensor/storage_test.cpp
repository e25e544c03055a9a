#include <csignal>
#include <thread>

#include "runtime/fault_guard.h"
#include "runtime/memory_map.h"
#include "tensor/made.h"
#include "tensor/storage.h"

namespace nereid::tensor {
namespace {

TEST(Storage, IsAlignedAndZero) {
  for (uint64_t bytes : {1, 63, 4096, 3 << 20}) {
    std::shared_ptr<Storage> storage = made(Storage::allocate(bytes));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(storage->data()) % 64, 0u);
    EXPECT_EQ(storage->size(), bytes);
    for (uint64_t i = 0; i < bytes; i += 61)
      ASSERT_EQ(storage->data()[i], std::byte{0});
  }
}

TEST(Storage, UntouchedMemoryCostsNothing) {
  std::vector<std::shared_ptr<Storage>> storages; // 64 GiB together
  for (int i = 0; i < 16; ++i)
    storages.push_back(made(Storage::allocate(uint64_t{4} << 30)));
  storages.back()->data()[uint64_t{4} << 29] = std::byte{1};
}

TEST(Storage, MoreThanTheMachineHasIsAStatus) {
  Result<std::shared_ptr<Storage>> storage = Storage::allocate(uint64_t{1} << 60);
  ASSERT_FALSE(storage.ok());
  EXPECT_EQ(storage.error().code(), StatusCode::OutOfMemory);
  EXPECT_EQ(errorOf(zeros({int64_t{1} << 40, int64_t{1} << 40}, Dtype::F32)),
            "Storage size calculation overflowed with sizes=[1099511627776, 1099511627776]");
}

TEST(Storage, IsOnRecordWhileItLives) {
  std::shared_ptr<Storage> storage = made(Storage::allocate(1000));
  auto address = reinterpret_cast<uint64_t>(storage->data());
  auto allocation = MemoryMap::find(address + 999);
  ASSERT_TRUE(allocation);
  EXPECT_TRUE(allocation->contains(address, 1000));
  EXPECT_FALSE(allocation->contains(address, 1001));
  storage.reset();
  auto after = MemoryMap::find(address);
  EXPECT_FALSE(after && after->contains(address, 1));
}

// Whatever a loop that runs past a tensor's end meets, it ends in a fault before it has gone far,
// and nothing of the process itself lies on the way.
TEST(Storage, RunningPastTheEndIsAFault) {
  for (uint64_t bytes : {64, 100000, 8 << 20}) {
    std::shared_ptr<Storage> storage = made(Storage::allocate(bytes));
    volatile std::byte *at = storage->data();
    constexpr uint64_t kFar = 80 << 20;
    uint64_t reached = 0;
    Fault fault = runGuarded([&] {
      for (volatile uint64_t &i = reached; i < kFar; i = i + 4096)
        at[i] = std::byte{7};
    });
    EXPECT_EQ(fault.signal, SIGSEGV) << bytes;
    EXPECT_GE(fault.address, reinterpret_cast<uint64_t>(storage->data()) + bytes);
  }
}

TEST(Storage, ATensorThatDiesLeavesItsPlaceToTheNext) {
  std::byte *first = made(Storage::allocate(1000))->data();
  std::shared_ptr<Storage> second = made(Storage::allocate(1010));
  EXPECT_EQ(second->data(), first);
  EXPECT_EQ(second->data()[1009], std::byte{0});
}

} // namespace
} // namespace nereid::tensor
