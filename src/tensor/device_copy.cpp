#include "tensor/device_copy.h"

namespace nereid::tensor {
namespace {

std::mutex errorMutex;
Status copyError;
std::atomic<bool> anyError{false};

void keepError(Status error) {
  std::lock_guard lock(errorMutex);
  if (copyError.ok())
    copyError = std::move(error);
  anyError = true;
}

} // namespace

thread_local bool ReadingScope::active_ = false;

void DeviceCopy::bringHome(std::byte *host) {
  if (!hostIsCurrent_.load(std::memory_order_acquire)) {
    std::lock_guard lock(moving_);
    if (!hostIsCurrent_) {
      if (Status copied = memory_->download(host, address_, size_); !copied.ok())
        keepError(std::move(copied));
      hostIsCurrent_.store(true, std::memory_order_release);
    }
  }
  if (!ReadingScope::isActive())
    deviceIsCurrent_.store(false, std::memory_order_release);
}

Status DeviceCopy::bringOut(const std::byte *host, bool isZero) {
  if (!deviceIsCurrent_.load(std::memory_order_acquire)) {
    std::lock_guard lock(moving_);
    if (!deviceIsCurrent_) {
      Status copied =
          isZero ? memory_->fillWithZeros(address_, size_) : memory_->upload(address_, host, size_);
      if (!copied.ok())
        return copied;
      deviceIsCurrent_.store(true, std::memory_order_release);
    }
  }
  hostIsCurrent_.store(false, std::memory_order_release);
  return {};
}

bool DeviceCopy::clear(uint64_t offset, uint64_t bytes) {
  std::lock_guard lock(moving_);
  if (!deviceIsCurrent_ || !memory_->fillWithZeros(address_ + offset, bytes).ok())
    return false;
  hostIsCurrent_.store(false, std::memory_order_release);
  return true;
}

bool DeviceCopy::copyFrom(DeviceCopy &other, uint64_t to, uint64_t from, uint64_t bytes) {
  std::scoped_lock lock(moving_, other.moving_);
  bool isWhole = to == 0 && bytes == size_;
  if (memory_ != other.memory_ || !other.deviceIsCurrent_ || (!isWhole && !deviceIsCurrent_) ||
      !memory_->copy(address_ + to, other.address_ + from, bytes).ok())
    return false;
  deviceIsCurrent_.store(true, std::memory_order_release);
  hostIsCurrent_.store(false, std::memory_order_release);
  return true;
}

Status takeCopyError() {
  std::lock_guard lock(errorMutex);
  anyError = false;
  return std::exchange(copyError, {});
}

bool hasCopyError() {
  return anyError.load(std::memory_order_relaxed);
}

} // namespace nereid::tensor
