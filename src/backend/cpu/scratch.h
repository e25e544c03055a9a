// Scratch: where a kernel's tiles live when they must be in memory.
//
// Offsets are given at compile time, stack-like: what a region allocates is free again after it, so
// loops one after the other share the same (warm) bytes. The runtime hands every worker one arena
// of `size()` bytes past the CpuScratch.
#pragma once

#include <algorithm>
#include <cstdint>

namespace nereid::cpu {

class Scratch {
public:
  static constexpr int64_t kAlignment = 64;

  // The offset of `bytes` bytes, from the arena's begin.
  int64_t allocate(int64_t bytes) {
    int64_t offset = top_;
    top_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    size_ = std::max(size_, top_);
    return offset;
  }
  int64_t mark() const { return top_; }
  void release(int64_t mark) { top_ = mark; }
  int64_t size() const { return size_; }

private:
  int64_t top_ = 0;
  int64_t size_ = 0;
};

} // namespace nereid::cpu
