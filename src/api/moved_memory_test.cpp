#include <gtest/gtest.h>

#include <vector>

#include "api/moved_memory.h"
#include "runtime/cuda_device.h"
#include "runtime/fake_cuda_driver.h"

namespace nereid::api {
namespace {

nereid_argument pointerTo(const std::vector<float> &data) {
  nereid_argument argument = {};
  argument.kind = NEREID_POINTER;
  argument.pointer = data.data();
  argument.bytes = data.size() * sizeof(float);
  return argument;
}

TEST(MovedMemory, GoesThereAndWhatChangedComesBack) {
  FakeGpu &gpu = FakeGpu::reset();
  auto device = makeCudaDevice(CudaContext::start(gpu.driver(), 0));
  ASSERT_TRUE(device.ok());
  std::vector<float> x = {1, 2, 3}, out(3);
  nereid_argument raw = pointerTo(x);
  raw.bytes = 0; // an address of the GPU's already
  const nereid_argument arguments[] = {pointerTo(x), pointerTo(out), pointerTo(x), raw};
  {
    MovedMemory moved(device.value()->memory(), arguments);
    ASSERT_TRUE(moved.moveOut().ok());
    auto there = moved.arguments();
    EXPECT_NE(there[0].pointer, x.data());
    EXPECT_EQ(there[0].pointer, there[2].pointer);
    EXPECT_EQ(there[3].pointer, x.data());
    // The fake GPU's memory is the host's.
    static_cast<float *>(const_cast<void *>(there[1].pointer))[1] = 5;
    ASSERT_TRUE(moved.bringBack().ok());
  }
  EXPECT_EQ(out, (std::vector<float>{0, 5, 0}));
  EXPECT_EQ(x, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(device.value()->memory()->usage().allocated, 0u);
}

} // namespace
} // namespace nereid::api
