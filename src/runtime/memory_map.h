// Which addresses belong to which allocation: what lets a checked run say "reads past the end of
// `x`" instead of crashing.
//
// Host tensors register their storage here. An address outside every allocation is not known to
// Nereid; memory that an embedding program owns never is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace nereid {

struct Allocation {
  uint64_t begin = 0;
  uint64_t size = 0; // bytes
  bool contains(uint64_t address, uint64_t bytes) const {
    return address >= begin && address + bytes <= begin + size;
  }
};

// The process's one map. Thread-safe.
class MemoryMap {
public:
  static void add(const void *begin, size_t bytes);
  static void remove(const void *begin);

  // The allocation that holds `address`, or the nearest that ends before it or begins after it
  // within a page (so that an access past an end finds whose end it was).
  static std::optional<Allocation> find(uint64_t address);
};

} // namespace nereid
