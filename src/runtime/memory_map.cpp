#include "runtime/memory_map.h"

#include <map>
#include <mutex>

namespace nereid {
namespace {

struct Map {
  std::mutex mutex;
  std::map<uint64_t, uint64_t> sizes; // begin -> bytes
};

Map &map() {
  static Map instance;
  return instance;
}

} // namespace

void MemoryMap::add(const void *begin, size_t bytes) {
  std::lock_guard lock(map().mutex);
  map().sizes[reinterpret_cast<uint64_t>(begin)] = bytes;
}

void MemoryMap::remove(const void *begin) {
  std::lock_guard lock(map().mutex);
  map().sizes.erase(reinterpret_cast<uint64_t>(begin));
}

std::optional<Allocation> MemoryMap::find(uint64_t address) {
  constexpr uint64_t kPage = 4096;
  std::lock_guard lock(map().mutex);
  const auto &sizes = map().sizes;
  auto after = sizes.upper_bound(address);
  if (after != sizes.begin()) {
    auto [begin, size] = *std::prev(after);
    if (address < begin + size + kPage)
      return Allocation{begin, size};
  }
  if (after != sizes.end() && after->first - address <= kPage)
    return Allocation{after->first, after->second};
  return std::nullopt;
}

} // namespace nereid
