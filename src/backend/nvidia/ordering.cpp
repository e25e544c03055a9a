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

bool isAtomic(Operation *op) {
  return isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp, tile::AtomicStoreOp>(op);
}

Access accessOf(Emitter &e, Operation *op) {
  Value pointer = op->getOperand(0);
  bool isWhole = !isTile(pointer); // all threads load a scalar, one stores it
  Layout layout = isWhole        ? nullptr
                  : isAtomic(op) ? e.layouts.accessByElement(pointer)
                                 : e.layouts.access(pointer);
  if (auto store = dyn_cast<tile::StoreOp>(op); store && !isWhole)
    layout = e.layouts.forStore(store);
  return {pointer,      rootOf(pointer),
          layout,       !isa<tile::LoadOp, tile::AtomicLoadOp>(op),
          isAtomic(op), false};
}

bool needsBarrier(Emitter &e, const Access &access, const Access &before) {
  if (!access.stores && !before.stores)
    return false;
  if (access.isAtomic && before.isAtomic)
    return false; // they order themselves
  bool mayMeet = !access.root || !before.root || access.root == before.root;
  bool isSame = access.pointer == before.pointer && access.layout == before.layout &&
                access.layout && e.isHeldOnce(access.layout) && !before.isInLoop;
  return mayMeet && !isSame;
}

} // namespace

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

void expectRound(Emitter &e, Block &body) {
  body.walk([&](Operation *op) {
    if (isAtomic(op) || isa<tile::LoadOp, tile::StoreOp>(op))
      e.alsoAccessed(Access{op->getOperand(0), rootOf(op->getOperand(0)), nullptr,
                            !isa<tile::LoadOp, tile::AtomicLoadOp>(op), isAtomic(op), true});
  });
}

void orderAccess(Emitter &e, Operation *op) {
  Access access = accessOf(e, op);
  bool waits = llvm::any_of(e.accesses,
                            [&](const Access &before) { return needsBarrier(e, access, before); });
  if (!waits)
    return;
  e.barrier();
  e.shared.sawBarrier();
}

bool needsBarrier(Emitter &e, Operation *later, Operation *earlier) {
  return needsBarrier(e, accessOf(e, later), accessOf(e, earlier));
}

void noteAccess(Emitter &e, Operation *op) {
  e.alsoAccessed(accessOf(e, op));
}

} // namespace nereid::nvidia
