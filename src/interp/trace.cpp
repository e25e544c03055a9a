#include "interp/trace.h"

#include <set>

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid::interp {

namespace {

bool isPointer(Value value) {
  return isa<tile::PtrType>(tile::elementOf(value.getType()));
}

// What a block argument may be: false if that is not known.
bool sourcesOf(BlockArgument argument, llvm::SmallVectorImpl<Value> &sources) {
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    if (argument == loop.getInductionVar())
      return false;
    sources.push_back(loop.getTiedLoopInit(argument)->get());
    sources.push_back(loop.getTiedLoopYieldedValue(argument)->get());
    return true;
  }
  auto loop = dyn_cast<scf::WhileOp>(owner);
  if (!loop)
    return false;
  if (argument.getOwner() == loop.getAfterBody()) {
    sources.push_back(loop.getConditionOp().getArgs()[number]);
    return true;
  }
  sources.push_back(loop.getInits()[number]);
  sources.push_back(loop.getYieldOp().getOperand(number));
  return true;
}

// The same for the result of an operation.
bool sourcesOf(OpResult result, llvm::SmallVectorImpl<Value> &sources) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    sources.push_back(loop.getInitArgs()[number]);
    sources.push_back(loop.getYieldedValues()[number]);
    return true;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    sources.push_back(loop.getConditionOp().getArgs()[number]);
    return true;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    sources.push_back(branch.thenYield().getOperand(number));
    sources.push_back(branch.elseYield().getOperand(number));
    return true;
  }
  if (op->getNumRegions() != 0 || isa<tile::LoadOp>(op))
    return false;
  size_t before = sources.size();
  llvm::copy_if(op->getOperands(), std::back_inserter(sources), isPointer);
  return sources.size() > before;
}

} // namespace

std::vector<unsigned> rootParameters(Value pointer) {
  std::set<unsigned> roots;
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> open = {pointer};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(next);
    if (argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      roots.insert(argument.getArgNumber());
    else if (!(argument ? sourcesOf(argument, open) : sourcesOf(cast<OpResult>(next), open)))
      return {};
  }
  return {roots.begin(), roots.end()};
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
