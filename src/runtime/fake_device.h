// For tests: a CudaDevice on the fake driver, kernels for it, and what they are passed.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "runtime/cuda_device.h"
#include "runtime/fake_cuda_driver.h"

namespace nereid {

// Ready to work; null if it cannot start.
inline std::unique_ptr<CudaDevice> deviceOn(FakeGpu &gpu) {
  auto device = makeCudaDevice(CudaContext::start(gpu.driver(), 0));
  bool isReady = device.ok() && device.value()->context()->enter().ok();
  return isReady ? std::move(device).value() : nullptr;
}

// Its parameters' types are `types`: "*f32", "i32", ...
inline Artifact kernelNamed(const std::string &name, const std::vector<std::string> &types = {}) {
  Artifact artifact;
  artifact.target = {"nvidia", "sm_90a", ""};
  artifact.entry = name;
  artifact.code = "// PTX";
  for (size_t i = 0; i < types.size(); ++i)
    artifact.parameters.push_back({"p" + std::to_string(i), types[i]});
  artifact.threadsPerProgram = 128;
  return artifact;
}

// The `i`-th of the parameters that the fake driver hands to a kernel.
template <typename T> T valueAt(void **parameters, size_t i) {
  T value;
  std::memcpy(&value, parameters[i], sizeof value);
  return value;
}

} // namespace nereid
