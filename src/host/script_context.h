// ScriptContext: what one running script is given by whoever runs it.
//
// Made by the command line, the judge or a test; shared by the modules that the script imports and
// the kernels it defines, which may outlive the interpreter that ran it. The engine is the one
// place where its kernels are compiled and launched.
//
//   auto context = std::make_shared<ScriptContext>();
//   context->engine = std::make_shared<jit::Engine>(makeCpuDevice(), options);
//   context->print = [](std::string_view text) { fwrite(text.data(), 1, text.size(), stdout); };
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diag/render.h"
#include "host/gpu.h"
#include "jit/engine.h"

namespace nereid::host {

struct ScriptContext {
  std::shared_ptr<jit::Engine> engine;
  std::shared_ptr<GpuSource> gpu; // where launches on cuda tensors go; null: to `engine` too
  std::function<void(std::string_view)> print; // the script's standard output; may be empty
  RenderOptions render;                        // how diagnostics of its kernels look
  std::string path;                            // as it was given: what help texts tell to run again
  std::function<void(std::string_view)> warn;  // warnings about its kernels; may be empty
  // The full story of launches that failed, where the device knows it; may be empty.
  std::function<std::vector<Diagnostic>()> takeFaults;
  std::function<eval::Value()> torchDevice; // the torch.device its tensors are on; may be empty
  // A module of src/host/library by its name; empty where no script runs.
  std::function<eval::Value(const std::string &)> importModule;
  bool printAutotuning = false; // says which configurations were timed

  // The engine of a launch on a GPU; -1: on none.
  jit::Engine &engineFor(int index) const {
    return index >= 0 ? gpu->find(index)->engine : *engine;
  }

  void say(std::string_view text) const {
    if (print)
      print(text);
  }
};

} // namespace nereid::host
