// The two halves of a kernel with a supply (supply.h): warps that compute, and a warpgroup one
// thread of which brings what they multiply.
//
//   entry:     barriers of the rings are made; all threads meet; warps part
//   consumers: for each program of this block: the kernel's body
//   producer:  for each program of this block: its loops that read boxes, with nothing in them but
//              the boxes, and the scalars that these, bounds and branches need
//
// A block goes through the grid if the programs' order is free (grid_walk.h): then the next
// program's operands arrive while the last one's results are written.
//
// Where that next program is not there, or must not be begun, four more warps only take room and
// time to start: then the first thread of those that compute brings what its loop multiplies
// (refill.h).
#pragma once

#include "backend/nvidia/feed/supply.h"

namespace nereid::nvidia {

constexpr int kProducerWarps = 4;
// With two warpgroups of consumers there are 168 registers a thread; where a loop needs more, they
// take what the producer does not need.
constexpr int kConsumerRegisters = 232, kProducerRegisters = 40;
bool canTakeRegisters(Emitter &e);

// Emits the body of `kernel` at the insertion point. `maps` are the parameters that hold the
// tensors' maps, `grid` those for its walk (grid_walk.h).
void emitWithProducer(Emitter &e, mlir::func::FuncOp kernel, ArrayRef<Reg> maps,
                      ArrayRef<Reg> grid);
// The same for a kernel whose supply has no producer (Supply::hasProducer).
void emitSelfSupplied(Emitter &e, mlir::func::FuncOp kernel, ArrayRef<Reg> maps);

} // namespace nereid::nvidia
