#include "backend/cpu/recompute.h"

#include "llvm/ADT/Hashing.h"

#include "backend/cpu/carried.h"
#include "backend/cpu/ordering.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

constexpr int64_t kMany = 32;    // operations in a pull that are worth looking at
constexpr int64_t kRepeated = 2; // times as many as there are tiles: most are repetitions
constexpr int64_t kInAll = 256;  // operations, in all the nests that pull a tile
constexpr int64_t kManyNests = 3;
constexpr unsigned kMostListed = 256;

bool isRearranged(Operation *op) {
  return isa<tile::JoinOp, tile::SplitOp, tile::CatOp, tile::FlipOp, tile::GatherOp>(op);
}

bool isPulled(Value tile) {
  Operation *op = tile.getDefiningOp();
  return op && (isView(op) || isElementwise(op) || isRearranged(op) || isa<tile::LoadOp>(op));
}

// Whether the operand is read at the index that the result is asked for.
bool keepsIndex(Operation *op, Value operand) {
  if (auto gather = dyn_cast<tile::GatherOp>(op))
    return operand == gather.getIndex();
  return isElementwise(op) || isa<tile::LoadOp>(op);
}

// A path is a hash of the views on the way from a tile to what it reads; 0 where there are none.
size_t extended(size_t view, size_t path) {
  return llvm::hash_combine(view, path);
}

// The halves of a split are different views.
size_t viewOf(Value result) {
  return llvm::hash_combine(result.getDefiningOp(), cast<OpResult>(result).getResultNumber());
}

// What one pull of `tile` computes; nothing if it is found in memory or costs nothing.
Pulled countPull(Emitter &e, Value tile) {
  Pulled pulled;
  if (!isPulled(tile) || e.isInMemory(tile) || e.shifted.count(tile))
    return pulled;
  Operation *op = tile.getDefiningOp();
  auto add = [&](const Pulled::Key &key, Pulled::Cost cost) {
    if (pulled.costs.try_emplace(key, cost).second)
      pulled.total.all += cost.all;
  };
  add({tile, 0}, {1, 1});
  for (Value operand : op->getOperands()) {
    auto known = e.pulled.find(operand);
    if (known == e.pulled.end() || e.isInMemory(operand))
      continue;
    size_t step = keepsIndex(op, operand) ? 0 : viewOf(tile);
    for (const auto &[key, cost] : known->second.costs)
      add({key.first, step ? extended(step, key.second) : key.second}, cost);
  }
  llvm::SmallPtrSet<void *, 16> tiles;
  for (const auto &[key, cost] : pulled.costs)
    if (tiles.insert(key.first.getAsOpaquePointer()).second)
      pulled.total.once += cost.once;
  return pulled;
}

bool isWorthKeeping(Emitter &e, Value tile, const Pulled::Cost &cost) {
  if (cost.all < kMany || isa<tile::PtrType>(tile::elementOf(tile.getType())))
    return false;
  if (cost.all >= kRepeated * cost.once)
    return true;
  if (tile.hasOneUse() || isStable(e, tile)) // what masks and addresses are made of stays in view
    return false;
  int64_t nests = countPullers(e, tile);
  return nests >= kManyNests && nests * cost.all >= kInAll;
}

} // namespace

void keepRepeated(Emitter &e, Operation *op) {
  for (Value result : op->getResults()) {
    if (!isa<RankedTensorType>(result.getType()))
      continue;
    Pulled pulled = countPull(e, result);
    if (isWorthKeeping(e, result, pulled.total)) {
      materialize(e, result);
      pulled = Pulled();
    } else if (pulled.costs.size() > kMostListed) { // those that read it count it as a whole
      pulled.costs.clear();
      pulled.costs[{result, 0}] = pulled.total;
    }
    e.pulled[result] = std::move(pulled);
  }
}

} // namespace nereid::cpu
