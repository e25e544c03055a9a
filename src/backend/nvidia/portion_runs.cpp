// Which operations go through their tiles in portions together (portions.h), and that loop.
//
// A run has one layout. It ends before an operation that
//   - needs all of a tile of the run: in another layout, or through a view;
//   - needs what a reduction of the run gives, which is whole after the loop;
//   - accesses memory that another one of the run may have to be done with before (ordering.cpp);
//   - has effects of its own, or regions.
// What computes scalars in between comes before the loop; what is cheap is computed where it is
// used.
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

#include "backend/nvidia/portions.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// Above this, registers are spilled. (fp32; there are 255, and what is under way needs some.)
constexpr unsigned kMostElements = 128; // of a tile, in a thread

// The layout in which `op` goes through tiles lane by lane; null if it does not.
Layout layoutOf(Emitter &e, Operation *op) {
  return llvm::TypeSwitch<Operation *, Layout>(op)
      .Case([&](tile::LoadOp load) {
        return isTile(load.getResult()) ? e.layouts.home(load.getResult()) : nullptr;
      })
      .Case([&](tile::StoreOp store) {
        return isTile(store.getPointer()) ? e.layouts.forStore(store) : nullptr;
      })
      .Case([&](tile::ReduceOp reduce) { return e.layouts.home(reduce.getSources()[0]); })
      .Case([&](tile::MapOp map) -> Layout {
        Layout layout = e.layouts.home(map.getResult(0));
        bool isOne =
            llvm::all_of(map.getResults(), [&](Value v) { return e.layouts.home(v) == layout; });
        return isOne && map.getPack() == 1 ? layout : nullptr;
      })
      .Default([&](Operation *other) -> Layout {
        bool isTiles = isElementwise(other) && !e.layouts.isCheap(other->getResult(0));
        return isTiles ? e.layouts.home(other->getResult(0)) : nullptr;
      });
}

class Run {
public:
  Run(Emitter &emitter, Operation *first) : e(emitter), whole_(layoutOf(emitter, first)) {
    if (!whole_ || !goesInPortions(e, whole_))
      return;
    for (Operation *op = first; op != first->getBlock()->getTerminator() && take(op);)
      op = op->getNextNode();
  }

  // Nothing but loads is better written out, for those who read them.
  bool isWorthwhile() const {
    return llvm::any_of(members_, [](Operation *op) { return !isa<tile::LoadOp>(op); });
  }
  Operation *emit();

private:
  bool take(Operation *op);
  bool takeBetween(Operation *op);
  bool isMember(Operation *op);
  bool isOwn(Value tile) const {
    return tile.getDefiningOp() && set_.contains(tile.getDefiningOp());
  }
  bool isLate(Value value) const { return late_.contains(value); }
  bool isAccess(Operation *op) const { return isa<tile::LoadOp, tile::StoreOp>(op); }

  Emitter &e;
  Layout whole_;
  SmallVector<Operation *> members_, between_, before_; // before_: of between_, the last member's
  Portions::Members set_;
  llvm::DenseSet<Value> late_; // what is there after the loop
};

bool Run::take(Operation *op) {
  if (!isMember(op))
    return takeBetween(op);
  members_.push_back(op);
  set_.insert(op);
  before_ = between_;
  if (isa<tile::ReduceOp>(op))
    late_.insert(op->result_begin(), op->result_end());
  return true;
}

bool Run::isMember(Operation *op) {
  if (layoutOf(e, op) != whole_ ||
      llvm::any_of(op->getOperands(), [&](Value v) { return isLate(v); }))
    return false;
  // What is there already in registers is stored from there.
  if (auto store = dyn_cast<tile::StoreOp>(op)) {
    Value value = store.getValue();
    bool isInPortions = e.kept.contains(value) && e.layouts.home(value) == whole_;
    if (!isOwn(value) && !isInPortions && !e.layouts.isCheap(value))
      return false;
  }
  for (Value operand : op->getOperands())
    if (isOwn(operand) && e.layouts.home(operand) != whole_)
      return false;
  return !isAccess(op) || llvm::none_of(members_, [&](Operation *other) {
    return isAccess(other) && needsBarrier(e, op, other);
  });
}

// Not a member, but no end either.
bool Run::takeBetween(Operation *op) {
  if (op->getNumRegions() != 0 ||
      !(isElementwise(op) || isView(op) ||
        isa<arith::ConstantOp, tile::RangeOp, tile::SplatOp, tile::UndefOp, tile::AssumeOp,
            tile::ProgramIdOp, tile::NumProgramsOp>(op)))
    return false;
  bool isWritten = !llvm::all_of(op->getResults(), [](Value v) { return isTile(v); });
  bool isOfTiles = isElementwise(op) && !e.layouts.isCheap(op->getResult(0));
  bool waits = llvm::any_of(op->getOperands(), [&](Value v) { return isLate(v) || isOwn(v); });
  if (isOfTiles || (waits && isWritten))
    return false;
  if (waits)
    late_.insert(op->result_begin(), op->result_end());
  else
    between_.push_back(op);
  return true;
}

Operation *Run::emit() {
  for (Operation *op : before_)
    emitOperation(e, op);
  for (Operation *op : members_)
    if (isAccess(op))
      orderAccess(e, op); // in the loop it would be a barrier in each round
  Portions loop(e, whole_, set_);
  for (Operation *op : members_)
    emitOperation(e, op);
  loop.end();
  return members_.back()->getNextNode();
}

} // namespace

bool goesInPortions(const Emitter &e, Layout layout) {
  return e.hasPortions && layout->registers() > kMostElements;
}

bool needsPortions(Operation *kernel, const Machine &machine) {
  bool isLarge = false, multiplies = false;
  kernel->walk([&](Operation *op) {
    multiplies |= isa<tile::DotOp>(op);
    for (Type type : op->getResultTypes())
      isLarge |= tile::laneCount(type) > int64_t(32 * machine.warps * kMostElements);
  });
  return isLarge && !multiplies;
}

Operation *emitInPortions(Emitter &e, Operation *first) {
  if (!e.hasPortions || e.portions)
    return nullptr;
  Run run(e, first);
  return run.isWorthwhile() ? run.emit() : nullptr;
}

} // namespace nereid::nvidia
