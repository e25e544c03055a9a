// Storage: the bytes that tensors share.
//
// A Storage is owned by shared_ptr, 64-byte aligned, and zero at first (an "empty" tensor prints
// the same on every run). Large storages come straight from the system, so memory that is never
// touched costs nothing. Asking for more than the machine has is a Status, not a crash.
//
// Every live storage is on record (runtime/memory_map.h), which is how a checked run tells a
// kernel's stray pointer from a good one. All functions are thread-safe.
//
//   auto bytes = Storage::allocate(4096);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/result.h"

namespace nereid::tensor {

class Storage {
public:
  static Result<std::shared_ptr<Storage>> allocate(uint64_t bytes);
  ~Storage();
  Storage(const Storage &) = delete;
  Storage &operator=(const Storage &) = delete;

  std::byte *data() const { return data_; } // null when size() is 0
  uint64_t size() const { return size_; }
  // Counts allocations: the same for no two storages of a process.
  uint64_t serial() const { return serial_; }

private:
  Storage(std::byte *data, uint64_t size, bool mapped);
  std::byte *data_;
  uint64_t size_;
  uint64_t serial_;
  bool mapped_;
};

} // namespace nereid::tensor
