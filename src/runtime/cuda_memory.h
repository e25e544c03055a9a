// The memory of a GPU: a caching allocator, and copies through pinned buffers.
//
// The driver takes tens of microseconds for an allocation and waits for the GPU at a free, so
// released blocks are kept by size and handed out again. A block is released and filled anew in
// order with all streams (cuda_streams.h), which makes it safe to hand it out while an earlier
// launch still uses it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "runtime/cuda_context.h"
#include "runtime/device_memory.h"

namespace nereid {

class CudaMemory : public DeviceMemory {
public:
  explicit CudaMemory(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  ~CudaMemory() override;

  Result<uint64_t> allocate(uint64_t bytes) override;
  void release(uint64_t address) override;
  Status upload(uint64_t to, const void *from, uint64_t bytes) override;
  Status download(void *to, uint64_t from, uint64_t bytes) override;
  Status fillWithZeros(uint64_t to, uint64_t bytes) override;
  Status copy(uint64_t to, uint64_t from, uint64_t bytes) override;

  // Gives blocks that are not in use back to the driver.
  void releaseCached();

  struct Usage {
    uint64_t allocated = 0, mostAllocated = 0; // bytes in use
    uint64_t reserved = 0;                     // and with what is kept for reuse
  };
  Usage usage() const;

private:
  static constexpr int kBuffers = 2;

  Status preparePinned();
  Status outOfMemory(uint64_t bytes) const;
  CudaAddress takeCached(uint64_t bytes);

  const std::shared_ptr<CudaContext> context_;
  mutable std::mutex mutex_;
  std::multimap<uint64_t, CudaAddress> cached_; // by size
  std::unordered_map<CudaAddress, uint64_t> used_;
  Usage usage_;

  std::mutex copying_; // guards the pinned buffers
  void *pinned_[kBuffers] = {};
  CudaEventHandle done_[kBuffers] = {}; // when a buffer may be used again
};

} // namespace nereid
