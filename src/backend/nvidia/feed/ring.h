// Slots in shared memory that one thread fills and warps of consumers read, in turn.
//
//   producer                                   consumers
//   base = ring.beginFill(e);                  base = ring.await(e);
//   copies into the slot, each completing      ... read the slot ...
//   on ring.full(...)                          ring.release(e, slot)
//
// Each slot has two barriers (mbarrier): `full`, completed by the bytes that arrive, and `empty`,
// by one arrival of each consumers' warp. A side keeps the slot that comes next and its phase,
// which turns every time round; both are variables, so that rings may be used in one loop after
// another and go on from program to program.
#pragma once

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

class Ring {
public:
  Ring(uint32_t slotBytes, uint32_t stages) : slotBytes_(slotBytes), stages_(stages) {}
  uint32_t slotBytes() const { return slotBytes_; }
  uint32_t stages() const { return stages_; }

  // Takes shared memory, and its variables.
  void create(Emitter &e);
  // By one thread, before anyone uses it.
  void initialize(Emitter &e);

  // The offset of the next slot, once it is full; `slot` becomes its number.
  Reg await(Emitter &e, Reg &slot);
  // A border in the code that costs next to nothing, for use after `await`: asks again for the slot
  // that has been seen full. The assembler schedules within straight lines alone.
  void border(Emitter &e);
  // A warp's arrival, of one of its lanes, where `condition` holds.
  void release(Emitter &e, Reg slot, Reg condition = nullptr);

  // The offset of the next slot, once it is empty; `full` is the barrier that its bytes complete.
  Reg beginFill(Emitter &e, Reg &full);

  // Of a ring whose slots are numbers: what one thread puts there, all lanes of the consumers take.
  void put(Emitter &e, Reg number);
  Reg take(Emitter &e);

private:
  struct Side {
    llvm::Value *slot = nullptr, *phase = nullptr;
    Reg barrier = nullptr, parity = nullptr; // waited for last
  };
  Side createSide(Emitter &e, uint32_t phase);
  Reg advance(Emitter &e, Side &side, uint32_t barriers);
  void wait(Writer &w, Reg barrier, Reg parity);
  Reg barrierOf(Writer &w, uint32_t barriers, Reg slot);
  Reg dataOf(Writer &w, Reg slot);

  uint32_t slotBytes_, stages_;
  uint32_t data_ = 0, full_ = 0, empty_ = 0;
  Side consumers_, producer_;
};

} // namespace nereid::nvidia
