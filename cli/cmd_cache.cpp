#include <cstdio>

#include "jit/disk_cache.h"
#include "options.h"
#include "terminal.h"
#include "verbs.h"

namespace nereid::cli {

int cacheCommand(const Words &words) {
  Options options("cache", "Shows how much the compiled kernels on disk take, or removes them.");
  bool clear = false, path = false;
  options.flag("--clear", clear, "remove every entry");
  options.flag("--path", path, "print the directory alone");
  options.epilogue("The directory is $NEREID_CACHE_DIR, or nereid in the user's cache directory.");
  if (auto exit = options.parse(words))
    return *exit;

  std::string directory = cacheDirectory();
  if (directory.empty()) {
    std::fprintf(stderr, "error: there is no cache: neither NEREID_CACHE_DIR nor HOME is set\n");
    return kFailure;
  }
  if (path) {
    std::printf("%s\n", directory.c_str());
    return kSuccess;
  }
  jit::DiskCache cache(directory);
  if (clear) {
    if (Status status = cache.clear(); !status.ok()) {
      std::fprintf(stderr, "error: %s\nhelp: %s\n", status.what().c_str(),
                   status.nextStep().c_str());
      return kFailure;
    }
  }
  auto usage = cache.usage();
  std::printf("%s: %llu kernels, %s of at most %s\n", directory.c_str(),
              static_cast<unsigned long long>(usage.entries), humanBytes(usage.bytes).c_str(),
              humanBytes(cache.limit()).c_str());
  return kSuccess;
}

} // namespace nereid::cli
