#include "backend/nvidia/feed/delivery.h"

#include "backend/nvidia/feed/refill.h"
#include "backend/nvidia/feed/supply.h"

using namespace mlir;

namespace nereid::nvidia {

uint32_t Delivery::bytes() const {
  uint32_t bytes = 0;
  for (const Box &box : boxes)
    bytes += box.memory().slotBytes();
  return bytes;
}

void receive(Emitter &e, Delivery &delivery) {
  if (e.staged.count(delivery.boxes[0].load.getResult()))
    return; // it came with another
  Writer &w = e.w;
  Reg base = e.supply->rings()[delivery.ring].await(e, delivery.slot);
  for (Box &box : delivery.boxes) {
    MatrixMemory memory = box.memory();
    e.staged[box.load.getResult()] = std::make_shared<StagedMatrix>(StagedMatrix{memory, base});
    base = w.b.CreateAdd(base, w.k(box.memory().slotBytes()));
  }
}

void giveBack(Emitter &e, tile::DotOp dot) {
  Writer &w = e.w;
  for (Delivery &delivery : e.supply->deliveries()) {
    if (delivery.last != dot)
      continue;
    Ring &ring = e.supply->rings()[delivery.ring];
    if (delivery.isOverlapped) {
      Reg before = w.b.CreateLoad(w.i32(), delivery.previous);
      Reg isThere = w.b.CreateICmpSGE(before, w.k(0));
      ring.release(e, before, isThere);
      if (e.supply->refill)
        e.supply->refill->next(isThere);
      w.b.CreateStore(delivery.slot, delivery.previous);
    } else {
      ring.release(e, delivery.slot);
    }
    for (Box &box : delivery.boxes)
      e.staged.erase(box.load.getResult());
  }
}

void giveBackKept(Emitter &e, scf::ForOp loop) {
  for (Delivery &delivery : e.supply->deliveries()) {
    if (delivery.lastLoop != loop)
      continue;
    e.supply->rings()[delivery.ring].release(e, delivery.slot);
    e.staged.erase(delivery.boxes[0].load.getResult());
  }
}

void beginOverlap(Emitter &e, scf::ForOp loop) {
  Writer &w = e.w;
  for (Delivery &delivery : e.supply->deliveries()) {
    if (delivery.loop != loop || !delivery.isOverlapped)
      continue;
    if (!delivery.previous)
      delivery.previous = w.inPrologue([&] { return w.b.CreateAlloca(w.i32()); });
    w.b.CreateStore(w.k(-1), delivery.previous);
    if (e.supply->refill)
      e.supply->refill->begin(loop);
  }
}

void finishOverlap(Emitter &e, scf::ForOp loop) {
  Writer &w = e.w;
  for (Delivery &delivery : e.supply->deliveries()) {
    if (delivery.loop != loop || !delivery.isOverlapped)
      continue;
    Value sums = delivery.last.getAcc();
    e.tiles[sums] = waitForSums(w, e.tiles[sums]);
    Reg before = w.b.CreateLoad(w.i32(), delivery.previous);
    Ring &ring = e.supply->rings()[delivery.ring];
    ring.release(e, before, w.b.CreateICmpSGE(before, w.k(0)));
  }
}

} // namespace nereid::nvidia
