// What loops and branches carry, as registers: phis, one for each. Tiles that are gone through in
// portions stay in memory, where each way leaves its own.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

// The registers of `values` one after another; cheap tiles that loops move have none, nor have
// those in memory.
class Carried {
public:
  Carried(Emitter &emitter, mlir::ValueRange values);

  // `others` (the same types) as registers in these values' layouts; or copied to their places.
  Regs read(mlir::ValueRange others) const;
  void define(ArrayRef<Reg> registers) const;

private:
  bool isInMemory(mlir::Value value) const { return arrays_.contains(value); }
  void copy(mlir::ValueRange others) const;

  Emitter &e_;
  llvm::DenseMap<mlir::Value, LocalArray> arrays_;
  SmallVector<mlir::Value> values_;
  SmallVector<Layout> layouts_;
};

// Phis at the start of the block, whose first incoming values are `initial`.
inline SmallVector<llvm::PHINode *> phisOf(Writer &w, ArrayRef<Reg> initial,
                                           llvm::BasicBlock *from) {
  SmallVector<llvm::PHINode *> phis;
  for (Reg value : initial) {
    phis.push_back(w.b.CreatePHI(value->getType(), 2));
    phis.back()->addIncoming(value, from);
  }
  return phis;
}

inline Regs registersOf(ArrayRef<llvm::PHINode *> phis) {
  return Regs(phis.begin(), phis.end());
}

inline void complete(ArrayRef<llvm::PHINode *> phis, ArrayRef<Reg> values, llvm::BasicBlock *from) {
  for (auto [phi, value] : llvm::zip_equal(phis, values))
    phi->addIncoming(value, from);
}

// After the loop: its result is what `argument` carried last.
void defineLoopResult(Emitter &e, mlir::Value argument, mlir::Value result);

// The tiles that a loop moves by one number in all lanes: for each, what has been added so far.
class Moves {
public:
  Moves(Emitter &emitter, mlir::scf::ForOp loop);
  size_t size() const { return arguments_.size(); }
  bool has(mlir::Value argument) const { return llvm::is_contained(arguments_, argument); }
  Regs first();
  Regs next();
  void define(ArrayRef<Reg> sums);
  void defineResults(); // after the loop

private:
  Reg stepOf(mlir::BlockArgument argument);

  Emitter &e;
  mlir::scf::ForOp loop_;
  SmallVector<mlir::BlockArgument> arguments_;
};

} // namespace nereid::nvidia
