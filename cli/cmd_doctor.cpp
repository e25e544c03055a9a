#include <cstdio>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

#include "base/text.h"
#include "compiler/compile.h"
#include "jit/disk_cache.h"
#include "measure.h"
#include "options.h"
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

std::string gpuText() {
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!driver)
    return "none: libcuda.so.1, which NVIDIA's driver brings, is not here";
  auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  auto count = reinterpret_cast<int (*)(int *)>(dlsym(driver, "cuDeviceGetCount"));
  int devices = 0;
  if (!init || !count || init(0) != 0 || count(&devices) != 0)
    return "the driver is here but does not start";
  return cat(devices, " found; this version of Nereid runs kernels on the CPU only");
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
  row("gpu", gpuText());
  row("cache", cacheText());
  return kSuccess;
}

} // namespace nereid::cli
