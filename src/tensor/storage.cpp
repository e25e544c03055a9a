#include "tensor/storage.h"

#include <atomic>

#include <unistd.h>

#include "base/text.h"
#include "runtime/memory_map.h"
#include "tensor/memory.h"

namespace nereid::tensor {
namespace {

uint64_t physicalMemory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

} // namespace

Storage::Storage(std::byte *data, uint64_t size) : data_(data), size_(size) {}

Result<std::shared_ptr<Storage>> Storage::allocate(uint64_t bytes) {
  std::byte *data = nullptr;
  if (bytes > 0 && bytes <= physicalMemory())
    data = allocateBytes(bytes);
  if (bytes > 0 && !data)
    return Status(StatusCode::OutOfMemory,
                  cat("can't allocate memory: you tried to allocate ", bytes,
                      " bytes; this machine has ", physicalMemory()),
                  "make the tensor smaller");

  std::shared_ptr<Storage> storage(new Storage(data, bytes));
  static std::atomic<uint64_t> nextSerial{1};
  storage->serial_ = nextSerial++;
  if (data)
    MemoryMap::add(data, bytes);
  return storage;
}

// The copy in `memory`, made if it is not there; nothing in it need be current.
Result<DeviceCopy *> Storage::copyIn(const std::shared_ptr<DeviceMemory> &memory) {
  DeviceCopy *copy = copy_.load(std::memory_order_acquire);
  if (copy && copy->memory() != memory) { // it moves to another GPU
    (void)data();
    delete copy_.exchange(nullptr);
    copy = nullptr;
  }
  if (copy)
    return copy;
  auto address = memory->allocate(size_);
  if (!address.ok())
    return address.error();
  auto made = std::make_unique<DeviceCopy>(memory, address.value(), size_);
  if (copy_.compare_exchange_strong(copy, made.get()))
    copy = made.release(); // else another thread was first, and `copy` is its
  return copy;
}

Result<uint64_t> Storage::addressOn(const std::shared_ptr<DeviceMemory> &memory) {
  if (size_ == 0)
    return uint64_t(0);
  auto copy = copyIn(memory);
  if (!copy.ok())
    return copy.error();
  if (Status brought = copy.value()->bringOut(data_, !isTouched_); !brought.ok())
    return brought;
  return copy.value()->address();
}

bool Storage::copyOnDevice(uint64_t to, Storage &other, uint64_t from, uint64_t bytes) {
  DeviceCopy *source = other.copy_.load(std::memory_order_acquire);
  if (!source || &other == this)
    return false;
  auto target = copyIn(source->memory());
  return target.ok() && target.value()->copyFrom(*source, to, from, bytes);
}

Storage::~Storage() {
  delete copy_.load();
  if (!data_)
    return;
  MemoryMap::remove(data_);
  freeBytes(data_, size_);
}

} // namespace nereid::tensor
