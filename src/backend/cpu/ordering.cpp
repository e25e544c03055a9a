#include "backend/cpu/ordering.h"

#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {

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

namespace {

bool isPulled(Operation *op) {
  return isView(op) || isElementwise(op) ||
         isa<tile::LoadOp, tile::JoinOp, tile::SplitOp, tile::CatOp, tile::FlipOp, tile::GatherOp>(
             op);
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

namespace {

bool isCostly(Operation *op) {
  if (isa<arith::DivFOp, tile::DivExactOp, tile::SqrtExactOp, tile::LibmOp, arith::DivSIOp,
          arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::RemFOp>(op))
    return true;
  bool isCheap =
      isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::FloorOp, math::CeilOp, math::CopySignOp>(
          op);
  return isa<math::MathDialect>(op->getDialect()) && !isCheap;
}

bool hasOtherPullers(Emitter &e, Value tile, Operation *root) {
  llvm::DenseMap<Value, bool> seen;
  SmallVector<Puller> pullers;
  collectPullers(e, tile, true, seen, pullers);
  return llvm::any_of(pullers, [&](const Puller &puller) { return puller.op != root; });
}

} // namespace

int64_t countPullers(Emitter &e, Value tile) {
  llvm::DenseMap<Value, bool> seen;
  SmallVector<Puller> pullers;
  collectPullers(e, tile, true, seen, pullers);
  llvm::SmallPtrSet<Operation *, 8> operations;
  for (const Puller &puller : pullers)
    operations.insert(puller.op);
  return static_cast<int64_t>(operations.size());
}

namespace {

void findCostly(Emitter &e, Value tile, Operation *root, bool sameLane,
                llvm::SmallPtrSetImpl<void *> &seen, SmallVectorImpl<Puller> &costly) {
  Operation *op = tile.getDefiningOp();
  if (!op || !isa<RankedTensorType>(tile.getType()) || e.isInMemory(tile) || !isPulled(op) ||
      !seen.insert(tile.getAsOpaquePointer()).second)
    return;
  for (Value operand : op->getOperands())
    findCostly(e, operand, root, sameLane && isElementwise(op), seen, costly);
  if (isCostly(op) && hasOtherPullers(e, tile, root))
    costly.push_back({op, sameLane});
}

void findInvariants(Emitter &e, Value tile, Operation *loop, llvm::SmallPtrSetImpl<void *> &seen,
                    SmallVectorImpl<Value> &found) {
  Operation *op = tile.getDefiningOp();
  if (!op || !isa<RankedTensorType>(tile.getType()) || e.isInMemory(tile) || !isPulled(op) ||
      !seen.insert(tile.getAsOpaquePointer()).second)
    return;
  for (Value operand : op->getOperands())
    findInvariants(e, operand, loop, seen, found);
  if (isCostly(op) && !loop->isAncestor(op))
    found.push_back(tile);
}

} // namespace

void keepInvariants(Emitter &e, Operation *loop) {
  llvm::SmallPtrSet<void *, 16> seen;
  SmallVector<Value> found;
  loop->walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      // A carried number is computed into the loop's own memory.
      bool isPulledOnce = op == loop && isa<FloatType>(tile::elementOf(operand.getType()));
      if (!isPulledOnce)
        findInvariants(e, operand, loop, seen, found);
    }
  });
  for (Value tile : found)
    materialize(e, tile);
}

void keepCostly(Emitter &e, Operation *root) {
  llvm::SmallPtrSet<void *, 16> seen;
  SmallVector<Puller> costly;
  for (Value operand : root->getOperands())
    findCostly(e, operand, root, true, seen, costly);
  for (const Puller &value : costly) {
    Value tile = value.op->getResult(0);
    bool isWholeNest = value.sameLane && isa<tile::ReduceOp>(root);
    if (isWholeNest)
      e.kept[tile] = allocateTile(e, tile.getType());
    else
      materialize(e, tile);
  }
}

void finishKept(Emitter &e) {
  for (auto &[tile, memory] : e.kept)
    e.memories[tile] = memory;
  e.kept.clear();
}

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

namespace {

// The tiles loaded before `op` that are still to be pulled.
void forEachPending(Emitter &e, Operation *op, llvm::function_ref<void(tile::LoadOp)> visit) {
  for (Operation *at = op; at && !isa<FunctionOpInterface>(at); at = at->getParentOp())
    for (Operation &before : llvm::make_range(at->getBlock()->begin(), Block::iterator(at)))
      if (auto load = dyn_cast<tile::LoadOp>(before))
        if (isa<RankedTensorType>(load.getResult().getType()) && !e.isInMemory(load.getResult()))
          visit(load);
}

} // namespace

void settleLoads(Emitter &e, Operation *op) {
  forEachPending(e, op, [&](tile::LoadOp load) {
    if (needsSettling(e, load, op))
      materialize(e, load.getResult());
  });
}

bool isNeverWritten(Emitter &e, tile::LoadOp load, Operation *kernel) {
  return writesOnlyElsewhere(e, load, kernel);
}

bool overlapMatters(Emitter &e, Operation *kernel) {
  e.mayOverlap = true;
  bool matters = false;
  kernel->walk([&](Operation *op) {
    if (op != kernel && !matters && mayWrite(op))
      forEachPending(e, op, [&](tile::LoadOp load) { matters |= needsSettling(e, load, op); });
  });
  return matters;
}

} // namespace nereid::cpu
