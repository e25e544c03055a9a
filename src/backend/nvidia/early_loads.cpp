#include "backend/nvidia/early_loads.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "backend/nvidia/layouts.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr int kMostLoads = 4; // each is a register held across the reduction

// Whether no load may pass `op`, which may be a load.
bool isFence(Operation &op) {
  if (isMemoryEffectFree(&op))
    return false;
  auto effects = getEffectsRecursively(&op);
  return !effects || !llvm::all_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Read>(effect.getEffect());
  });
}

// What `op` needs that stands between `anchor` and it, in order; false if that cannot be moved.
bool collect(Operation *op, Operation *anchor, llvm::SetVector<Operation *> &needed) {
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (!source || source->getBlock() != anchor->getBlock() || source->isBeforeInBlock(anchor) ||
        needed.contains(source))
      continue;
    bool isScalar = llvm::none_of(source->getResults(), isTile);
    if (!isScalar || !isPure(source) || source->getNumRegions() > 0 ||
        !collect(source, anchor, needed))
      return false;
    needed.insert(source);
  }
  return true;
}

// Whether its address comes out of memory too: then all threads wait for that where it stands.
bool isIndirect(Operation *op) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    return source && source->getBlock() == op->getBlock() &&
           (isa<tile::LoadOp>(source) || isIndirect(source));
  });
}

bool moveBefore(tile::LoadOp load, Operation *anchor) {
  for (Operation *op = anchor; op != load->getNextNode(); op = op->getNextNode())
    if (isFence(*op))
      return false;
  llvm::SetVector<Operation *> needed;
  if (!collect(load, anchor, needed))
    return false;
  for (Operation *op : needed)
    op->moveBefore(anchor);
  load->moveBefore(anchor);
  return true;
}

} // namespace

void loadEarly(func::FuncOp kernel) {
  Operation *firstLoad = nullptr, *reduction = nullptr;
  SmallVector<tile::LoadOp> late;
  for (Operation &op : kernel.getBody().front()) {
    auto load = dyn_cast<tile::LoadOp>(op);
    bool ofTile = load && isTile(load.getResult());
    if (ofTile && !firstLoad)
      firstLoad = &op;
    else if (isa<tile::ReduceOp>(op) && !reduction)
      reduction = &op;
    else if (reduction && load && !ofTile)
      late.push_back(load);
  }
  if (!firstLoad || !reduction || reduction->isBeforeInBlock(firstLoad))
    return;
  int moved = 0;
  for (tile::LoadOp load : late)
    if (moved < kMostLoads)
      moved += (!isIndirect(load) && moveBefore(load, firstLoad)) || moveBefore(load, reduction);
}

} // namespace nereid::nvidia
