// A delivery: boxes that a loop's products read, brought together into one slot of a ring, and what
// consumers do with it.
#pragma once

#include "backend/nvidia/feed/boxes.h"
#include "backend/nvidia/feed/ring.h"
#include "backend/nvidia/products/wgmma.h"

namespace nereid::nvidia {

struct Delivery {
  mlir::scf::ForOp loop; // whose rounds read it
  // Brought once, before `loop`, and given back after this one; null: brought in each round.
  mlir::scf::ForOp lastLoop;
  llvm::SmallVector<Box, 2> boxes;
  llvm::SmallVector<uint32_t, 2> maps; // of each box, its tensor's number
  tile::DotOp last;                    // the last product that reads them
  // The product goes on while the next round's begins: the loop carries its sums unfinished, and
  // each round gives back the slot of the one before.
  bool isOverlapped = false;
  unsigned ring = 0;
  Reg slot = nullptr;              // that was awaited last
  llvm::Value *previous = nullptr; // the variable of the slot to give back, -1 for none

  uint32_t bytes() const;
};

// What consumers do: at a load of a delivery, wait for it; after a product, or a loop, give slots
// back.
void receive(Emitter &e, Delivery &delivery);
void giveBack(Emitter &e, tile::DotOp dot);
void giveBackKept(Emitter &e, mlir::scf::ForOp loop);
// Around a loop: overlapped products begin anew, and are waited for.
void beginOverlap(Emitter &e, mlir::scf::ForOp loop);
void finishOverlap(Emitter &e, mlir::scf::ForOp loop);

} // namespace nereid::nvidia
