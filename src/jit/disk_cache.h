// Compiled kernels on disk.
//
// Content-addressed: an entry's name is the hash of everything that its code depends on, so an
// entry is never out of date and never rewritten. One file an entry, written beside its place and
// renamed into it, so that a reader sees all of it or nothing; checked by hash when read, and
// removed if damaged. Any number of processes may share a directory. Whatever fails (no such
// directory and none can be made, read-only, full) is no error: the program compiles instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nereid::jit {

class DiskCache {
public:
  static constexpr uint64_t kDefaultLimit = 256ull << 20;

  // An empty directory name: no cache. `limit`: bytes of entries to keep; the least recently used
  // go first.
  explicit DiskCache(std::string directory, uint64_t limit = kDefaultLimit);

  std::optional<std::string> get(std::string_view key) const;
  void put(std::string_view key, std::string_view bytes) const;

  struct Usage {
    uint64_t entries = 0;
    uint64_t bytes = 0;
  };
  Usage usage() const;
  Status clear() const;
  const std::string &directory() const { return directory_; }
  uint64_t limit() const { return limit_; }

private:
  std::string pathOf(std::string_view key) const;
  void trim() const;

  std::string directory_;
  uint64_t limit_;
};

} // namespace nereid::jit
