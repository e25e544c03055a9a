#include "tensor/memory.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <sys/mman.h>

namespace nereid::tensor {
namespace {

constexpr uint64_t kAlignment = 64;
constexpr uint64_t kMapFrom = 1 << 20; // from here on a tensor is a region of its own
constexpr uint64_t kHugePage = 2 << 20;
constexpr uint64_t kHugePagesFrom = 4 << 20; // fewer, larger page faults pay
constexpr uint64_t kGuard = 16 << 20;        // before and after a region: addresses, no memory
constexpr uint64_t kSlab = 64 << 20;         // a region that small tensors share

uint64_t roundUp(uint64_t size, uint64_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

// What a region takes of the address space, guards included.
uint64_t reserved(uint64_t size) {
  return roundUp(size, kHugePage) + 2 * kGuard;
}

std::byte *mapRegion(uint64_t size) {
  uint64_t whole = reserved(size) + kHugePage;
  void *address =
      mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED)
    return nullptr;
  auto *begin = static_cast<std::byte *>(address);
  uint64_t skipped =
      roundUp(reinterpret_cast<uint64_t>(begin), kHugePage) - reinterpret_cast<uint64_t>(begin);
  // The ends that alignment left over go back: unmapRegion knows the size alone.
  if (skipped > 0)
    munmap(begin, skipped);
  munmap(begin + skipped + reserved(size), kHugePage - skipped);
  std::byte *region = begin + skipped + kGuard;
  if (mprotect(region, size, PROT_READ | PROT_WRITE) != 0) {
    munmap(begin + skipped, reserved(size));
    return nullptr;
  }
  if (size >= kHugePagesFrom)
    madvise(region, size, MADV_HUGEPAGE);
  return region;
}

void unmapRegion(std::byte *region, uint64_t size) {
  munmap(region - kGuard, reserved(size));
}

// Small tensors: four sizes to a doubling, and a list of free places for each.
class Slabs {
public:
  std::byte *allocate(uint64_t size) {
    uint64_t place = placeSize(size);
    std::lock_guard lock(mutex_);
    std::vector<std::byte *> &free = free_[place];
    if (!free.empty()) {
      std::byte *known = free.back();
      free.pop_back();
      std::memset(known, 0, size);
      return known;
    }
    if (left_ < place) {
      next_ = mapRegion(kSlab);
      left_ = next_ ? kSlab : 0;
      if (!next_)
        return nullptr;
    }
    left_ -= place;
    return std::exchange(next_, next_ + place);
  }

  void release(std::byte *bytes, uint64_t size) {
    std::lock_guard lock(mutex_);
    free_[placeSize(size)].push_back(bytes);
  }

private:
  // With at least a cache line between a tensor and the next.
  static uint64_t placeSize(uint64_t size) {
    uint64_t lines = size / kAlignment + 2;
    return kAlignment * roundUp(lines, std::max<uint64_t>(1, std::bit_floor(lines) / 4));
  }

  std::mutex mutex_;
  std::byte *next_ = nullptr; // in the newest slab
  uint64_t left_ = 0;
  std::unordered_map<uint64_t, std::vector<std::byte *>> free_; // by placeSize
};

// Never destroyed: tensors may outlive main's locals.
Slabs &slabs() {
  static auto *slabs = new Slabs;
  return *slabs;
}

} // namespace

std::byte *allocateBytes(uint64_t size) {
  return size >= kMapFrom ? mapRegion(size) : slabs().allocate(size);
}

void freeBytes(std::byte *bytes, uint64_t size) {
  if (size >= kMapFrom)
    unmapRegion(bytes, size);
  else
    slabs().release(bytes, size);
}

} // namespace nereid::tensor
