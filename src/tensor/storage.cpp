#include "tensor/storage.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "runtime/memory_map.h"

namespace nereid::tensor {
namespace {

constexpr uint64_t kAlignment = 64;
constexpr uint64_t kMapFrom = 1 << 20;       // storages of this size and more are mapped
constexpr uint64_t kHugePagesFrom = 4 << 20; // from here on fewer, larger page faults pay

uint64_t physicalMemory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

std::byte *map(uint64_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  if (bytes >= kHugePagesFrom)
    madvise(memory, bytes, MADV_HUGEPAGE);
  return static_cast<std::byte *>(memory);
}

std::byte *allocateSmall(uint64_t bytes) {
  uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void *memory = std::aligned_alloc(kAlignment, rounded);
  if (memory)
    std::memset(memory, 0, rounded);
  return static_cast<std::byte *>(memory);
}

} // namespace

Storage::Storage(std::byte *data, uint64_t size, bool mapped)
    : data_(data), size_(size), mapped_(mapped) {}

Result<std::shared_ptr<Storage>> Storage::allocate(uint64_t bytes) {
  bool mapped = bytes >= kMapFrom;
  std::byte *data = nullptr;
  if (bytes > 0 && bytes <= physicalMemory())
    data = mapped ? map(bytes) : allocateSmall(bytes);
  if (bytes > 0 && !data)
    return Status(StatusCode::OutOfMemory,
                  cat("can't allocate memory: you tried to allocate ", bytes,
                      " bytes; this machine has ", physicalMemory()),
                  "make the tensor smaller");

  std::shared_ptr<Storage> storage(new Storage(data, bytes, mapped));
  static std::atomic<uint64_t> nextSerial{1};
  storage->serial_ = nextSerial++;
  if (data)
    MemoryMap::add(data, bytes);
  return storage;
}

Storage::~Storage() {
  if (!data_)
    return;
  MemoryMap::remove(data_);
  if (mapped_)
    munmap(data_, size_);
  else
    std::free(data_);
}

} // namespace nereid::tensor
