// Residency: that several programs fit a multiprocessor, for kernels that reduce whole rows.
//
// A program that waits at a reduction's barrier moves no memory; another on the same multiprocessor
// does meanwhile. Whether there is one depends on the registers of a thread, which the assembler
// would rather spend (66 of them where 64 let a second program in). So where what threads hold
// across reductions lets 1024 of them be resident, or 2048, the kernel asks for that. Where it does
// not, tiles that were widened from 16 bits are held as loaded, if that helps, and widened once
// more after each reduction:
//
//   x = load(...).to(float32)       64 elements a thread: 32 registers held, not 64
//   e = exp(x - max(x))             x is widened for max, and again for exp
//
// One lives as long as the kernel's emitter; it refers to values of the kernel.
#pragma once

#include "backend/nvidia/layouts.h"

namespace nereid::nvidia {

class Residency {
public:
  Residency(mlir::Block &body, Layouts &layouts, const Machine &machine);

  // To be resident at once; 0: as the assembler likes.
  int programs() const { return programs_; }
  // The conversions whose results are to be computed again after `reduce`.
  llvm::ArrayRef<mlir::arith::ExtFOp> widenedAfter(mlir::Operation *reduce) const;

private:
  int64_t registersOf(mlir::Value tile);
  int64_t heldAtOnce(int64_t held);
  int64_t heldAcross(mlir::Operation *reduce, bool isNarrow);

  mlir::Block &body_;
  Layouts &layouts_;
  int programs_ = 0;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::arith::ExtFOp>> widened_;
};

} // namespace nereid::nvidia
