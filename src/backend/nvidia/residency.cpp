#include "backend/nvidia/residency.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// At 64 registers a thread, 1024 threads are resident. Half of them serve for addresses, conditions
// and what is under way: tiles may take the rest. Where they take less than half of that, the
// assembler stays below 64 by itself, often far below, and is left alone.
constexpr int64_t kThreads = 1024, kMostHeld = 32, kLeastHeld = kMostHeld / 2 + 1;
// At 32 registers, twice as many are, on chips that have room for them; tiles and what is being
// loaded may take three quarters.
constexpr int64_t kMostThreads = 2048, kMostAtOnce = 24;

// Straight-line code around reductions.
bool reducesRows(Block &body) {
  bool reduces = false;
  for (Operation &op : body) {
    bool isReduction = isa<tile::ReduceOp>(op);
    if (isa<tile::DotOp, tile::ScanOp, tile::SortOp>(op) || (op.getNumRegions() && !isReduction))
      return false;
    reduces |= isReduction;
  }
  return reduces;
}

// Operations of a few registers beside their operands and results, lane by lane.
bool isLight(Operation &op) {
  for (Type type : op.getResultTypes())
    if (tile::elementOf(type).isF64())
      return false;
  return !isa<tile::LibmOp, tile::MapOp, tile::InlineAsmOp, tile::HistogramOp, tile::GatherOp,
              arith::DivSIOp, arith::RemSIOp, arith::DivUIOp, arith::RemUIOp, arith::RemFOp>(op) &&
         (!isa<math::MathDialect>(op.getDialect()) ||
          isa<math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op, math::SqrtOp, math::RsqrtOp,
              math::AbsFOp, math::AbsIOp, math::FmaOp, math::FloorOp, math::CeilOp>(op));
}

// Whether a tile is read after `op`, through views too.
bool isReadAfter(Value tile, Operation *op) {
  return llvm::any_of(tile.getUsers(), [&](Operation *user) {
    if (isView(user) && isReadAfter(user->getResult(0), op))
      return true;
    return user->getBlock() == op->getBlock() && op->isBeforeInBlock(user);
  });
}

// A tile of 16 bits an element as loaded, where `op` does no more than widen it.
bool isWidened(arith::ExtFOp op, Layouts &layouts) {
  Value source = op.getIn(), result = op.getOut();
  if (!isTile(result) || !source.getDefiningOp<tile::LoadOp>())
    return false;
  Layout home = layouts.home(source);
  return tile::elementOf(source.getType()).getIntOrFloatBitWidth() == 16 &&
         tile::elementOf(result.getType()).isF32() && home == layouts.home(result) &&
         home->contiguousBits() > 0;
}

} // namespace

Residency::Residency(Block &body, Layouts &layouts, const Machine &machine)
    : body_(body), layouts_(layouts) {
  if (machine.maxRegisters > 0 || machine.warps == 1 || !reducesRows(body))
    return;
  int64_t held = 0, narrow = 0;
  for (auto reduce : body.getOps<tile::ReduceOp>()) {
    held = std::max(held, heldAcross(reduce, false));
    narrow = std::max(narrow, heldAcross(reduce, true));
  }
  if (held > kMostHeld && narrow <= kMostHeld) {
    held = narrow;
    for (auto reduce : body.getOps<tile::ReduceOp>())
      for (auto op : body.getOps<arith::ExtFOp>())
        if (op->isBeforeInBlock(reduce) && isWidened(op, layouts) &&
            isReadAfter(op->getResult(0), reduce))
          widened_[reduce].push_back(op);
  }
  int64_t threads = held >= kLeastHeld && held <= kMostHeld ? kThreads : 0;
  if (machine.maxThreads() >= kMostThreads && heldAtOnce(held) <= kMostAtOnce &&
      llvm::all_of(body, isLight))
    threads = kMostThreads;
  if (threads > 32 * machine.warps)
    programs_ = static_cast<int>(threads / (32 * machine.warps));
}

ArrayRef<arith::ExtFOp> Residency::widenedAfter(Operation *reduce) const {
  auto found = widened_.find(reduce);
  return found == widened_.end() ? ArrayRef<arith::ExtFOp>() : found->second;
}

int64_t Residency::registersOf(Value tile) {
  int64_t bytes = tile::byteSizeOf(tile::elementOf(tile.getType()));
  return (int64_t(layouts_.home(tile)->registers()) * bytes + 3) / 4;
}

// Of `held` registers and those of loads between two reductions, the most.
int64_t Residency::heldAtOnce(int64_t held) {
  int64_t most = 0, loaded = 0, base = 0; // nothing is held before the first
  for (Operation &op : body_) {
    if (isa<tile::ReduceOp>(op)) {
      most = std::max(most, base + loaded);
      base = held;
      loaded = 0;
    } else if (isa<tile::LoadOp>(op) && isTile(op.getResult(0))) {
      loaded += registersOf(op.getResult(0));
    }
  }
  return std::max(most, base + loaded);
}

// The registers of a thread that are taken by tiles read after `reduce`, and by those it reads; not
// by those that are computed for it, an element at a time.
int64_t Residency::heldAcross(Operation *reduce, bool isNarrow) {
  llvm::SetVector<Value> tiles;
  for (Operation &op : body_) {
    if (&op == reduce)
      break;
    for (Value result : op.getResults()) {
      bool isSource = !isElementwise(&op) && llvm::is_contained(reduce->getOperands(), result);
      if (!isTile(result) || layouts_.isCheap(result) || isView(&op) ||
          !(isSource || isReadAfter(result, reduce)))
        continue;
      auto widening = dyn_cast<arith::ExtFOp>(op);
      bool isHeldNarrow = isNarrow && widening && isWidened(widening, layouts_);
      tiles.insert(isHeldNarrow ? widening.getIn() : result);
    }
  }
  int64_t registers = 0;
  for (Value tile : tiles)
    registers += registersOf(tile);
  return registers;
}

} // namespace nereid::nvidia
