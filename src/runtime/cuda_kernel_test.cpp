// Which code a launch runs, and what it passes beside the arguments.
#include "runtime/cuda_kernel.h"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/fake_device.h"

namespace nereid {
namespace {

// A matrix of `n` columns, rows `stride` apart, which must be a multiple of 8.
Artifact readerOfBoxes() {
  Artifact artifact = kernelNamed("boxes", {"*f16", "i32", "i32"});
  TensorMap::Axis columns{{LaunchTerm{2, {}}}, {LaunchTerm{1, {1}}}, 64};
  TensorMap::Axis rows{{LaunchTerm{2, {2}}}, {}, 128};
  artifact.tensorMaps.push_back({0, 2, 128, {columns, rows}});
  artifact.conditions.push_back({{LaunchTerm{1, {2}}}, 8});
  artifact.walksGrid = true;
  artifact.otherwise = serialize(kernelNamed("plain", {"*f16", "i32", "i32"}));
  return artifact;
}

TEST(CudaKernel, TensorMapsAreMadeOfArgumentsAndTheGridIsPassed) {
  FakeGpu &gpu = FakeGpu::reset();
  FakeMap map{};
  uint32_t sizes[3] = {};
  gpu.kernels["boxes"] = [&](Grid, void **parameters) {
    map = valueAt<FakeMap>(parameters, 3);
    for (int axis = 0; axis < 3; ++axis)
      sizes[axis] = valueAt<uint32_t>(parameters, 4 + axis);
  };
  auto device = deviceOn(gpu);
  auto kernel = device->load(readerOfBoxes());
  ASSERT_TRUE(kernel.ok());
  uint64_t words[] = {0x10000, 1000, 1024};
  ASSERT_TRUE(device->launch(*kernel.value(), {50, 40, 2}, words).ok());
  EXPECT_EQ(map.rank, 2u);
  EXPECT_EQ(map.base, reinterpret_cast<void *>(0x10000));
  EXPECT_EQ(map.extents[0], 1000u);
  EXPECT_EQ(map.extents[1], uint64_t(INT32_MAX));
  EXPECT_EQ(map.strides[1], 2048u);
  EXPECT_EQ(map.box[1], 128u);
  EXPECT_EQ(sizes[0], 50u);
  EXPECT_EQ(sizes[1], 40u);
  EXPECT_EQ(sizes[2], 2u);
  // As many blocks as run at once: 16 a multiprocessor, by the fake's registers.
  EXPECT_EQ(gpu.launches[0].grid.programs(), 132u * 16);
  ASSERT_TRUE(device->launch(*kernel.value(), {5}, words).ok());
  EXPECT_EQ(gpu.launches[1].grid.programs(), 5u);
}

TEST(CudaKernel, ProgramsAreDrawnOfACounterThatNobodyElseUses) {
  FakeGpu &gpu = FakeGpu::reset();
  std::vector<uint64_t> counters;
  gpu.kernels["boxes"] = [&](Grid, void **parameters) {
    counters.push_back(valueAt<uint64_t>(parameters, 7));
  };
  auto device = deviceOn(gpu);
  Artifact artifact = readerOfBoxes();
  artifact.drawsPrograms = true;
  auto kernel = device->load(artifact);
  uint64_t words[] = {0x10000, 1000, 1024};
  ASSERT_TRUE(device->launch(*kernel.value(), {50}, words).ok());
  ASSERT_TRUE(device->launch(*kernel.value(), {50}, words).ok());
  CudaStream side = nullptr;
  CudaStreams &streams = device->context()->streams();
  ASSERT_EQ(streams.make(side), kCudaSuccess);
  streams.use(side);
  ASSERT_TRUE(device->launch(*kernel.value(), {50}, words).ok());
  streams.use(streams.main());
  ASSERT_TRUE(device->synchronize().ok());
  ASSERT_EQ(counters.size(), 3u);
  EXPECT_EQ(*reinterpret_cast<uint32_t *>(counters[0]), 0u); // the fake GPU's memory is ours
  EXPECT_EQ(counters[1], counters[0]);
  EXPECT_EQ(counters[2], 0u);
}

TEST(CudaKernel, ScalesThatAreNotPositiveRunTheOtherCode) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  Artifact artifact = kernelNamed("scaled", {"f32"});
  artifact.scales = {0};
  artifact.otherwise = serialize(kernelNamed("plain", {"f32"}));
  auto kernel = device->load(artifact);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (float scale : {1.0f, 0.125f, 0.0f, -1.0f, 1e-30f, 1e30f, kInfinity, std::nanf("")}) {
    gpu.launches.clear();
    uint64_t word = std::bit_cast<uint32_t>(scale);
    ASSERT_TRUE(device->launch(*kernel.value(), {1}, std::span(&word, 1)).ok());
    EXPECT_EQ(gpu.launches[0].kernel, scale >= 0.125f && scale <= 1.0f ? "scaled" : "plain")
        << scale;
  }
}

TEST(CudaKernel, ArgumentsThatMakeNoMapRunTheOtherCode) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto kernel = device->load(readerOfBoxes());
  uint64_t odd[] = {0x10000, 1000, 1020};           // breaks the condition
  uint64_t misaligned[] = {0x10008, 1000, 1024};    // the base
  uint64_t nothing[] = {0x10000, 0, 1024};          // no columns
  uint64_t backward[] = {0x10000, 8, uint64_t(-8)}; // a negative stride
  for (uint64_t *words : {odd, misaligned, nothing, backward}) {
    gpu.launches.clear();
    ASSERT_TRUE(device->launch(*kernel.value(), {500, 10}, std::span(words, 3)).ok());
    EXPECT_EQ(gpu.launches[0].kernel, "plain");
    EXPECT_EQ(gpu.launches[0].grid.programs(), 5000u);
  }
  EXPECT_EQ(gpu.countOf("cuModuleLoadData"), 2); // once each
}

TEST(CudaKernel, FewProgramsRunTheCodeForThem) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  Artifact artifact = readerOfBoxes(), few = readerOfBoxes();
  few.entry = "few";
  few.walksGrid = false;
  artifact.ofFew = serialize(few);
  auto kernel = device->load(artifact);
  uint64_t words[] = {0x10000, 1000, 1024}, odd[] = {0x10000, 1000, 1020};
  ASSERT_TRUE(device->launch(*kernel.value(), {66, 2}, words).ok());
  ASSERT_TRUE(device->launch(*kernel.value(), {133}, words).ok());
  ASSERT_TRUE(device->launch(*kernel.value(), {66, 2}, odd).ok());
  EXPECT_EQ(gpu.launches[0].kernel, "few");
  EXPECT_EQ(gpu.launches[0].grid.y, 2u);
  EXPECT_EQ(gpu.launches[1].kernel, "boxes");
  EXPECT_EQ(gpu.launches[2].kernel, "plain");
  EXPECT_EQ(gpu.launches[2].grid.y, 2u);
}

TEST(CudaKernel, ProgramsOfOneWarpShareBlocksWhereThereAreMany) {
  FakeGpu &gpu = FakeGpu::reset();
  uint32_t programs = 0;
  gpu.kernels["small"] = [&](Grid, void **parameters) {
    programs = valueAt<uint32_t>(parameters, 1);
  };
  auto device = deviceOn(gpu);
  Artifact artifact = kernelNamed("small", {"*f32"});
  artifact.threadsPerProgram = 32;
  artifact.sharedBytes = 1024;
  artifact.programsPerBlock = 8;
  auto kernel = device->load(artifact);
  uint64_t words[] = {0x10000};
  // The grid, blocks along x, and programs in each.
  const struct {
    Grid grid;
    uint32_t blocks, perBlock;
  } cases[] = {{{1}, 1, 1},           {{2111}, 2111, 1},      {{2112}, 1056, 2},
               {{8448}, 1056, 8},     {{100001}, 12501, 8},   {{5, 50000}, 2, 4},
               {{1, 65535, 2}, 1, 1}, {{65, 100, 100}, 9, 8}, {{2147483647}, 268435456, 8}};
  for (const auto &[grid, blocks, perBlock] : cases) {
    gpu.launches.clear();
    ASSERT_TRUE(device->launch(*kernel.value(), grid, words).ok());
    EXPECT_EQ(gpu.launches[0].grid.x, blocks) << grid.x;
    EXPECT_EQ(gpu.launches[0].grid.y, grid.y);
    EXPECT_EQ(gpu.launches[0].grid.z, grid.z);
    EXPECT_EQ(gpu.launches[0].threads, 32u);
    EXPECT_EQ(gpu.launches[0].programs, perBlock) << grid.x;
    EXPECT_EQ(gpu.launches[0].sharedBytes, 1024 * perBlock);
    EXPECT_EQ(programs, grid.x);
  }
}

// 8 * (m - 1 - program), rows counted from the last.
TEST(CudaKernel, BoxesThatMayStartBeforeTheirTensorRunTheOtherCode) {
  using Kind = LaunchRange::Kind;
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  Artifact artifact = readerOfBoxes();
  artifact.ranges = {{Kind::Parameter, 1, {}},    {Kind::Constant, 1, {}},
                     {Kind::Subtract, 0, {0, 1}}, {Kind::Program, 1, {}},
                     {Kind::Subtract, 0, {2, 3}}, {Kind::Constant, 8, {}},
                     {Kind::Multiply, 0, {4, 5}}};
  artifact.notNegative = {6};
  auto kernel = device->load(artifact);
  uint64_t words[] = {0x10000, 1000, 1024};
  ASSERT_TRUE(device->launch(*kernel.value(), {7, 1000}, words).ok());
  ASSERT_TRUE(device->launch(*kernel.value(), {7, 1001}, words).ok());
  EXPECT_EQ(gpu.launches[0].kernel, "boxes");
  EXPECT_EQ(gpu.launches[1].kernel, "plain");
}

} // namespace
} // namespace nereid
