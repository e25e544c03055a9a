#include "machine_report.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "artifact/cubin.h"
#include "base/text.h"
#include "runtime/cuda_device.h"

namespace nereid::cli {
namespace {

namespace fs = std::filesystem;

// A folder of its own, gone with it.
class Scratch {
public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "nereid-show-XXXXXX").string();
    if (char *made = ::mkdtemp(name.data()))
      path_ = made;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty())
      fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  std::string file(std::string_view name) const { return (path_ / name).string(); }

private:
  fs::path path_;
};

std::string contentsOf(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Runs a program of the PATH; what it prints goes to `output`. Whether it was there and succeeded.
bool runTool(std::vector<std::string> words, const std::string &output) {
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  int failed = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  while (!failed && ::waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return !failed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Result<std::unique_ptr<CudaDevice>> gpuFor(const TargetSpec &target) {
  auto driver = loadCudaDriver();
  if (!driver.ok())
    return driver.error();
  auto device = makeCudaDevice(CudaContext::start(*driver.value(), 0));
  if (device.ok() && device.value()->target().arch != target.arch)
    return Status(StatusCode::Unavailable, cat("the GPU is ", device.value()->target().arch));
  return device;
}

Status nothingAssembles(const Artifact &artifact, const Status &ofDriver) {
  return {StatusCode::Unavailable,
          cat("nothing here assembles for ", artifact.target.arch,
              ": no `ptxas` on the PATH, and of the driver: ", ofDriver.what())};
}

// By `ptxas`; empty if there is none.
std::string assembledByTool(const Artifact &artifact) {
  if (isCubin(artifact.code))
    return artifact.code;
  Scratch scratch;
  std::string source = scratch.file("kernel.ptx"), cubin = scratch.file("kernel.cubin");
  std::ofstream(source) << artifact.code;
  bool isMade = runTool({"ptxas", cat("-arch=", artifact.target.arch), source, "-o", cubin},
                        scratch.file("said"));
  return isMade ? contentsOf(cubin) : "";
}

// The machine code; a Status says why there is none.
Result<std::string> assemble(const Artifact &artifact) {
  if (std::string cubin = assembledByTool(artifact); !cubin.empty())
    return cubin;
  auto device = gpuFor(artifact.target);
  if (!device.ok())
    return nothingAssembles(artifact, device.error());
  auto assembled = device.value()->assemble(artifact);
  if (!assembled.ok())
    return nothingAssembles(artifact, assembled.error());
  if (isCubin(assembled.value().code))
    return std::move(assembled.value().code);
  return Status(StatusCode::Unavailable, "the driver assembles this kernel when it loads it and "
                                         "does not give the code away; put `ptxas` on the PATH");
}

Result<KernelNeeds> needsOf(const Artifact &artifact) {
  if (std::string cubin = assembledByTool(artifact); !cubin.empty())
    return readCubin(cubin, artifact.entry);
  auto device = gpuFor(artifact.target);
  auto loaded = device.ok() ? device.value()->load(artifact)
                            : Result<std::shared_ptr<LoadedKernel>>(device.error());
  if (!loaded.ok())
    return nothingAssembles(artifact, loaded.error());
  KernelFigures figures = loaded.value()->figures();
  return KernelNeeds{uint32_t(figures.registers), uint32_t(figures.localBytes)};
}

std::string kilobytes(uint32_t bytes) {
  return bytes % 1024 == 0 ? cat(bytes / 1024, " KB") : cat(bytes, " bytes");
}

// What runs in a block.
std::string blocksOf(const Artifact &artifact) {
  if (artifact.programsPerBlock > 1)
    return cat("up to ", artifact.programsPerBlock, " programs each, where there are many");
  if (artifact.drawsPrograms)
    return "as many as run at once; each draws one program after the other";
  if (artifact.walksGrid)
    return "as many as run at once; each goes through the grid";
  return "a program each";
}

} // namespace

std::string resourcesOf(const Artifact &artifact) {
  std::string text = cat(artifact.entry, " for ", artifact.target.arch, "\n");
  auto line = [&](std::string_view what, const std::string &value) {
    text += cat("  ", what, std::string(16 - what.size(), ' '), value, "\n");
  };
  line("threads", cat(artifact.threadsPerProgram, " a program"));
  line("shared memory", cat(kilobytes(artifact.sharedBytes), " a program"));
  Multiprocessor chip = multiprocessorOf(artifact.target.arch);
  auto needs = needsOf(artifact);
  if (needs.ok()) {
    line("registers", cat(needs.value().registers, " a thread"));
    line("stack", cat(needs.value().stackBytes, " bytes a thread",
                      needs.value().stackBytes == 0 ? ": nothing is spilled" : ""));
  } else {
    line("registers", cat("not known: ", needs.error().what()));
  }
  uint32_t perBlock = std::max(1u, artifact.programsPerBlock);
  Residency resident =
      residencyOf(chip, artifact.threadsPerProgram * perBlock,
                  needs.ok() ? needs.value().registers : 0, artifact.sharedBytes * perBlock);
  uint32_t programs = resident.programs * perBlock;
  line("resident",
       cat(needs.ok() ? "" : "at most ", programs, programs == 1 ? " program, " : " programs, ",
           programs * artifact.threadsPerProgram, " of ", chip.threads,
           " threads of a multiprocessor; the limit is ", resident.limit));
  line("blocks", blocksOf(artifact));
  if (!artifact.tensorMaps.empty())
    line("operands", cat("boxes of ", artifact.tensorMaps.size(),
                         " tensors, by the tensor memory accelerator"));
  return text;
}

std::string instructionsOf(const Artifact &artifact) {
  auto cubin = assemble(artifact);
  if (!cubin.ok())
    return cat("no instructions: ", cubin.error().what(), "\n");
  Scratch scratch;
  std::string file = scratch.file("kernel.cubin"), output = scratch.file("text");
  std::ofstream(file, std::ios::binary) << cubin.value();
  if (runTool({"nvdisasm", "-c", file}, output) || runTool({"cuobjdump", "-sass", file}, output))
    return contentsOf(output);
  return "no instructions: neither `nvdisasm` nor `cuobjdump`, which show them, is on the PATH\n";
}

} // namespace nereid::cli
