// Scripts for tests of the triton package: run on a device that records its launches.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/script_context.h"

namespace nereid::host {

// Compiles for the interpreter and runs nothing.
class RecordingDevice : public Device {
public:
  struct Launch {
    std::string kernel;
    Grid grid;
    std::vector<uint64_t> words;
  };
  std::vector<Launch> launches;
  std::function<Status(const Launch &)> onLaunch; // what a launch does; may be empty

  std::string_view name() const override { return "recording"; }
  const TargetSpec &target() const override { return target_; }
  Result<std::shared_ptr<LoadedKernel>> load(const Artifact &artifact) override;
  Status launch(const LoadedKernel &kernel, Grid grid,
                std::span<const uint64_t> arguments) override;
  Status synchronize() override { return {}; }

private:
  const TargetSpec target_{"interp", "", ""};
};

// One script, with `import torch, triton` and `triton.language as tl` done.
class TritonScript {
public:
  TritonScript();
  RecordingDevice *device; // the engine's
  std::shared_ptr<ScriptContext> context;
  std::string directory = "."; // where its imports are looked for

  // What it printed; then, if it raised, the last line of the traceback, which is also `error`.
  std::string run(const std::string &text);
  std::string error;
};

// A kernel that most tests can use: add(x, y, out, n, BLOCK: tl.constexpr).
extern const char *const kAddKernel;

} // namespace nereid::host
