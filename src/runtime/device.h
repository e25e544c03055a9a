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

// What a loaded kernel takes of a GPU; zeros where a device has no such figures.
struct KernelFigures {
  int registers = 0;        // of a thread
  int localBytes = 0;       // of a thread: what did not fit registers
  int sharedBytes = 0;      // of a program
  int residentPrograms = 0; // that a multiprocessor can hold at once
};

// A kernel that a device has loaded; what is inside is the device's business.
class LoadedKernel {
public:
  virtual ~LoadedKernel() = default;
  virtual KernelFigures figures() const { return {}; }
};

class Device {
public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0; // "cpu", "interp", "cuda:0"
  virtual const TargetSpec &target() const = 0;

  // What the device makes of an artifact before it is kept: a GPU's driver assembles its text.
  // codeVersion() says what else that depends on than the artifact and the target.
  virtual Result<Artifact> assemble(Artifact artifact) { return artifact; }
  virtual std::string codeVersion() const { return {}; }
  // OutOfMemory: a program needs more of something than the device has for one.
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
