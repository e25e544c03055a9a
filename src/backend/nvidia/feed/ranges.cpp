#include "backend/nvidia/feed/ranges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

#include "ir/tile.h"

using namespace mlir;

namespace nereid::nvidia {

uint32_t Ranges::add(LaunchRange range) {
  auto known = llvm::find(all_, range);
  if (known == all_.end())
    known = all_.insert(all_.end(), range);
  return static_cast<uint32_t>(known - all_.begin());
}

std::optional<uint32_t> Ranges::combine(Kind kind, ArrayRef<std::optional<uint32_t>> operands) {
  LaunchRange range{kind, 0, {}};
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (!operand)
      return std::nullopt;
    range.operands[i] = *operand;
  }
  return add(range);
}

std::optional<uint32_t> Ranges::of(const Sum &sum) {
  std::optional<uint32_t> total;
  for (const Term &term : sum.terms()) {
    std::optional<uint32_t> product = add({Kind::Constant, term.factor, {}});
    for (Symbol symbol : term.symbols)
      product = combine(Kind::Multiply, {product, of(symbol)});
    if (!product)
      return std::nullopt;
    total = total ? combine(Kind::Add, {total, product}) : product;
  }
  if (!total)
    total = add({Kind::Constant, 0, {}});
  return all_.size() <= kMostLaunchRanges ? total : std::nullopt;
}

std::optional<uint32_t> Ranges::of(Value value) {
  auto sum = affine_.of(value);
  return sum ? of(*sum) : std::nullopt;
}

std::optional<uint32_t> Ranges::of(Symbol symbol) {
  std::pair<int, const void *> key(int(symbol.kind), symbol.of);
  if (auto known = known_.find(key); known != known_.end())
    return known->second;
  known_[key] = std::nullopt;
  auto range = compute(symbol);
  known_[key] = range;
  return range;
}

std::optional<uint32_t> Ranges::compute(Symbol symbol) {
  if (auto *wrapped = affine_.remainder(symbol))
    return combine(Kind::Remainder, {of(wrapped->start), of(wrapped->bound)});
  if (symbol.kind == Symbol::Kind::Axis)
    return std::nullopt;
  Value value = symbol.value();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (symbol.kind == Symbol::Kind::Round)
      return ofRounds(cast<scf::ForOp>(owner));
    if (isa<func::FuncOp>(owner) && value.getType().isInteger())
      return add({Kind::Parameter, argument.getArgNumber(), {}});
    return std::nullopt;
  }
  return ofOperation(value.getDefiningOp());
}

std::optional<uint32_t> Ranges::ofRounds(scf::ForOp loop) {
  if (loop.getUnsignedCmp())
    return std::nullopt;
  return combine(Kind::Rounds,
                 {of(loop.getLowerBound()), of(loop.getUpperBound()), of(loop.getStep())});
}

std::optional<uint32_t> Ranges::ofOperation(Operation *op) {
  if (auto id = dyn_cast<tile::ProgramIdOp>(op))
    return add({Kind::Program, id.getAxis(), {}});
  if (auto count = dyn_cast<tile::NumProgramsOp>(op))
    return add({Kind::Programs, count.getAxis(), {}});
  if (isa<arith::SelectOp>(op) && op->getOperand(1).getType().isInteger())
    return combine(Kind::Either, {of(op->getOperand(1)), of(op->getOperand(2))});
  APInt mask;
  if (isa<arith::AndIOp>(op) && matchPattern(op->getOperand(1), m_ConstantInt(&mask)) &&
      !mask.isNegative())
    return combine(Kind::Either,
                   {add({Kind::Constant, 0, {}}), add({Kind::Constant, mask.getSExtValue(), {}})});
  std::optional<Kind> kind;
  if (isa<arith::DivSIOp>(op))
    kind = Kind::Divide;
  else if (isa<arith::RemSIOp>(op))
    kind = Kind::Remainder;
  else if (isa<arith::MinSIOp>(op))
    kind = Kind::Least;
  else if (isa<arith::MaxSIOp>(op))
    kind = Kind::Greatest;
  // Products that are too long to be sums.
  else if (isa<arith::MulIOp>(op))
    kind = Kind::Multiply;
  return kind ? combine(*kind, {of(op->getOperand(0)), of(op->getOperand(1))}) : std::nullopt;
}

} // namespace nereid::nvidia
