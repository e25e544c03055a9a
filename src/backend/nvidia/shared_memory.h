// Who uses which bytes of the program's shared memory, and when a barrier must come between.
//
// An exchange is: write, barrier, read. What it reads may not be written again before all threads
// have read it, which a second barrier would ensure. Instead exchanges take turns in an area: the
// next one writes elsewhere, and its own barrier says that the first one's readers are done. Only
// one that comes back to bytes read since the last barrier needs another.
//
// Warps that exchange within themselves need no barrier, as long as each has its bytes to itself:
// only what warps share, anywhere in the kernel, can be in the way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace nereid::nvidia {

class SharedMemory {
public:
  struct Piece {
    uint32_t offset;
    bool needsBarrier; // before it is written
  };

  // Bytes for one exchange.
  Piece exchange(uint32_t bytes) {
    Piece piece = take(roundUp(bytes));
    sawBarrier(); // the exchange has one of its own
    readSinceBarrier_.push_back({piece.offset, next_});
    isShared_ = true;
    return piece;
  }
  // Bytes of which each warp uses its own part, without a barrier; as many every time. If one is
  // needed before, it is on account of what warps share, or not at all (`isShared`).
  Piece exchangeInWarps(uint32_t bytes) {
    Piece piece = take(roundUp(bytes));
    if (piece.needsBarrier)
      sawBarrier();
    readSinceBarrier_.push_back({piece.offset, next_});
    if (firstParts_ < 0)
      firstParts_ = piece.offset;
    isShared_ |= (piece.offset - firstParts_) % bytes != 0; // the same bytes in other parts
    return piece;
  }

  // Bytes that stay in use until `release`: exchanges keep off them.
  uint32_t hold(uint32_t bytes, uint32_t align) {
    floor_ = (floor_ + align - 1) / align * align;
    uint32_t offset = floor_;
    floor_ += roundUp(bytes);
    next_ = floor_;
    total_ = std::max(total_, floor_);
    return offset;
  }
  uint32_t floor() const { return floor_; }
  void release(uint32_t floor) {
    floor_ = next_ = floor;
    isUnknown_ = true;
    isShared_ = true;
  }

  // Control flow comes here from several places: anything may have been read.
  void forget() { isUnknown_ = true; }
  // A barrier was written.
  void sawBarrier() {
    isUnknown_ = false;
    readSinceBarrier_.clear();
  }

  uint32_t total() const { return total_; }
  // Whether warps write where others have read; known when the kernel is written.
  bool isShared() const { return isShared_; }

private:
  static constexpr uint32_t kTurns = 16 * 1024;
  static uint32_t roundUp(uint32_t bytes) { return (bytes + 127) / 128 * 128; }

  Piece take(uint32_t bytes) {
    uint32_t area = std::max(kTurns, bytes);
    if (next_ + bytes > floor_ + area)
      next_ = floor_;
    Piece piece{next_, isUnknown_};
    for (auto [begin, end] : readSinceBarrier_)
      piece.needsBarrier |= begin < next_ + bytes && next_ < end;
    next_ += bytes;
    total_ = std::max(total_, next_);
    return piece;
  }

  uint32_t floor_ = 0, next_ = 0, total_ = 0;
  bool isUnknown_ = false, isShared_ = false;
  int64_t firstParts_ = -1; // where warps had their parts first
  std::vector<std::pair<uint32_t, uint32_t>> readSinceBarrier_;
};

} // namespace nereid::nvidia
