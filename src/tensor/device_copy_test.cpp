#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tensor/cast.h"
#include "tensor/made.h"

namespace nereid::tensor {
namespace {

// Memory of a device that is only known by numbers, and a log of what moved.
class RecordedMemory : public DeviceMemory {
public:
  std::map<uint64_t, std::vector<std::byte>> blocks;
  std::string log;
  bool isBroken = false;

  Result<uint64_t> allocate(uint64_t bytes) override {
    blocks[next_ += 4096].resize(bytes, std::byte(0xEE));
    return next_;
  }
  void release(uint64_t address) override { blocks.erase(address); }
  Status upload(uint64_t to, const void *from, uint64_t bytes) override {
    log += 'u';
    std::memcpy(blocks.at(to).data(), from, bytes);
    return {};
  }
  Status download(void *to, uint64_t from, uint64_t bytes) override {
    log += 'd';
    if (isBroken)
      return {StatusCode::Fault, "a kernel failed"};
    std::memcpy(to, blocks.at(from).data(), bytes);
    return {};
  }
  Status fillWithZeros(uint64_t to, uint64_t bytes) override {
    log += 'z';
    auto block = std::prev(blocks.upper_bound(to));
    std::memset(block->second.data() + (to - block->first), 0, bytes);
    return {};
  }
  Status copy(uint64_t to, uint64_t from, uint64_t bytes) override {
    log += 'c';
    auto target = std::prev(blocks.upper_bound(to)), source = std::prev(blocks.upper_bound(from));
    std::memcpy(target->second.data() + (to - target->first),
                source->second.data() + (from - source->first), bytes);
    return {};
  }

private:
  uint64_t next_ = 0;
};

struct Launched {
  std::shared_ptr<RecordedMemory> memory = std::make_shared<RecordedMemory>();

  // What a kernel does that sets the first element.
  void setFirst(const Tensor &x, float value) {
    uint64_t address = made(x.storage()->addressOn(memory));
    std::memcpy(memory->blocks.at(address).data(), &value, sizeof value);
  }
};

TEST(DeviceCopy, ContentsGoThereAndComeBackOnceWhenAskedFor) {
  Launched gpu;
  Tensor x = floats({1, 2, 3});
  gpu.setFirst(x, 10);
  gpu.setFirst(x, 20);
  EXPECT_EQ(gpu.memory->log, "u");
  EXPECT_EQ(text(x), "tensor([20.,  2.,  3.])");
  EXPECT_EQ(text(x), "tensor([20.,  2.,  3.])");
  EXPECT_EQ(gpu.memory->log, "ud");
}

TEST(DeviceCopy, WhatTheHostWritesReachesTheNextLaunch) {
  Launched gpu;
  Tensor x = floats({1, 2, 3});
  gpu.setFirst(x, 10);
  x.as<float>()[1] = 7;
  gpu.setFirst(x, 20);
  EXPECT_EQ(text(x), "tensor([20.,  7.,  3.])");
  EXPECT_EQ(gpu.memory->log, "udud");
}

TEST(DeviceCopy, ReadingDoesNotCostAnotherCopy) {
  Launched gpu;
  Tensor x = floats({1, 2, 3});
  gpu.setFirst(x, 10);
  {
    ReadingScope reading;
    EXPECT_EQ(text(x), "tensor([10.,  2.,  3.])");
  }
  gpu.setFirst(x, 20);
  EXPECT_EQ(gpu.memory->log, "ud");
  EXPECT_EQ(text(x), "tensor([20.,  2.,  3.])");
}

TEST(DeviceCopy, ZerosThatNobodySawAreMadeThere) {
  Launched gpu;
  Tensor x = made(zeros({3}, Dtype::F32));
  gpu.setFirst(x, 5);
  EXPECT_EQ(gpu.memory->log, "z");
  EXPECT_EQ(text(x), "tensor([5., 0., 0.])");
}

TEST(DeviceCopy, AFillWithZerosIsDoneWhereTheContentsAre) {
  Launched gpu;
  Tensor x = counting({2, 3});
  ASSERT_TRUE(fill(x, Number(0)).ok()); // no GPU has it yet
  EXPECT_EQ(text(x), "tensor([[0., 0., 0.],\n        [0., 0., 0.]])");
  x = counting({2, 3});
  gpu.setFirst(x, 10);
  ASSERT_TRUE(fill(made(select(x, 0, 1)), Number(0)).ok());
  gpu.setFirst(x, 20);
  EXPECT_EQ(gpu.memory->log, "uz");
  EXPECT_EQ(text(x), "tensor([[20.,  1.,  2.],\n        [ 0.,  0.,  0.]])");
  // Now the host's is the current one.
  x.as<float>()[1] = 7;
  ASSERT_TRUE(fill(made(select(x, 0, 1)), Number(0)).ok());
  gpu.setFirst(x, 30);
  EXPECT_EQ(gpu.memory->log, "uzdu");
  EXPECT_EQ(text(x), "tensor([[30.,  7.,  2.],\n        [ 0.,  0.,  0.]])");
}

TEST(DeviceCopy, ViewsShareBothCopies) {
  Launched gpu;
  Tensor x = counting({2, 3});
  Tensor row = made(select(x, 0, 1));
  gpu.setFirst(row, 10); // the storage's first, which is x's
  EXPECT_EQ(text(row), "tensor([3., 4., 5.])");
  EXPECT_EQ(x.as<float>()[0], 10);
  EXPECT_EQ(gpu.memory->blocks.size(), 1u);
}

TEST(DeviceCopy, TheCopyGoesWithTheStorage) {
  Launched gpu;
  gpu.setFirst(floats({1, 2, 3}), 10);
  EXPECT_TRUE(gpu.memory->blocks.empty());
}

TEST(DeviceCopy, WhatIsThereIsCopiedThere) {
  Launched gpu;
  Tensor x = floats({1, 2, 3, 4});
  gpu.setFirst(x, 10);
  Tensor copy = made(clone(x));
  gpu.setFirst(x, 20);
  ASSERT_TRUE(copyInto(made(slice(x, 0, 2, 4)), made(slice(copy, 0, 0, 2))).ok());
  EXPECT_EQ(gpu.memory->log, "ucc");
  EXPECT_EQ(text(copy), "tensor([10.,  2.,  3.,  4.])");
  EXPECT_EQ(text(x), "tensor([20.,  2., 10.,  2.])");
  EXPECT_EQ(gpu.memory->log, "uccdd");
}

TEST(DeviceCopy, WhatIsNotWhollyThereIsCopiedByTheHost) {
  Launched gpu;
  Tensor x = floats({1, 2, 3, 4}), y = floats({5, 6});
  gpu.setFirst(y, 10);
  ASSERT_TRUE(copyInto(made(slice(x, 0, 1, 3)), y).ok());
  EXPECT_EQ(gpu.memory->log, "ud"); // the rest of x is the host's
  EXPECT_EQ(text(x), "tensor([ 1., 10.,  6.,  4.])");
  EXPECT_EQ(text(made(cloneForHost(y))), "tensor([10.,  6.])");
}

TEST(DeviceCopy, AFailureIsKeptUntilAskedFor) {
  Launched gpu;
  Tensor x = floats({1, 2, 3});
  gpu.setFirst(x, 10);
  gpu.memory->isBroken = true;
  EXPECT_FALSE(hasCopyError());
  (void)x.data();
  EXPECT_TRUE(hasCopyError());
  EXPECT_EQ(takeCopyError().what(), "a kernel failed");
  EXPECT_TRUE(takeCopyError().ok());
}

} // namespace
} // namespace nereid::tensor
