// Results of tuning on disk, for kernels that ask for it (cache_results=True).
#pragma once

#include <string>
#include <vector>

#include "host/autotune_session.h"
#include "jit/disk_cache.h"

namespace nereid::host {

// What the timings depend on: the kernel's text, the device, the configurations, the kind of
// arguments. Empty if that cannot be told: a configuration has a hook.
std::string timingsKey(const KernelObject &kernel,
                       const std::vector<eval::Ref<ConfigObject>> &configs,
                       const std::string &kind);

// One per configuration; empty: not known.
std::vector<Timing> readTimings(const jit::DiskCache &cache, const std::string &key, size_t count);
void writeTimings(const jit::DiskCache &cache, const std::string &key,
                  const std::vector<Timing> &timings);

} // namespace nereid::host
