// A loop whose boxes the first thread of its own warps brings: as many rounds as the ring has slots
// before it begins, and then a round each time that one of them has been given back.
//
//   thread 0: bring rounds 0 .. slots - 1
//   for i: wait for slot i; start its product; wait for product i - 1 and give slot i - 1 back;
//          thread 0: when all warps have, bring round i - 1 + slots there
//
// Before the first rounds the other threads have the cache fetch the first, which comes late: the
// accelerator asks for its lines one after the other, and not before the block knows which program
// it runs. Where that can be shared, each block fetches some of what all begin with.
//
// The refilling is done while product i is under way, so the thread's wait for the other warps
// costs little. Of one delivery, whose product's sums are carried unfinished
// (Delivery::isOverlapped).
#pragma once

#include "backend/nvidia/feed/filler.h"

namespace nereid::nvidia {

class Refill {
public:
  Refill(Emitter &emitter, ArrayRef<Reg> maps) : e(emitter), w(emitter.w), filler_(emitter, maps) {}
  // Before all else, when the first thread has made the ring ready.
  void open();
  // Before the loop.
  void begin(mlir::scf::ForOp loop);
  // In a round, where `condition` holds: a slot has been given back.
  void next(Reg condition);

private:
  bool canShare();
  void shareFirst();
  void meet();
  void bring();
  void prefetchFirst();
  void asOthers(llvm::function_ref<void(Reg number, uint32_t count)> act);
  // With what a round's boxes start at.
  void inRound(Reg counter, Reg round, llvm::function_ref<void()> act);
  void asOne(llvm::function_ref<void()> act);
  Reg isMore() { return w.b.CreateLoad(w.i1(), isMore_); }

  Emitter &e;
  Writer &w;
  Filler filler_;
  mlir::scf::ForOp loop_;
  // Of the round that is brought next: variables, since this is done in two places. The lane that
  // brings has them right.
  Reg counter_ = nullptr, round_ = nullptr, isMore_ = nullptr;
};

} // namespace nereid::nvidia
