#include "backend/cpu/carried.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "backend/cpu/bounds.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Seen = llvm::SmallPtrSetImpl<void *>;

// What has been seen is not looked at again: it was fine, or the answer is already no.
bool isUniformTile(Value tile, Seen &seen) {
  if (!isa<RankedTensorType>(tile.getType()) || !seen.insert(tile.getAsOpaquePointer()).second)
    return true;
  Operation *op = tile.getDefiningOp();
  if (!op)
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return cast<DenseElementsAttr>(constant.getValue()).isSplat();
  if (isa<tile::SplatOp>(op))
    return true;
  return (isView(op) || isElementwise(op)) &&
         llvm::all_of(op->getOperands(), [&](Value v) { return isUniformTile(v, seen); });
}

bool isUniformTile(Value tile) {
  llvm::SmallPtrSet<void *, 8> seen;
  return isUniformTile(tile, seen);
}

// How a tile that is still to be pulled depends on what a memory holds.
enum class Reads { No, SameLane, Elsewhere };

using Visited = llvm::DenseSet<std::pair<Value, int>>;

Reads readsOf(Emitter &e, Value tile, const Memory &memory, bool isSameLane, Visited &visited) {
  if (!isa<RankedTensorType>(tile.getType()) || !visited.insert({tile, isSameLane}).second)
    return Reads::No;
  if (auto found = e.memories.find(tile); found != e.memories.end()) {
    if (found->second.base != memory.base)
      return Reads::No;
    return isSameLane ? Reads::SameLane : Reads::Elsewhere;
  }
  if (auto shifted = e.shifted.find(tile); shifted != e.shifted.end())
    return readsOf(e, shifted->second.initial, memory, isSameLane, visited);
  Operation *op = tile.getDefiningOp();
  if (!op)
    return Reads::No;
  bool keepsLane = isSameLane && (isElementwise(op) || isa<tile::LoadOp, tile::HintOp>(op));
  Reads worst = Reads::No;
  for (Value operand : op->getOperands())
    worst = std::max(worst, readsOf(e, operand, memory, keepsLane, visited));
  return worst;
}

} // namespace

SmallVector<Value> uniformSteps(Value carried, Value yielded) {
  SmallVector<Value> steps;
  while (yielded != carried) {
    Operation *op = yielded.getDefiningOp();
    if (!op || !isa<tile::AddPtrOp, arith::AddIOp>(op))
      return {};
    Value base = op->getOperand(0), step = op->getOperand(1);
    if (isa<arith::AddIOp>(op) && isUniformTile(base))
      std::swap(base, step);
    if (!isUniformTile(step))
      return {};
    steps.push_back(step);
    yielded = base;
  }
  return steps;
}

namespace {

bool isStable(Emitter &e, Value tile, Seen &seen) {
  if (!isa<RankedTensorType>(tile.getType()) || !seen.insert(tile.getAsOpaquePointer()).second)
    return true;
  Operation *op = tile.getDefiningOp();
  if (e.isInMemory(tile))
    return op && isElementwise(op); // written down once, unlike what a loop carries
  if (auto shifted = e.shifted.find(tile); shifted != e.shifted.end())
    return isStable(e, shifted->second.initial, seen);
  if (!op)
    return false;
  if (isa<tile::RangeOp, tile::SplatOp, arith::ConstantOp>(op))
    return true;
  return (isView(op) || isElementwise(op)) &&
         llvm::all_of(op->getOperands(), [&](Value v) { return isStable(e, v, seen); });
}

} // namespace

bool isStable(Emitter &e, Value tile) {
  llvm::SmallPtrSet<void *, 8> seen;
  return isStable(e, tile, seen);
}

Value uniformValue(Emitter &e, Value tile) {
  PullScope scope(e);
  Index zero;
  zero.axes.resize(tile::shapeOf(tile.getType()).size());
  return at(e, tile, zero).first;
}

void handOver(Emitter &e, ArrayRef<Value> yields, ArrayRef<Memory> memories) {
  // Whether yield i may be written to memory i although others are still to be computed.
  auto isFree = [&](size_t i) {
    for (size_t j = 0; j < yields.size(); ++j) {
      Visited visited;
      Reads reads = readsOf(e, yields[j], memories[i], true, visited);
      if (j == i ? reads == Reads::Elsewhere : reads != Reads::No)
        return false;
    }
    return true;
  };
  struct Copy {
    Memory from, to;
    Type type;
  };
  SmallVector<Copy> copies;
  SmallVector<size_t> direct;
  for (size_t i = 0; i < yields.size(); ++i) {
    auto found = e.memories.find(yields[i]);
    if (found != e.memories.end() && found->second.base == memories[i].base)
      continue; // it is there
    if (isFree(i)) {
      direct.push_back(i);
      continue;
    }
    Memory aside = allocateTile(e, yields[i].getType());
    copyInto(e, yields[i], aside);
    copies.push_back({aside, memories[i], yields[i].getType()});
  }
  for (size_t i : direct)
    copyInto(e, yields[i], memories[i]);
  for (const Copy &copy : copies)
    copyTile(e, copy.from, copy.to, copy.type);
}

} // namespace nereid::cpu
