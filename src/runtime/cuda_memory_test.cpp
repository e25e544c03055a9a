// A GPU's memory, streams and time, on a GPU that is this process.
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/cuda_timer.h"
#include "runtime/fake_device.h"

namespace nereid {
namespace {

TEST(CudaMemory, CopiesThereAndBack) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  CudaMemory &memory = *device->memory();
  for (size_t bytes : {size_t(1), size_t(4096), size_t(300'000), size_t(20'000'003)}) {
    std::vector<uint8_t> from(bytes), to(bytes);
    std::iota(from.begin(), from.end(), uint8_t(3));
    uint64_t address = memory.allocate(bytes).value();
    ASSERT_TRUE(memory.upload(address, from.data(), bytes).ok());
    ASSERT_TRUE(memory.download(to.data(), address, bytes).ok());
    EXPECT_EQ(from, to) << bytes;
    ASSERT_TRUE(memory.fillWithZeros(address, bytes).ok());
    ASSERT_TRUE(memory.download(to.data(), address, bytes).ok());
    EXPECT_EQ(to, std::vector<uint8_t>(bytes));
    memory.release(address);
  }
}

TEST(CudaMemory, KeepsBlocksForReuseAndGivesThemBackWhenMemoryIsShort) {
  FakeGpu &gpu = FakeGpu::reset();
  gpu.memoryBytes = uint64_t(64) << 20;
  auto device = deviceOn(gpu);
  CudaMemory &memory = *device->memory();
  uint64_t first = memory.allocate(40 << 20).value();
  memory.release(first);
  EXPECT_EQ(memory.allocate(40 << 20).value(), first);
  EXPECT_EQ(gpu.countOf("cuMemAlloc"), 1);
  memory.release(first);
  auto other = memory.allocate(60 << 20); // only fits once the first is given back
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(memory.usage().reserved, uint64_t(60) << 20);
  auto tooMuch = memory.allocate(10 << 20);
  ASSERT_FALSE(tooMuch.ok());
  EXPECT_EQ(tooMuch.error().code(), StatusCode::OutOfMemory);
  memory.release(other.value());
}

TEST(CudaTimer, MeasuresBetweenPairsOfMarks) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto kernel = device->load(kernelNamed("k"));
  CudaTimer timer(device->context(), device->memory());
  for (int runs : {1, 3}) {
    ASSERT_TRUE(timer.clearCache().ok());
    ASSERT_TRUE(timer.mark().ok());
    for (int i = 0; i < runs; ++i)
      ASSERT_TRUE(device->launch(*kernel.value(), {1}, {}).ok());
    ASSERT_TRUE(timer.mark().ok());
  }
  auto times = timer.takeIntervals();
  ASSERT_TRUE(times.ok());
  EXPECT_EQ(times.value(), (std::vector<double>{1, 3}));
}

TEST(CudaTimer, LaunchesUnderCaptureArePlain) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto kernel = device->load(kernelNamed("k"));
  CudaTimer timer(device->context(), device->memory());
  ASSERT_TRUE(timer.beginCapture().ok());
  ASSERT_TRUE(device->launch(*kernel.value(), {1}, {}).ok());
  ASSERT_TRUE(timer.endCapture().ok());
  EXPECT_FALSE(gpu.launches[0].fromGraph);
  ASSERT_TRUE(device->launch(*kernel.value(), {1}, {}).ok());
  EXPECT_TRUE(gpu.launches[1].fromGraph);
}

TEST(CudaStreams, LaunchesGoToTheCurrentOneAndGraphsToTheMainOne) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  CudaStreams &streams = device->context()->streams();
  auto kernel = device->load(kernelNamed("f"));
  ASSERT_TRUE(kernel.ok());
  CudaStream side = nullptr;
  ASSERT_EQ(streams.make(side), kCudaSuccess);
  for (CudaStream stream : {streams.main(), side, streams.main()}) {
    streams.use(stream);
    EXPECT_TRUE(device->launch(*kernel.value(), {1}, {}).ok());
    EXPECT_EQ(gpu.launches.back().stream, stream);
    EXPECT_EQ(gpu.launches.back().fromGraph, stream == streams.main());
  }
}

TEST(CudaStreams, CopiesWaitForAllAndAllForThem) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto &memory = *device->memory();
  uint64_t address = memory.allocate(64).value();
  char bytes[64] = {};
  ASSERT_TRUE(memory.upload(address, bytes, sizeof bytes).ok());
  EXPECT_EQ(gpu.countOf("cuStreamWaitEvent"), 0); // one stream needs no order
  CudaStream sides[2] = {};
  for (CudaStream &side : sides)
    ASSERT_EQ(device->context()->streams().make(side), kCudaSuccess);
  ASSERT_TRUE(memory.upload(address, bytes, sizeof bytes).ok());
  EXPECT_EQ(gpu.countOf("cuStreamWaitEvent"), 4); // two there and two back
  memory.release(address);
  EXPECT_EQ(gpu.countOf("cuStreamWaitEvent"), 6); // who takes the block next comes after both
}

TEST(CudaStreams, OldOnesAreGivenOutAgain) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  std::vector<CudaStream> made(33);
  for (CudaStream &stream : made)
    ASSERT_EQ(device->context()->streams().make(stream), kCudaSuccess);
  EXPECT_EQ(made[32], made[0]);
  EXPECT_NE(made[31], made[0]);
  EXPECT_EQ(gpu.streams, 33); // and the main one
}

} // namespace
} // namespace nereid
