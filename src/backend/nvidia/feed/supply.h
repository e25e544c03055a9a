// Supply: which operands of a kernel's products a producer brings, and by which rings.
//
// Of a loop whose products read boxes of tensors (boxes.h), a warpgroup of its own asks the tensor
// memory accelerator for them, a few rounds ahead and on into the next program; the others wait for
// a slot to be full, multiply and give it back. The loads of one product come in one slot: a
// delivery. Loops whose deliveries have the same sizes share rings. What a loop's products read in
// every round alike is a delivery too, with a ring of its own.
//
// That needs addresses, bounds of loops and conditions that follow from arguments, program ids and
// counters, no store that they could see, and products large enough to pay for four more warps.
// All of it is decided here, before anything is emitted; the rest asks.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "artifact/artifact.h"
#include "backend/nvidia/feed/delivery.h"
#include "backend/nvidia/feed/operand_source.h"
#include "backend/nvidia/feed/ranges.h"

namespace nereid::nvidia {

class Refill;

class Supply {
public:
  // `source` is one that brings boxes.
  Supply(Emitter &e, mlir::func::FuncOp kernel, OperandSource source);

  bool isEmpty() const { return deliveries_.empty(); }
  // Programs may follow one another in a block: they do not order themselves.
  bool walksGrid() const { return hasProducer() && isUnordered_; }
  // By which the producer tells which program comes next, where they differ in length; else null.
  Ring *tickets() { return walksGrid() && isUneven_ ? &rings_.back() : nullptr; }
  bool hasProducer() const { return source_ == OperandSource::Producer; }
  bool isForFew() const { return source_ == OperandSource::FirstOfFew; }
  // Programs are run from the last along the first axis: that is where the long ones are.
  bool isBackward() const { return isUnordered_ && isUneven_ && isLongLast_; }
  llvm::MutableArrayRef<Delivery> deliveries() { return deliveries_; }
  llvm::MutableArrayRef<Ring> rings() { return rings_; }
  llvm::ArrayRef<TensorMap> maps() const { return maps_; }
  llvm::ArrayRef<LaunchCondition> conditions() const { return conditions_; }
  const std::vector<LaunchRange> &ranges() const { return ranges_.all(); }
  llvm::ArrayRef<uint32_t> notNegative() const { return notNegative_; }
  // Scalar operations whose results the producer needs.
  bool isNeeded(mlir::Operation *op) const { return needed_.contains(op); }
  const Affine &affine() const { return affine_; }

  Delivery *of(mlir::Value loaded);
  Delivery *overlappedBy(tile::DotOp dot);

  Refill *refill = nullptr; // set while a kernel without a producer is written

private:
  void planLoop(mlir::scf::ForOp loop);
  void planKept();
  std::optional<Delivery> keptOf(tile::LoadOp load, MatrixOperand operand);
  std::optional<Box> boxOf(tile::LoadOp load, MatrixOperand operand);
  bool addLoad(tile::LoadOp load, MatrixOperand operand, tile::DotOp dot,
               llvm::SmallVectorImpl<Delivery> &found);
  bool isProducible(const Sum &sum);
  bool isProducible(mlir::Value value);
  bool isReachable(mlir::Operation *op);
  bool mayOverlap(Delivery &delivery);
  bool suitsSource() const;
  bool assignRings();
  uint32_t room() const;
  uint32_t keptBytes();
  uint32_t stagesOf(mlir::scf::ForOp loop, uint32_t round, uint32_t kept);
  void describe();
  uint32_t mapOf(const Box &box);
  void require(const Box::Condition &condition);
  void requireInside(uint32_t range);

  Emitter &e;
  mlir::func::FuncOp kernel_;
  OperandSource source_;
  Affine affine_;
  Ranges ranges_;
  bool isUnordered_ = true, isUneven_ = false, isLongLast_ = false;
  llvm::SmallVector<Delivery> deliveries_;
  llvm::SmallVector<Ring> rings_;
  std::vector<TensorMap> maps_;
  std::vector<LaunchCondition> conditions_;
  std::vector<uint32_t> notNegative_;
  llvm::SmallPtrSet<mlir::Operation *, 32> needed_;
};

} // namespace nereid::nvidia
