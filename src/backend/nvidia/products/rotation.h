// Loops in which one product's result reaches another, as attention's: turned by one round, so that
// the tensor cores work while the rest computes.
//
//   for j: s = q k[j]; p = softmax(s, m, l); o = p v[j] + o * shrink
//
// becomes
//
//   s = q k[0]; p, m, l = softmax(s, m, l); c = o * shrink
//   for j = 1 ...: s = q k[j] and o = p v[j - 1] + c start
//                  when s is there: p, m, l = softmax(s, m, l)   while o is still being added up
//                  when o is there: c = o * shrink
//   o = p v[last] + c
//
// Nothing is computed otherwise than it was, only in another order. The first product reads what a
// producer brings (supply.h) and a tile from outside; the second, registers that follow from the
// first, and what the producer brings; its sums are multiplied, lane by lane, and carried.
#pragma once

#include <optional>

#include "backend/nvidia/feed/supply.h"

namespace nereid::nvidia {

struct Rotation {
  mlir::scf::ForOp loop;
  tile::DotOp first, second;
  mlir::BlockArgument sums;                     // carried: the second product's
  llvm::SmallVector<mlir::Operation *> rescale; // what is done to them in a round, in order
  int registers = 0; // of a thread: both products' sums, and the operand in registers
};

std::optional<Rotation> planRotation(Emitter &e, mlir::scf::ForOp loop);
void emitRotated(Emitter &e, Rotation &rotation);
// Whether a loop of the kernel holds more registers than an even share leaves it.
bool needsLargeShare(Emitter &e, mlir::Operation *kernel);

} // namespace nereid::nvidia
