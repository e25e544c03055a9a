// A storage's second home: the same bytes in the memory of a GPU.
//
// A storage that a kernel on a GPU works on has two copies, and at any time at least one of them is
// current. Contents move when the other side asks for them, and only then: a launch takes the GPU's
// address of the storage, a function of this folder its data(), and neither needs to know of the
// other. Who asks is taken to write, unless it said that it only reads (ReadingScope).
//
//   storage->addressOn(memory)      the GPU's copy is current, the host's is out of date
//   storage->data()                 the host's copy is current, the GPU's is out of date
//
// A copy can fail, and data() cannot: the first failure is kept until takeCopyError() asks for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "runtime/device_memory.h"

namespace nereid::tensor {

// While one lives, this thread's accesses by data() are reads: a GPU's copy stays current.
class ReadingScope {
public:
  explicit ReadingScope(bool reads = true) : outer_(active_) { active_ = reads; }
  ~ReadingScope() { active_ = outer_; }
  ReadingScope(const ReadingScope &) = delete;
  ReadingScope &operator=(const ReadingScope &) = delete;
  static bool isActive() { return active_; }

private:
  static thread_local bool active_;
  const bool outer_;
};

class DeviceCopy {
public:
  // `address` is memory of `size` bytes, which the copy frees.
  DeviceCopy(std::shared_ptr<DeviceMemory> memory, uint64_t address, uint64_t size)
      : memory_(std::move(memory)), address_(address), size_(size) {}
  ~DeviceCopy() { memory_->release(address_); }
  DeviceCopy(const DeviceCopy &) = delete;
  DeviceCopy &operator=(const DeviceCopy &) = delete;

  // The host is about to read, or read and write, `host`.
  void bringHome(std::byte *host);
  // The device is about to work on its copy. `isZero`: the host's bytes all are, and need not be
  // looked at.
  Status bringOut(const std::byte *host, bool isZero);

  // Makes bytes of the device's copy zero, in order with its launches, if that copy is current;
  // false: it is not, and nothing was done.
  bool clear(uint64_t offset, uint64_t bytes);

  // Copies bytes from another copy in the same memory, without the host; false if that cannot be:
  // what is copied, or what stays of this copy, is not current.
  bool copyFrom(DeviceCopy &other, uint64_t to, uint64_t from, uint64_t bytes);

  uint64_t address() const { return address_; }
  const std::shared_ptr<DeviceMemory> &memory() const { return memory_; }

private:
  const std::shared_ptr<DeviceMemory> memory_;
  const uint64_t address_, size_;
  std::mutex moving_;
  std::atomic<bool> hostIsCurrent_{true}, deviceIsCurrent_{false};
};

// The first failure of a copy since the last call; Ok if there was none. Any thread.
Status takeCopyError();
// Whether there is one: cheap.
bool hasCopyError();

} // namespace nereid::tensor
