// What one thread does to bring the boxes of a round (supply.h): the scalars that their starts
// need, for that round, a slot of the ring, and the copies into it.
//
//   Filler filler(e, maps);
//   filler.beginLoop(loop);
//   filler.fillKept(loop);
//   filler.beginRound(loop, counter, round);   // in each; counter and round are registers
//   ...                                        // the loop's needed scalars
//   filler.fill(loop);
//
// Loops may be nested: a round of the outer one stays begun until it begins another.
#pragma once

#include "backend/nvidia/feed/supply.h"

namespace nereid::nvidia {

class Filler {
public:
  Filler(Emitter &emitter, ArrayRef<Reg> maps) : e(emitter), w(emitter.w), maps_(maps) {}
  // Before a loop: what its rounds share.
  void beginLoop(mlir::scf::ForOp loop);
  void beginRound(mlir::scf::ForOp loop, Reg counter, Reg round);
  void fill(mlir::scf::ForOp loop);
  // What is brought once, before the loop's rounds; after beginLoop.
  void fillKept(mlir::scf::ForOp loop);
  // By threads that do not fill, each with its number among `count`: has the second-level cache
  // fetch the lines of the round that is begun.
  void prefetch(mlir::scf::ForOp loop, Reg number, uint32_t count);
  // The same of the first rounds of all programs, a share in each block: what they read is known
  // before it is known which program a block is. Where canShare().
  bool canShare(mlir::scf::ForOp loop) const;
  void prefetchShare(mlir::scf::ForOp loop, Reg block, Reg blocks, Reg number, uint32_t count);

private:
  void fill(Delivery &delivery);
  void copy(const Box &box, Reg map, Reg base, Reg full);
  // Where lines lie along an axis: the first, and how many steps it is to the next.
  struct Places {
    Reg first, apart;
  };
  void prefetch(const Box &box, ArrayRef<Places> places, Reg number, uint32_t count);
  void prefetch(const Box &box, ArrayRef<Places> places, Reg line);
  std::optional<Sum> extentOf(const Box::Axis &axis) const;
  Reg valueOf(const Sum &sum); // in 32 bits
  Reg valueOf(Symbol symbol);
  Reg remainder(const Affine::Remainder &wrapped);

  Emitter &e;
  Writer &w;
  SmallVector<Reg> maps_;
  llvm::DenseMap<const void *, Reg> rounds_; // by the loop's counter
  mlir::scf::ForOp begun_;
  llvm::DenseMap<const void *, Reg> wrapped_; // remainders that begun_ does not change
};

// By the thread that fills, before all else: the tensors' maps come from memory too.
void fetchMaps(Writer &w, ArrayRef<Reg> maps);

} // namespace nereid::nvidia
