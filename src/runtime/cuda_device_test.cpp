#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "artifact/cubin.h"
#include "runtime/fake_device.h"

namespace nereid {
namespace {

TEST(CudaDevice, KnowsItsTargetAndName) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  EXPECT_EQ(device->name(), "cuda:0");
  EXPECT_EQ(device->target().backend, "nvidia");
  EXPECT_EQ(device->target().arch, "sm_90a");
  gpu.attributes[kCudaCapabilityMajor] = 8;
  EXPECT_EQ(deviceOn(gpu)->target().arch, "sm_80");
}

TEST(CudaDevice, ArgumentsArriveInTheirOwnWidth) {
  for (CudaLaunchPath path : {CudaLaunchPath::Graph, CudaLaunchPath::Plain}) {
    FakeGpu &gpu = FakeGpu::reset();
    int seen = 0;
    gpu.kernels["mixed"] = [&](Grid grid, void **parameters) {
      EXPECT_EQ(valueAt<uint64_t>(parameters, 0), 0x123456789abcdef0u);
      EXPECT_EQ(valueAt<int32_t>(parameters, 1), -5);
      EXPECT_EQ(valueAt<float>(parameters, 2), 1.5f);
      EXPECT_EQ(valueAt<int8_t>(parameters, 3), 1);
      EXPECT_EQ(valueAt<double>(parameters, 4), 0.1);
      EXPECT_EQ(grid.x, 7u);
      EXPECT_EQ(grid.y, 3u);
      EXPECT_EQ(grid.z, 2u);
      ++seen;
    };
    auto device = deviceOn(gpu);
    device->setLaunchPath(path);
    auto kernel = device->load(kernelNamed("mixed", {"*f32", "i32", "f32", "i1", "f64"}));
    ASSERT_TRUE(kernel.ok());
    double tenth = 0.1;
    float half = 1.5f;
    uint64_t words[] = {0x123456789abcdef0u, uint64_t(int64_t(-5)), 0, 1, 0};
    std::memcpy(&words[2], &half, 4);
    std::memcpy(&words[4], &tenth, 8);
    for (int i = 0; i < 2; ++i)
      EXPECT_TRUE(device->launch(*kernel.value(), {7, 3, 2}, words).ok());
    EXPECT_EQ(seen, 2);
    EXPECT_EQ(gpu.launches[1].threads, 128u);
    EXPECT_EQ(gpu.launches[1].fromGraph, path == CudaLaunchPath::Graph);
  }
}

TEST(CudaDevice, AGraphIsMadeOnceAndThenOnlySet) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto kernel = device->load(kernelNamed("k", {}));
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(device->launch(*kernel.value(), {uint32_t(i + 1)}, {}).ok());
  EXPECT_EQ(gpu.countOf("cuGraphInstantiate"), 1);
  EXPECT_EQ(gpu.countOf("cuGraphExecKernelNodeSetParams"), 4);
  EXPECT_EQ(gpu.launches.size(), 5u);
}

TEST(CudaDevice, EmptyGridsAreNotLaunchedAndHugeOnesRefused) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto kernel = device->load(kernelNamed("k", {}));
  EXPECT_TRUE(device->launch(*kernel.value(), {0, 1, 1}, {}).ok());
  Status tooLarge = device->launch(*kernel.value(), {1, 70000, 1}, {});
  EXPECT_EQ(tooLarge.code(), StatusCode::InvalidArgument);
  EXPECT_NE(tooLarge.what().find("(1, 70000, 1)"), std::string::npos) << tooLarge.what();
  EXPECT_TRUE(gpu.launches.empty());
}

TEST(CudaDevice, SharedMemoryBeyond48KilobytesIsAskedForAndTooMuchRefused) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  Artifact artifact = kernelNamed("k", {});
  artifact.sharedBytes = 48 << 10;
  EXPECT_TRUE(device->load(artifact).ok());
  EXPECT_EQ(gpu.dynamicShared, 0);
  artifact.sharedBytes = 200'000;
  auto kernel = device->load(artifact);
  ASSERT_TRUE(kernel.ok());
  EXPECT_EQ(gpu.dynamicShared, 200'000);
  ASSERT_TRUE(device->launch(*kernel.value(), {1}, {}).ok());
  EXPECT_EQ(gpu.launches[0].sharedBytes, 200'000u);
  artifact.sharedBytes = 240'000;
  auto refused = device->load(artifact);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), StatusCode::OutOfMemory);
  EXPECT_NE(refused.error().what().find("240000"), std::string::npos);
  EXPECT_NE(refused.error().nextStep().find("num_stages"), std::string::npos);
}

TEST(CudaDevice, TooManyRegistersForOneProgramAreRefused) {
  FakeGpu &gpu = FakeGpu::reset();
  gpu.registers = 255;
  auto device = deviceOn(gpu);
  Artifact artifact = kernelNamed("k", {});
  artifact.threadsPerProgram = 512;
  auto refused = device->load(artifact);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().what().find("255 registers"), std::string::npos);
}

TEST(CudaDevice, PtxBecomesACubinOnceAndACubinStays) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto assembled = device->assemble(kernelNamed("k", {}));
  ASSERT_TRUE(assembled.ok());
  EXPECT_EQ(gpu.assembled, "// PTX");
  EXPECT_TRUE(assembled.value().code.starts_with("\x7f"));
  ASSERT_TRUE(device->assemble(assembled.value()).ok());
  EXPECT_EQ(gpu.countOf("cuLinkComplete"), 1);
  EXPECT_EQ(gpu.countOf("cuLinkDestroy"), 1);
}

TEST(CudaDevice, TheCodeForFewProgramsIsAssembledToo) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  Artifact artifact = kernelNamed("many");
  artifact.ofFew = serialize(kernelNamed("few"));
  artifact.otherwise = serialize(kernelNamed("plain"));
  auto assembled = device->assemble(artifact);
  ASSERT_TRUE(assembled.ok());
  EXPECT_TRUE(isCubin(assembled.value().code));
  EXPECT_TRUE(isCubin(deserialize(assembled.value().ofFew).value().code));
  EXPECT_EQ(deserialize(assembled.value().otherwise).value().code, "// PTX");
  EXPECT_EQ(gpu.countOf("cuLinkComplete"), 2);
  gpu.fail["cuLinkAddData"] = kCudaOutOfMemory;
  EXPECT_FALSE(device->assemble(artifact).ok());
}

TEST(CudaDevice, WhatMovesRegistersIsAssembledWhole) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  Artifact artifact = kernelNamed("k", {});
  artifact.code = "setmaxnreg.inc.sync.aligned.u32 232;";
  auto kept = device->assemble(artifact);
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept.value().code, artifact.code);
  EXPECT_EQ(gpu.countOf("cuLinkCreate"), 0);
  ASSERT_TRUE(device->load(kept.value()).ok());
}

TEST(CudaDevice, AFaultNamesTheKernelAndItsGridAndStays) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto kernel = device->load(kernelNamed("wild", {}));
  ASSERT_TRUE(device->launch(*kernel.value(), {12, 3}, {}).ok());
  gpu.fault = kCudaIllegalAddress;
  Status fault = device->synchronize();
  EXPECT_EQ(fault.code(), StatusCode::Fault);
  EXPECT_NE(fault.what().find("kernel `wild` on grid (12, 3, 1) touched memory"), std::string::npos)
      << fault.what();
  gpu.fault = kCudaSuccess;
  EXPECT_EQ(device->launch(*kernel.value(), {1}, {}).what(), fault.what());
  EXPECT_EQ(device->memory()->allocate(16).error().what(), fault.what());
}

TEST(CudaDevice, AFaultAfterSeveralLaunchesNamesThemLatestFirst) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = deviceOn(gpu);
  auto first = device->load(kernelNamed("first", {})), second = device->load(kernelNamed("b", {}));
  ASSERT_TRUE(device->launch(*first.value(), {1}, {}).ok());
  ASSERT_TRUE(device->synchronize().ok()); // what is done is not suspected
  for (int i = 0; i < 20; ++i)
    ASSERT_TRUE(device->launch(*(i == 19 ? second : first).value(), {1}, {}).ok());
  gpu.fault = kCudaLaunchFailed;
  std::string text = device->synchronize().what();
  EXPECT_NE(text.find("one of the last 20 launches"), std::string::npos) << text;
  EXPECT_LT(text.find("`b`"), text.find("`first`")) << text;
}

TEST(CudaContext, SaysWhyItCannotStart) {
  FakeGpu &gpu = FakeGpu::reset();
  gpu.fail["cuInit"] = kCudaNoDevice;
  auto none = makeCudaDevice(CudaContext::start(gpu.driver(), 0));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code(), StatusCode::Unavailable);
  gpu.fail.clear();
  auto missing = makeCudaDevice(CudaContext::start(gpu.driver(), 3));
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().what().find("no GPU 3"), std::string::npos);
  gpu.fail["cuDevicePrimaryCtxRetain"] = kCudaOutOfMemory;
  auto busy = makeCudaDevice(CudaContext::start(gpu.driver(), 0));
  ASSERT_TRUE(busy.ok()); // the GPU is known; its context is not there
  EXPECT_EQ(busy.value()->load(kernelNamed("k", {})).error().code(), StatusCode::Unavailable);
}

} // namespace
} // namespace nereid
