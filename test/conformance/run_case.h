// Runs one case of a conformance file on one device.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "case_file.h"
#include "jit/engine.h"
#include "runtime/device_memory.h"
#include "tensor_text.h"

namespace nereid::conformance {

// A device under test.
struct Engine {
  std::string name;
  std::unique_ptr<jit::Engine> engine;
  std::function<std::vector<Diagnostic>()> takeFaults; // may be empty
  std::string *printed = nullptr;                      // what kernels printed; null: not seen
  std::shared_ptr<DeviceMemory> memory;                // where its tensors go; null: the host's
  int warps = 0, stages = 0;                           // of every case; 0: as it says
};

// What a launch left behind.
struct Outcome {
  std::map<std::string, Tensor> before, after; // by argument
  std::vector<std::string> codes;              // of diagnostics: "NR0502"
  std::string diagnostics;                     // as text
  std::string printed;
  std::shared_ptr<const jit::Compiled> compiled; // null if it did not compile
  std::string mistake; // in the case itself, or memory written beside a tensor
  std::string lacks;   // what the device cannot do that the kernel needs; empty: nothing
};

Outcome runCase(const Case &which, eval::Ref<sema::JitFunction> function, uint64_t seed,
                Engine &engine);

} // namespace nereid::conformance
