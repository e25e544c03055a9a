// The atomics of many programs as one.
//
//   tl.atomic_add(total, tl.sum(tl.load(x + at)))
//
// A grid of 65536 such programs changes one word 65536 times, and between its loads and its end a
// program only waits, for its own threads and for the word. Programs have no order. So a block runs
// several, one after another, keeps what they would add in registers, and changes the word once:
//
//   for each program of this block: part = part + the sum of what this thread loads
//   the sum of the threads' parts; atomic add
//
// A program that reads, then changes words, and never asks what they held, cannot tell: all of the
// block's programs have read before the first of them changed anything, which is an order that they
// might have had, whichever arguments share memory. Kernels that do nothing else are written so, if
// their words follow from the arguments alone, and if they are straight lines: programs of unequal
// length are better given out by the hardware.
//
// Where the operand is the sum of a tile, that sum and the atomic's are one, and threads meet once
// a block. So it is with every operation whose reduction the atomic repeats, but sums of 16-bit
// floats: what a thread's parts come to might not fit where the programs' sums do. Those are
// gathered whole, in fp32.
//
// One lives while its kernel is written.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

class CombinedAtomics {
public:
  CombinedAtomics(Emitter &emitter, mlir::func::FuncOp kernel);
  bool isEmpty() const { return atomics_.empty(); }

  // Writes the programs of a block, and then their atomics. `grid` are the parameters that hold its
  // sizes.
  void emit(ArrayRef<Reg> grid);

  // Whether `op` is to leave each thread its part (wholeOf).
  bool keepsParts(tile::ReduceOp op) const;
  // In a program: what the atomic would do.
  void gather(tile::AtomicRmwOp op);

private:
  struct Atomic {
    tile::AtomicRmwOp op;
    tile::ReduceOp reduce; // whose parts are gathered; null: the operand is
    Reg pointer = nullptr;
    llvm::Type *type = nullptr;         // of what is gathered
    llvm::Value *gathered = nullptr;    // a variable
    llvm::Value *wasUnmasked = nullptr; // another: whether the mask has held in a program
  };

  void begin(Atomic &atomic);
  void finish(const Atomic &atomic);

  Emitter &e;
  Writer &w;
  mlir::func::FuncOp kernel_;
  SmallVector<Atomic> atomics_;
};

// A reduction of one tile to a scalar, from what each thread's own elements come to (reduce.cpp).
Reg wholeOf(Emitter &e, tile::ReduceOp op, Reg part);

} // namespace nereid::nvidia
