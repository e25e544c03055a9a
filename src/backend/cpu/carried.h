// The tiles that a loop carries: where each is, and how an iteration hands over to the next.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// While it lives, tiles that were put into scratch belong to the region being written: afterwards
// they are as they were, and their scratch is free.
class RegionScope {
public:
  explicit RegionScope(Emitter &emitter)
      : emitter_(emitter), memories_(emitter.memories), shifted_(emitter.shifted),
        mark_(emitter.scratch.mark()) {}
  ~RegionScope() {
    emitter_.memories = std::move(memories_);
    emitter_.shifted = std::move(shifted_);
    emitter_.scratch.release(mark_);
  }
  RegionScope(const RegionScope &) = delete;
  RegionScope &operator=(const RegionScope &) = delete;

private:
  Emitter &emitter_;
  llvm::DenseMap<Value, Memory> memories_;
  llvm::DenseMap<Value, Shifted> shifted_;
  int64_t mark_;
};

// The offsets that are added to `carried` to make `yielded`, if all are the same in every lane;
// empty if that is not how it is made.
SmallVector<Value> uniformSteps(Value carried, Value yielded);
// Whether `tile` is made of ranges, scalars and constants, so that it means the same everywhere.
bool isStable(Emitter &e, Value tile);
// The one value of a tile whose lanes are all the same.
Value uniformValue(Emitter &e, Value tile);

// Writes each tile of `yields` to its memory; what still reads one of these memories is computed
// before that is overwritten.
void handOver(Emitter &e, ArrayRef<Value> yields, ArrayRef<Memory> memories);

} // namespace nereid::cpu
