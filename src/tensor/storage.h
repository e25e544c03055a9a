// Storage: the bytes that tensors share.
//
// A Storage is owned by shared_ptr, 64-byte aligned, and zero at first (an "empty" tensor prints
// the same on every run). Storages lie apart from the rest of the process (tensor/memory.h). Asking
// for more than the machine has is a Status, not a crash.
//
// Every live storage is on record (runtime/memory_map.h), which is how a checked run tells a
// kernel's stray pointer from a good one. All functions are thread-safe.
//
//   auto bytes = Storage::allocate(4096);
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "tensor/device_copy.h"

namespace nereid::tensor {

class Storage {
public:
  static Result<std::shared_ptr<Storage>> allocate(uint64_t bytes);
  ~Storage();
  Storage(const Storage &) = delete;
  Storage &operator=(const Storage &) = delete;

  // The bytes as the host sees them; null when size() is 0. What a GPU left in its own copy is
  // brought here first (device_copy.h).
  std::byte *data() const {
    isTouched_.store(true, std::memory_order_relaxed);
    if (auto *copy = copy_.load(std::memory_order_acquire)) [[unlikely]]
      copy->bringHome(data_);
    return data_;
  }
  // Where the bytes are in `memory`, which is to work on them; 0 when size() is 0. One GPU has them
  // at a time.
  Result<uint64_t> addressOn(const std::shared_ptr<DeviceMemory> &memory);
  // Makes bytes zero where a GPU has them, without waiting for it; false if none has.
  bool clearOnDevice(uint64_t offset, uint64_t bytes) {
    DeviceCopy *copy = copy_.load(std::memory_order_acquire);
    return copy && copy->clear(offset, bytes);
  }
  // Copies bytes of another storage where a GPU has them; false if none has, and nothing was done.
  bool copyOnDevice(uint64_t to, Storage &other, uint64_t from, uint64_t bytes);
  uint64_t size() const { return size_; }
  // Counts allocations: the same for no two storages of a process.
  uint64_t serial() const { return serial_; }

private:
  Storage(std::byte *data, uint64_t size);
  Result<DeviceCopy *> copyIn(const std::shared_ptr<DeviceMemory> &memory);
  std::byte *data_;
  uint64_t size_;
  uint64_t serial_;
  mutable std::atomic<bool> isTouched_{false}; // false: nobody has seen the bytes, they are zero
  std::atomic<DeviceCopy *> copy_{nullptr};    // owned
};

} // namespace nereid::tensor
