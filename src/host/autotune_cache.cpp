// The file is text: a line for each configuration, its three quantiles in milliseconds.
#include "host/autotune_cache.h"

#include <cstdio>
#include <cstdlib>

#include "base/hash.h"
#include "base/text.h"
#include "host/launch.h"

namespace nereid::host {

std::string timingsKey(const KernelObject &kernel,
                       const std::vector<eval::Ref<ConfigObject>> &configs,
                       const std::string &kind) {
  const TargetSpec &target = kernel.context().engine->device().target();
  std::string text = cat("autotune\n", compilerVersion(), "\n", target.backend, " ", target.arch,
                         " ", target.features, "\n", cacheKeyOf(kernel), "\n", kind, "\n");
  for (const auto &config : configs) {
    if (!config->preHook.isNone())
      return {};
    text += cat(config->str(), "\n");
  }
  return sha256Hex(text);
}

std::vector<Timing> readTimings(const jit::DiskCache &cache, const std::string &key, size_t count) {
  std::optional<std::string> text = cache.get(key);
  std::vector<Timing> timings;
  if (!text)
    return timings;
  const char *at = text->c_str();
  for (size_t i = 0; i < count; ++i) {
    Timing timing;
    for (double &value : timing) {
      char *end = nullptr;
      value = std::strtod(at, &end);
      if (end == at)
        return {};
      at = end;
    }
    timings.push_back(timing);
  }
  return timings;
}

void writeTimings(const jit::DiskCache &cache, const std::string &key,
                  const std::vector<Timing> &timings) {
  std::string text;
  for (const Timing &timing : timings) {
    char line[96];
    snprintf(line, sizeof line, "%.17g %.17g %.17g\n", timing[0], timing[1], timing[2]);
    text += line;
  }
  cache.put(key, text);
}

} // namespace nereid::host
