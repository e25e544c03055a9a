#include "backend/cpu/ordering.h"

#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

bool isPulled(Operation *op) {
  return isView(op) || isElementwise(op) ||
         isa<tile::LoadOp, tile::JoinOp, tile::SplitOp, tile::CatOp, tile::FlipOp,
             tile::GatherOp>(op);
}

// The kernel argument that a pointer comes from; null if that is not known.
Value argumentOf(Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    bool passes = isView(op) || isa<tile::AddPtrOp, tile::SplatOp, tile::PtrCastOp>(op);
    if (!passes)
      return {};
    pointer = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(pointer);
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    if (argument.getArgNumber() == 0)
      return {};
    return argumentOf(loop.getInitArgs()[argument.getArgNumber() - 1]);
  }
  return isa<scf::WhileOp>(owner) ? Value() : pointer;
}

// The operations that will pull `tile`, found through what only passes it on. `sameLane` stays true
// while each lane depends on the same lane.
struct Puller {
  Operation *op;
  bool sameLane;
};
void collectPullers(Emitter &e, Value tile, bool sameLane, llvm::DenseMap<Value, bool> &seen,
                    SmallVectorImpl<Puller> &pullers) {
  auto [known, isNew] = seen.try_emplace(tile, sameLane);
  if (!isNew && (known->second == sameLane || !known->second))
    return;
  known->second = sameLane;
  for (Operation *user : tile.getUsers()) {
    bool passesOn = isPulled(user) && isa<RankedTensorType>(user->getResult(0).getType());
    if (!passesOn) {
      pullers.push_back({user, sameLane});
      continue;
    }
    bool keepsLane = sameLane && isElementwise(user);
    for (Value result : user->getResults())
      if (!e.isInMemory(result))
        collectPullers(e, result, keepsLane, seen, pullers);
  }
}

// Whether a store in the nest that also pulls the load leaves the load's lanes alone.
bool mayFuse(Emitter &e, tile::LoadOp load, Operation *op, bool sameLane) {
  auto store = dyn_cast<tile::StoreOp>(op);
  if (!store)
    return false;
  if (sameLane && store.getPointer() == load.getPointer())
    return true;
  Value a = argumentOf(load.getPointer()), b = argumentOf(store.getPointer());
  return !e.mayOverlap && a && b && a != b;
}

bool writesOnlyElsewhere(Emitter &e, tile::LoadOp load, Operation *op) {
  if (e.mayOverlap)
    return false;
  Value from = argumentOf(load.getPointer());
  bool elsewhere = bool(from);
  op->walk([&](Operation *inner) {
    if (auto store = dyn_cast<tile::StoreOp>(inner)) {
      Value to = argumentOf(store.getPointer());
      elsewhere &= to && to != from;
    } else if (inner->getNumRegions() == 0 && mayWrite(inner)) {
      elsewhere = false; // atomics, barriers: other programs may see or show something
    }
  });
  return elsewhere;
}

bool needsSettling(Emitter &e, tile::LoadOp load, Operation *op) {
  if (writesOnlyElsewhere(e, load, op))
    return false;
  llvm::DenseMap<Value, bool> seen;
  SmallVector<Puller> pullers;
  collectPullers(e, load.getResult(), true, seen, pullers);
  return llvm::any_of(pullers, [&](const Puller &puller) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*puller.op);
    if (ancestor == op)
      return !mayFuse(e, load, op, puller.sameLane);
    return !ancestor || op->isBeforeInBlock(ancestor);
  });
}

} // namespace

bool mayWrite(Operation *op) {
  if (isa<tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp,
          tile::AtomicStoreOp, tile::BarrierOp>(op))
    return true;
  if (isa<tile::PrintOp, tile::AssertOp, tile::AssumeOp>(op) || op->getNumRegions() == 0)
    return false;
  bool writes = false;
  op->walk([&](Operation *inner) {
    writes |= inner != op && inner->getNumRegions() == 0 && mayWrite(inner);
  });
  return writes;
}

void settleLoads(Emitter &e, Operation *op) {
  for (Operation *at = op; at && !isa<FunctionOpInterface>(at); at = at->getParentOp())
    for (Operation &before : llvm::make_range(at->getBlock()->begin(), Block::iterator(at)))
      if (auto load = dyn_cast<tile::LoadOp>(before))
        if (isa<RankedTensorType>(load.getResult().getType()) &&
            !e.isInMemory(load.getResult()) && needsSettling(e, load, op))
          materialize(e, load.getResult());
}

} // namespace nereid::cpu
