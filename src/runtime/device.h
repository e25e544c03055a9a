// A place where kernels run. The interpreter is one too: it loads artifacts whose code is tile IR,
// so every test and every tool runs on it unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "artifact/artifact.h"
#include "base/result.h"

namespace nereid {

struct Grid {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t programs() const { return uint64_t(x) * y * z; }
};

// A kernel that a device has loaded; what is inside is the device's business.
class LoadedKernel {
public:
  virtual ~LoadedKernel() = default;
};

class Device {
public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0; // "cpu", "interp", "cuda:0"
  virtual const TargetSpec &target() const = 0;

  virtual Result<std::shared_ptr<LoadedKernel>> load(const Artifact &artifact) = 0;

  // Enqueues one launch. `arguments` holds one word per parameter, in order: pointers are addresses
  // in this device's memory, integers are extended to 64 bits, floats are their bits. Returns an
  // error of an earlier launch, or of this one where it is already known. Devices that share the
  // host's memory (cpu, interp) have finished when this returns. Safe from several threads.
  virtual Status launch(const LoadedKernel &kernel, Grid grid,
                        std::span<const uint64_t> arguments) = 0;
  virtual Status synchronize() = 0;
};

} // namespace nereid
