// Loads that run ahead of a loop's products.
//
// Of a loop whose products read tiles that it loads, rounds 0, 1, ... are on their way into shared
// memory (cp.async) while round i multiplies: as many as num_stages says. A load can run ahead if
// its addresses and its mask follow from the loop's counter and from what every round adds: then
// those of a later round are computed by computing them again with a later counter.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "backend/nvidia/products/matrix_memory.h"

namespace nereid::nvidia {

class Pipeline {
public:
  // `keepsLeft`: left operands from outside, too, are kept in shared memory, not in registers.
  Pipeline(Emitter &emitter, mlir::scf::ForOp loop, bool keepsLeft = false);
  bool isEmpty() const { return loads_.empty() && kept_.empty(); }
  bool runsAhead() const { return !loads_.empty(); }

  // Before the loop: operands that it does not change, and the first rounds' loads.
  void fill();
  // At the start of a round that reads `slot`: waits for its loads, starts a later round's.
  void beginRound(Reg slot);
  Reg nextSlot(Reg slot);
  // After the loop.
  void finish();

private:
  struct Load {
    tile::LoadOp op;
    Layout layout;
    MatrixMemory memory;
    uint32_t offset = 0; // of slot 0
  };

  void find(tile::DotOp dot);
  void addLoad(tile::LoadOp op, int64_t contracted);
  bool isRecomputable(mlir::Value value);
  mlir::Value scalarStep(mlir::BlockArgument argument);
  bool chooseStages();
  // Runs `act` with the loop's values as they are `rounds` later than now.
  void inLaterRound(Reg counter, Reg rounds, llvm::function_ref<void()> act);
  void start(Reg slot, Reg counter, Reg rounds);
  void copy(Load &load, Reg slot, Reg isRound);
  Reg amountOf(mlir::BlockArgument argument);

  Emitter &e;
  Writer &w;
  mlir::scf::ForOp loop_;
  const bool keepsLeft_;
  SmallVector<Load, 2> loads_;
  SmallVector<mlir::Value> kept_; // operands from outside
  llvm::DenseMap<mlir::Value, bool> recomputable_;
  llvm::SmallSetVector<mlir::Operation *, 16> needed_; // scalar operations of addresses and masks
  llvm::DenseMap<mlir::Value, Reg> amounts_;
  uint32_t stages_ = 0, floor_ = 0;
};

} // namespace nereid::nvidia
