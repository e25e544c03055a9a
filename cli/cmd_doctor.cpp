#include <cstdio>
#include <string>

#include <unistd.h>

#include "base/text.h"
#include "compiler/compile.h"
#include "jit/disk_cache.h"
#include "measure.h"
#include "options.h"
#include "runtime/cuda_context.h"
#include "terminal.h"
#include "verbs.h"

namespace nereid::cli {
namespace {

void row(const char *name, const std::string &value) {
  std::printf("%-10s %s\n", name, value.c_str());
}

// The vector extensions a reader knows by name, widest first.
std::string extensionsOf(const TargetSpec &cpu) {
  constexpr const char *kKnown[] = {"amx-bf16", "avx512bf16", "avx512fp16", "avx512vnni", "avx512f",
                                    "avx2",     "fma",        "f16c",       "sve",        "neon"};
  std::string text;
  std::string features = cat(",", cpu.features, ",");
  for (const char *name : kKnown)
    if (features.find(cat(",+", name, ",")) != features.npos)
      text += cat(text.empty() ? "" : " ", name);
  return text.empty() ? "none known" : text;
}

std::string gpuText(const CudaFacts &facts) {
  char text[256];
  std::snprintf(text, sizeof text,
                "%s (%s): %d multiprocessors, %.0f GiB, %d KiB of shared memory a program, driver "
                "of CUDA %d.%d",
                facts.name.c_str(), facts.arch().c_str(), facts.multiprocessors,
                double(facts.memoryBytes) / (1 << 30), facts.maxShared >> 10,
                facts.driverVersion / 1000, facts.driverVersion % 1000 / 10);
  return text;
}

// One row for each GPU, or one that says why there is none.
void gpuRows() {
  auto driver = loadCudaDriver();
  if (!driver.ok())
    return row("gpu", cat("none: ", driver.error().what()));
  int count = 1;
  for (int i = 0; i < count; ++i) {
    auto context = CudaContext::start(*driver.value(), i);
    auto facts = context->facts();
    Status ready = facts.ok() ? context->enter() : facts.error();
    if (facts.ok())
      count = facts.value()->devices;
    row(i == 0 ? "gpu" : cat("gpu ", i).c_str(),
        ready.ok() ? gpuText(*facts.value()) : cat("none: ", ready.what()));
    if (!ready.nextStep().empty())
      row("", ready.nextStep());
  }
}

std::string cacheText() {
  std::string directory = cacheDirectory();
  if (directory.empty())
    return "off: neither NEREID_CACHE_DIR nor HOME is set";
  jit::DiskCache cache(directory);
  auto usage = cache.usage();
  bool writable = ::access(directory.c_str(), W_OK) == 0 || ::access(directory.c_str(), F_OK) != 0;
  return cat(directory, ", ", static_cast<int64_t>(usage.entries), " kernels, ",
             humanBytes(usage.bytes), writable ? "" : " (cannot be written: kernels are not kept)");
}

} // namespace

int doctorCommand(const Words &words) {
  Options options("doctor", "This machine, as Nereid sees it: what it compiles for, and the limits "
                            "that kernels are held against.");
  bool quick = false;
  options.flag("--quick", quick, "measure nothing");
  if (auto exit = options.parse(words))
    return *exit;

  TargetSpec cpu = hostCpuTarget();
  row("nereid", std::string(compilerVersion()));
  row("cpu", cat(cpu.arch, " (", extensionsOf(cpu), ")"));
  if (!quick) {
    MachineLimits limits = measureMachine();
    char text[160];
    std::snprintf(text, sizeof text, "%d", limits.threads);
    row("threads", text);
    std::snprintf(text, sizeof text, "%.1f GB/s, copying 128 MiB", limits.copyGigabytes);
    row("memory", text);
    std::snprintf(text, sizeof text, "%.0f GFLOP/s in float32", limits.fmaGigaflops);
    row("compute", text);
  }
  gpuRows();
  row("cache", cacheText());
  return kSuccess;
}

} // namespace nereid::cli
