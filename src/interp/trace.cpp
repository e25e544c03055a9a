#include "interp/trace.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid::interp {

std::optional<unsigned> rootParameter(Value pointer) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(pointer)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (isa<FunctionOpInterface>(owner))
        return argument.getArgNumber();
      auto loop = dyn_cast<scf::ForOp>(owner);
      if (!loop || argument == loop.getInductionVar())
        return std::nullopt;
      pointer = loop.getTiedLoopInit(argument)->get(); // loops step a pointer, they do not swap it
      continue;
    }
    Operation *op = pointer.getDefiningOp();
    if (!isa<tile::AddPtrOp, tile::PtrCastOp, tile::SplatOp, tile::BroadcastOp, tile::ExpandDimsOp,
             tile::ReshapeOp, tile::TransposeOp, tile::HintOp>(op))
      return std::nullopt;
    pointer = op->getOperand(0);
  }
}

bool mayBeMaskedOff(Value value) {
  constexpr size_t kLimit = 1000; // operations looked at
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (seen.size() > kLimit)
      return true;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      bool isPlain = isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) ||
                     (loop && argument == loop.getInductionVar());
      if (!isPlain)
        return true;
      continue;
    }
    Operation *op = next.getDefiningOp();
    auto load = dyn_cast<tile::LoadOp>(op);
    if (op->getNumRegions() != 0 || isa<tile::UndefOp>(op) || (load && load.getMask()))
      return true;
    if (!load)
      open.append(op->operand_begin(), op->operand_end());
  }
  return false;
}

} // namespace nereid::interp
