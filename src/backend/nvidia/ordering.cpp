// The order of a program's own accesses.
//
// A program reads as one that does a thing after another, but its threads run apart: what one
// stores another may load too early, or have stored over before it has loaded. Between accesses
// that may meet stands a barrier. Two meet if one of them stores and their addresses come from the
// same argument (or from no known one), unless every thread touches only what it touched before:
// the same addresses in the same layout.
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "backend/nvidia/emitter.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// The argument that an address is computed from; null if that cannot be seen.
Value rootOf(Value pointer) {
  for (int steps = 0; steps < 64; ++steps) {
    if (auto argument = dyn_cast<BlockArgument>(pointer)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument.getArgNumber() == 0)
        return isa<scf::WhileOp>(argument.getOwner()->getParentOp()) ? Value() : Value(argument);
      pointer = loop.getInitArgs()[argument.getArgNumber() - 1];
      continue;
    }
    Operation *op = pointer.getDefiningOp();
    if (isView(op) || isa<tile::AddPtrOp, tile::SplatOp, tile::PtrCastOp, tile::HintOp>(op))
      pointer = op->getOperand(0);
    else
      return {};
  }
  return {};
}

bool isAtomic(Operation *op) {
  return isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp, tile::AtomicStoreOp>(op);
}

} // namespace

void expectRound(Emitter &e, Block &body) {
  body.walk([&](Operation *op) {
    if (isAtomic(op) || isa<tile::LoadOp, tile::StoreOp>(op))
      e.accesses.push_back({op->getOperand(0), rootOf(op->getOperand(0)), nullptr,
                            !isa<tile::LoadOp, tile::AtomicLoadOp>(op), isAtomic(op), true});
  });
}

void orderAccess(Emitter &e, Operation *op) {
  Value pointer = op->getOperand(0), root = rootOf(pointer);
  bool stores = !isa<tile::LoadOp, tile::AtomicLoadOp>(op);
  bool isWhole = !isTile(pointer); // all threads load a scalar, one stores it
  Layout layout = isWhole ? nullptr : e.layouts.access(pointer);
  if (auto store = dyn_cast<tile::StoreOp>(op); store && !isWhole)
    layout = e.layouts.forStore(store);
  for (const Access &before : e.accesses) {
    if (!stores && !before.stores)
      continue;
    if (isAtomic(op) && before.isAtomic)
      continue; // they order themselves
    bool mayMeet = !root || !before.root || root == before.root;
    bool isSame = pointer == before.pointer && layout == before.layout && layout &&
                  e.isHeldOnce(layout) && !before.isInLoop;
    if (!mayMeet || isSame)
      continue;
    e.w.barrier();
    e.shared.sawBarrier();
    e.accesses.clear();
    break;
  }
  e.accesses.push_back({pointer, root, layout, stores, isAtomic(op), false});
}

} // namespace nereid::nvidia
