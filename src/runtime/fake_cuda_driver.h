// For tests: a driver whose GPU is this process. Device memory is host memory, a kernel is a C++
// function found by name, and everything is done when the call returns. What was asked of it is on
// record, and it can be told to fail.
//
//   FakeGpu &gpu = FakeGpu::reset();
//   gpu.kernels["add_one"] = [](Grid grid, void **parameters) { ... };
//   auto device = makeCudaDevice(CudaContext::start(gpu.driver(), 0));
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/cuda_driver.h"
#include "runtime/device.h"

namespace nereid {

// What a kernel of the fake finds where a map is passed.
struct FakeMap {
  uint32_t rank;
  void *base;
  uint64_t extents[3], strides[3]; // strides[0] is not said
  uint32_t box[3];
};
static_assert(sizeof(FakeMap) <= 128);

class FakeGpu {
public:
  static FakeGpu &reset(); // the process's fake, as new; nothing made with the last may be left
  const CudaDriver &driver() const { return driver_; }

  using Kernel = std::function<void(Grid, void **parameters)>;
  std::map<std::string, Kernel> kernels;

  struct Launch {
    std::string kernel;
    Grid grid;
    unsigned threads = 0, programs = 0, sharedBytes = 0; // programs: the block's second size
    bool fromGraph = false;
    CudaStream stream = nullptr;
  };
  std::vector<Launch> launches;
  std::vector<std::string> calls; // names of calls, in order
  int countOf(const std::string &call) const;
  std::map<std::string, CudaResult> fail; // what each call returns instead of working
  CudaResult fault = kCudaSuccess;        // what the next synchronization finds
  std::map<int, int> attributes;          // of the device
  uint64_t memoryBytes = uint64_t(1) << 30;
  uint64_t usedBytes = 0;
  int registers = 32;
  int devices = 1;
  int streams = 0;       // made
  int dynamicShared = 0; // the most that a function was given
  std::string assembled; // the PTX that the linker was given

private:
  FakeGpu();
  CudaDriver driver_;
};

} // namespace nereid
