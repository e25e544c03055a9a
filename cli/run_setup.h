// What `run` and `show` share: a device, its engine, and the modules that a script may import.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "diag/render.h"
#include "host/script.h"
#include "host/script_context.h"

namespace nereid::cli {

struct RunSetup {
  std::string device = "auto"; // auto, cpu, interp, cuda
  int gpu = -1;                // the only one that the script sees; -1: it sees all
  std::string format = "human";
  int threads = 0; // 0: one per core
  bool useCache = true;
  bool printAutotuning = false;
  CompileOptions compile;
  std::optional<TargetSpec> shownTarget; // of jit::EngineOptions
};

// Everything a script needs to run. Prints a note where the device asked for is not there.
struct RunRoom {
  std::shared_ptr<host::ScriptContext> context;
  host::ScriptOptions options;
  RenderOptions render;
};
RunRoom makeRoom(const RunSetup &setup, const std::string &path,
                 std::vector<std::string> arguments);

// Runs the script and prints what went wrong, if anything; returns the exit status.
int runInRoom(const RunRoom &room, const std::string &path, const std::string &format);

} // namespace nereid::cli
