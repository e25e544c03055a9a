#include "backend/nvidia/feed/ring.h"

namespace nereid::nvidia {

constexpr uint32_t kBarrierBytes = 8, kAlignment = 1024;

Ring::Side Ring::createSide(Emitter &e, uint32_t phase) {
  Writer &w = e.w;
  Side side;
  w.inPrologue([&]() -> Reg {
    side.slot = w.b.CreateAlloca(w.i32());
    side.phase = w.b.CreateAlloca(w.i32());
    w.b.CreateStore(w.k(0), side.slot);
    return w.b.CreateStore(w.k(phase), side.phase);
  });
  return side;
}

void Ring::create(Emitter &e) {
  data_ = e.shared.hold(stages_ * slotBytes_, kAlignment);
  full_ = e.shared.hold(2 * stages_ * kBarrierBytes, kBarrierBytes);
  empty_ = full_ + stages_ * kBarrierBytes;
  consumers_ = createSide(e, 0);
  producer_ = createSide(e, 1); // slots that were never full pass for emptied ones
}

void Ring::initialize(Emitter &e) {
  Writer &w = e.w;
  for (uint32_t slot = 0; slot < stages_; ++slot) {
    const char *text = "mbarrier.init.shared::cta.b64 [$0], $1;";
    w.assembly(w.b.getVoidTy(), text, "r,r,~{memory}",
               {w.sharedAddress(w.k(full_ + slot * kBarrierBytes)), w.k(1)}, true);
    w.assembly(w.b.getVoidTy(), text, "r,r,~{memory}",
               {w.sharedAddress(w.k(empty_ + slot * kBarrierBytes)), w.k(e.machine.warps)}, true);
  }
}

Reg Ring::barrierOf(Writer &w, uint32_t barriers, Reg slot) {
  return w.sharedAddress(w.b.CreateAdd(w.b.CreateMul(slot, w.k(kBarrierBytes)), w.k(barriers)));
}

Reg Ring::dataOf(Writer &w, Reg slot) {
  return w.b.CreateAdd(w.b.CreateMul(slot, w.k(slotBytes_)), w.k(data_));
}

void Ring::wait(Writer &w, Reg barrier, Reg parity) {
  w.assembly(w.b.getVoidTy(),
             "{\n  .reg .pred done;\nagain:\n"
             "  mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\n  @!done bra again;\n}",
             "r,r,~{memory}", {barrier, parity}, true);
}

void Ring::border(Emitter &e) {
  wait(e.w, consumers_.barrier, consumers_.parity);
}

// Waits for the next slot's barrier and steps on; gives the slot.
Reg Ring::advance(Emitter &e, Side &side, uint32_t barriers) {
  Writer &w = e.w;
  Reg slot = w.b.CreateLoad(w.i32(), side.slot), phase = w.b.CreateLoad(w.i32(), side.phase);
  side.barrier = barrierOf(w, barriers, slot);
  side.parity = phase;
  wait(w, side.barrier, phase);
  Reg next = w.b.CreateAdd(slot, w.k(1));
  Reg isRound = w.b.CreateICmpEQ(next, w.k(stages_));
  w.b.CreateStore(w.b.CreateSelect(isRound, w.k(0), next), side.slot);
  w.b.CreateStore(w.b.CreateXor(phase, w.b.CreateZExt(isRound, w.i32())), side.phase);
  return slot;
}

Reg Ring::await(Emitter &e, Reg &slot) {
  Writer &w = e.w;
  slot = advance(e, consumers_, full_);
  return dataOf(w, slot);
}

void Ring::release(Emitter &e, Reg slot, Reg condition) {
  Writer &w = e.w;
  Reg isFirst = w.b.CreateICmpEQ(w.laneId(), w.k(0));
  w.assembly(w.b.getVoidTy(), "@$1 mbarrier.arrive.shared::cta.b64 _, [$0];", "r,b,~{memory}",
             {barrierOf(w, empty_, slot), w.both(isFirst, condition)}, true);
}

Reg Ring::beginFill(Emitter &e, Reg &full) {
  Writer &w = e.w;
  Reg slot = advance(e, producer_, empty_);
  full = barrierOf(w, full_, slot);
  w.assembly(w.b.getVoidTy(), "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
             "r,r,~{memory}", {full, w.k(slotBytes_)}, true);
  return dataOf(w, slot);
}

void Ring::put(Emitter &e, Reg number) {
  Writer &w = e.w;
  Reg slot = advance(e, producer_, empty_);
  w.assembly(w.b.getVoidTy(), "st.shared.b32 [$0], $1;\n  mbarrier.arrive.shared::cta.b64 _, [$2];",
             "r,r,r,~{memory}",
             {w.sharedAddress(dataOf(w, slot)), number, barrierOf(w, full_, slot)}, true);
}

Reg Ring::take(Emitter &e) {
  Writer &w = e.w;
  Reg slot = nullptr, place = await(e, slot);
  Reg number = w.assembly(w.i32(), "ld.shared.b32 $0, [$1];", "=r,r,~{memory}",
                          {w.sharedAddress(place)}, true);
  // Known to be the same in all lanes, of which none is still reading.
  number = w.shuffleIndex(number, w.k(0));
  release(e, slot);
  return number;
}

} // namespace nereid::nvidia
