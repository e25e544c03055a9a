#include "passes/hear_hints.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Pass/Pass.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid {
namespace {

bool isAccess(Operation *op) {
  return isa<tile::LoadOp, tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicLoadOp,
             tile::AtomicStoreOp>(op);
}

class HearHints : public PassWrapper<HearHints, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HearHints)
  StringRef getArgument() const override { return "hear-hints"; }

  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    getOperation()->walk([&](tile::HintOp hint) {
      if (!hint->use_empty())
        return;
      bool isPointer = isa<tile::PtrType>(tile::elementOf(hint.getType()));
      hint.getSource().replaceUsesWithIf(hint.getResult(), [&](OpOperand &use) {
        Operation *user = use.getOwner();
        return user != hint.getOperation() &&
               dominance.properlyDominates(hint.getOperation(), user) &&
               (!isPointer || isAccess(user) || isa<tile::HintOp>(user));
      });
    });
  }
};

} // namespace

std::unique_ptr<Pass> createHearHintsPass() {
  return std::make_unique<HearHints>();
}

} // namespace nereid
