// What loops and branches carry, as registers: phis, one for each.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

// The registers of `values` one after another; cheap tiles that loops move have none.
class Carried {
public:
  Carried(Emitter &emitter, mlir::ValueRange values) : e_(emitter) {
    for (mlir::Value value : values) {
      values_.push_back(value);
      layouts_.push_back(isTile(value) ? homeOf(value) : nullptr);
    }
  }

  // `others` (the same types) as registers in these values' layouts.
  Regs read(mlir::ValueRange others) const {
    Regs all;
    for (auto [layout, other] : llvm::zip_equal(layouts_, others)) {
      if (layout)
        all.append(lanes(e_, other, layout));
      else
        all.push_back(e_.scalar(other));
    }
    return all;
  }
  void define(ArrayRef<Reg> registers) const {
    for (auto [value, layout] : llvm::zip_equal(values_, layouts_)) {
      size_t count = layout ? layout->registers() : 1;
      e_.define(value, Regs(registers.take_front(count)));
      registers = registers.drop_front(count);
    }
  }

private:
  Layout homeOf(mlir::Value value) const { return e_.layouts.home(value); }

  Emitter &e_;
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
