// From tile IR to steps, once per kernel.
//
// Preparation walks the operations in order. For each it asks the operation's semantics
// (semantics.h) for a Step, and decides where values lie: a buffer is given to a value when it is
// made and taken back after its last use, so that a kernel needs the memory of its widest moment
// and no more.
//
//   Step prepareSplat(Operation *op, Preparation &prepare) {
//     Slot from = prepare.operand(op->getOperand(0));
//     Slot to = prepare.result(op->getResult(0));
//     ...
//     return [=](Machine &machine) { ... machine.lanes<T>(to)[i] = machine.lanes<T>(from)[0]; };
//   }
//
// Combine regions of scalars are run on many lanes at once where they can be: prepared at a width
// w, each scalar in them stands for w lanes.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include "interp/machine.h"

namespace nereid::interp {

class Preparation {
public:
  // -- What semantics ask.

  Slot operand(mlir::Value value);
  Slot result(mlir::Value value);                     // a new place
  void alias(mlir::Value result, mlir::Value source); // the same place: the same bytes
  void bindConstant(mlir::Value result, std::vector<std::byte> bytes);
  int64_t lanesOf(mlir::Value value) const;
  size_t bytesOf(mlir::Value value) const;

  // A place of its own, until release().
  Slot allocate(size_t bytes);
  void release(Slot slot);

  // The steps of a block but its terminator, then those of `finish`. The caller has bound the
  // block's arguments, and releases them.
  using Finish = std::function<void(mlir::Operation *terminator, Steps &steps)>;
  Steps block(mlir::Block &block, const Finish &finish);
  void bind(mlir::Value value, Slot slot); // takes over the slot

  // A region of scalars as a function: the slots of its arguments and results, and its steps.
  struct Function {
    std::vector<Slot> arguments;
    std::vector<Slot> results;
    Steps steps;
  };
  // Each scalar stands for `width` lanes; widths above 1 need isLanewise(region).
  Function function(mlir::Region &region, int64_t width);
  void release(const Function &function);
  static bool isLanewise(mlir::Region &region);

  // Copies values into places, as if all at once.
  void copyAll(mlir::ValueRange from, llvm::ArrayRef<Slot> to, Steps &steps);
  Step copy(Slot from, Slot to, size_t bytes);

  // Says that the kernel holds what the interpreter cannot run: "inline assembly".
  void refuse(std::string what);
  const std::string &refused() const { return refused_; } // the first; mostly empty

  // -- What is left when all is prepared.

  std::vector<SlotPlace> places;
  size_t bytes = 0;                             // that a launch needs
  std::deque<std::vector<std::byte>> constants; // where the places of constants point

private:
  struct SlotState {
    size_t bytes = 0;
    int values = 0; // live values in it; its memory is free when the last one dies
    bool isConstant = false;
  };

  void prepare(mlir::Operation &op, Steps &steps);
  Slot splatCaptured(mlir::Value value, Slot scalar);

  std::vector<SlotState> states_; // by Slot
  llvm::DenseMap<mlir::Value, Slot> slots_;
  std::map<size_t, std::vector<size_t>> free_; // bytes -> offsets
  int64_t width_ = 1;
  mlir::Region *wideRegion_ = nullptr;
  llvm::DenseMap<mlir::Value, Slot> captured_; // scalars from outside a wide region, splatted
  Steps *current_ = nullptr;                   // where the operation being prepared goes
  std::string refused_;
};

} // namespace nereid::interp
