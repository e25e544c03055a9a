// Copies of pageable memory go through two pinned buffers in turn: the CPU fills or empties one
// while the GPU's copy engine works on the other. Small copies go straight to the driver, which
// does the same inside.
#include "runtime/cuda_memory.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace nereid {
namespace {

constexpr uint64_t kPinnedBytes = uint64_t(8) << 20;
constexpr uint64_t kSmallCopy = uint64_t(256) << 10;

// Sizes are rounded so that blocks fit again: small ones to 512 bytes, large ones to 2 MiB, which
// is what the driver hands out.
uint64_t rounded(uint64_t bytes) {
  constexpr uint64_t kSmall = 512, kLarge = uint64_t(2) << 20, kLargeFrom = uint64_t(1) << 20;
  uint64_t step = bytes < kLargeFrom ? kSmall : kLarge;
  return (bytes + step - 1) / step * step;
}

} // namespace

CudaMemory::~CudaMemory() {
  if (!context_->enter().ok())
    return;
  releaseCached();
  for (int i = 0; i < kBuffers; ++i)
    if (pinned_[i]) {
      context_->driver().cuEventDestroy(done_[i]);
      context_->driver().cuMemFreeHost(pinned_[i]);
    }
}

CudaAddress CudaMemory::takeCached(uint64_t bytes) {
  auto found = cached_.lower_bound(bytes);
  // A block that is much larger is left for those who need it.
  if (found == cached_.end() || found->first > bytes + bytes / 4)
    return 0;
  CudaAddress address = found->second;
  used_[address] = found->first;
  usage_.allocated += found->first;
  cached_.erase(found);
  return address;
}

Status CudaMemory::outOfMemory(uint64_t bytes) const {
  size_t free = 0, total = 0;
  context_->driver().cuMemGetInfo(&free, &total);
  constexpr uint64_t kMebi = uint64_t(1) << 20;
  return {StatusCode::OutOfMemory,
          cat("CUDA out of memory. Tried to allocate ", (bytes + kMebi - 1) / kMebi, " MiB. GPU ",
              context_->ordinal(), " has ", total / kMebi, " MiB, of which ", free / kMebi,
              " MiB are free; this program holds ", usage_.allocated / kMebi, " MiB"),
          "make the tensors smaller, or drop those that are no longer needed"};
}

Result<uint64_t> CudaMemory::allocate(uint64_t bytes) {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  bytes = rounded(bytes);
  std::lock_guard lock(mutex_);
  CudaAddress address = takeCached(bytes);
  if (!address) {
    CudaResult result = context_->driver().cuMemAlloc(&address, bytes);
    if (result == kCudaOutOfMemory && !cached_.empty()) {
      for (const auto &[size, block] : cached_) {
        context_->driver().cuMemFree(block);
        usage_.reserved -= size;
      }
      cached_.clear();
      result = context_->driver().cuMemAlloc(&address, bytes);
    }
    if (result == kCudaOutOfMemory)
      return outOfMemory(bytes);
    if (result)
      return context_->failure(result, "allocating memory of the GPU");
    used_[address] = bytes;
    usage_.allocated += bytes;
    usage_.reserved += bytes;
  }
  usage_.mostAllocated = std::max(usage_.mostAllocated, usage_.allocated);
  return address;
}

void CudaMemory::release(uint64_t address) {
  if (!context_->isCapturing() && context_->enter().ok())
    (void)context_->streams().gather();
  std::lock_guard lock(mutex_);
  auto found = used_.find(address);
  if (found == used_.end())
    return;
  usage_.allocated -= found->second;
  cached_.emplace(found->second, address);
  used_.erase(found);
}

void CudaMemory::releaseCached() {
  if (!context_->enter().ok())
    return;
  std::lock_guard lock(mutex_);
  for (const auto &[size, address] : cached_) {
    context_->driver().cuMemFree(address);
    usage_.reserved -= size;
  }
  cached_.clear();
}

CudaMemory::Usage CudaMemory::usage() const {
  std::lock_guard lock(mutex_);
  return usage_;
}

Status CudaMemory::preparePinned() {
  for (int i = 0; i < kBuffers && !pinned_[i]; ++i) {
    CudaResult result = context_->driver().cuMemHostAlloc(&pinned_[i], kPinnedBytes, 0);
    if (!result)
      result = context_->driver().cuEventCreate(&done_[i], 0);
    if (result)
      return context_->failure(result, "allocating pinned memory");
  }
  return {};
}

Status CudaMemory::upload(uint64_t to, const void *from, uint64_t bytes) {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  const CudaDriver &driver = context_->driver();
  MainStreamScope scope(context_->streams());
  CudaStream stream = scope.stream();
  if (bytes <= kSmallCopy) {
    CudaResult result = driver.cuMemcpyHtoDAsync(to, from, bytes, stream);
    return result ? context_->failure(result, "copying to the GPU") : Status();
  }
  std::lock_guard lock(copying_);
  if (Status prepared = preparePinned(); !prepared.ok())
    return prepared;
  auto *source = static_cast<const std::byte *>(from);
  int buffer = 0;
  for (uint64_t done = 0; done < bytes; done += kPinnedBytes, buffer ^= 1) {
    uint64_t count = std::min(kPinnedBytes, bytes - done);
    CudaResult result = driver.cuEventSynchronize(done_[buffer]);
    if (!result) {
      std::memcpy(pinned_[buffer], source + done, count);
      result = driver.cuMemcpyHtoDAsync(to + done, pinned_[buffer], count, stream);
    }
    if (!result)
      result = driver.cuEventRecord(done_[buffer], stream);
    if (result)
      return context_->failure(result, "copying to the GPU");
  }
  return {};
}

Status CudaMemory::download(void *to, uint64_t from, uint64_t bytes) {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  const CudaDriver &driver = context_->driver();
  MainStreamScope scope(context_->streams());
  CudaStream stream = scope.stream();
  if (bytes <= kSmallCopy) {
    CudaResult result = driver.cuMemcpyDtoHAsync(to, from, bytes, stream);
    return result ? context_->failure(result, "copying from the GPU") : context_->synchronize();
  }
  std::lock_guard lock(copying_);
  if (Status prepared = preparePinned(); !prepared.ok())
    return prepared;
  auto *target = static_cast<std::byte *>(to);
  auto start = [&](uint64_t done, int buffer) {
    uint64_t count = std::min(kPinnedBytes, bytes - done);
    CudaResult result = driver.cuMemcpyDtoHAsync(pinned_[buffer], from + done, count, stream);
    return result ? result : driver.cuEventRecord(done_[buffer], stream);
  };
  CudaResult result = start(0, 0);
  int buffer = 0;
  for (uint64_t done = 0; done < bytes && !result; done += kPinnedBytes, buffer ^= 1) {
    if (done + kPinnedBytes < bytes)
      result = start(done + kPinnedBytes, buffer ^ 1);
    if (!result)
      result = driver.cuEventSynchronize(done_[buffer]);
    if (!result)
      std::memcpy(target + done, pinned_[buffer], std::min(kPinnedBytes, bytes - done));
  }
  return result ? context_->failure(result, "copying from the GPU") : context_->synchronize();
}

Status CudaMemory::fillWithZeros(uint64_t to, uint64_t bytes) {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  CudaResult result;
  if (context_->isCapturing()) { // a timer's: part of what is captured
    result = context_->driver().cuMemsetD8Async(to, 0, bytes, context_->stream());
  } else {
    MainStreamScope scope(context_->streams());
    result = context_->driver().cuMemsetD8Async(to, 0, bytes, scope.stream());
  }
  return result ? context_->failure(result, "clearing memory of the GPU") : Status();
}

Status CudaMemory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  if (Status entered = context_->enter(); !entered.ok())
    return entered;
  MainStreamScope scope(context_->streams());
  CudaResult result = context_->driver().cuMemcpyDtoDAsync(to, from, bytes, scope.stream());
  return result ? context_->failure(result, "copying on the GPU") : Status();
}

} // namespace nereid
