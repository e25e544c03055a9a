#include "backend/cpu/bounds.h"

#include "backend/cpu/address.h"
#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Predicate = arith::CmpIPredicate;

bool isUnsigned(Predicate p) {
  return p == Predicate::ult || p == Predicate::ule || p == Predicate::ugt || p == Predicate::uge;
}

// The predicate with its sides exchanged, without signedness.
Predicate mirrored(Predicate p) {
  switch (p) {
  case Predicate::slt:
  case Predicate::ult:
    return Predicate::sgt;
  case Predicate::sle:
  case Predicate::ule:
    return Predicate::sge;
  case Predicate::sgt:
  case Predicate::ugt:
    return Predicate::slt;
  case Predicate::sge:
  case Predicate::uge:
    return Predicate::sle;
  default:
    return p;
  }
}

Predicate asSigned(Predicate p) {
  return mirrored(mirrored(p));
}

// The least i with first + i * step >= bound.
Value lanesUpTo(Writer &w, Value bound, Value first, int64_t step) {
  Value distance = w.subI(bound, first);
  if (step == 1)
    return distance;
  Value up = w.addI(distance, w.i64(step - 1));
  Value negative = w.compareI(Predicate::slt, up, w.i64(0));
  Value quotient = w.fold<arith::DivUIOp>(w.maxS(up, w.i64(0)), w.i64(step));
  return w.select(negative, w.i64(0), quotient);
}

std::optional<Range> rangeOfComparison(Emitter &e, arith::CmpIOp op, const Index &index) {
  if (!isIndexExpression(e, op.getLhs()) || !isIndexExpression(e, op.getRhs()))
    return std::nullopt;
  Writer &w = e.w;
  Lanes a = settled(w, offsetAt(e, op.getLhs(), index));
  Lanes b = settled(w, offsetAt(e, op.getRhs(), index));
  Predicate predicate = asSigned(op.getPredicate());
  if (a.isUniform() && b.isAffine()) {
    std::swap(a, b);
    predicate = mirrored(op.getPredicate());
  }
  if (!a.isAffine() || !b.isUniform())
    return std::nullopt;
  std::optional<int64_t> step = constantOf(a.step);
  if (!step || *step <= 0)
    return std::nullopt;
  auto widen = [&](Value v) {
    return isUnsigned(op.getPredicate()) ? w.resizeU(v, w.i64Type()) : w.resizeS(v, w.i64Type());
  };
  Value first = widen(a.first), bound = widen(b.first), one = w.i64(1);
  switch (predicate) {
  case Predicate::slt:
    return Range{{}, lanesUpTo(w, bound, first, *step)};
  case Predicate::sle:
    return Range{{}, lanesUpTo(w, w.addI(bound, one), first, *step)};
  case Predicate::sgt:
    return Range{lanesUpTo(w, w.addI(bound, one), first, *step), {}};
  case Predicate::sge:
    return Range{lanesUpTo(w, bound, first, *step), {}};
  default:
    return std::nullopt;
  }
}

void collect(Emitter &e, Value tile, const Index &index, llvm::SmallPtrSetImpl<void *> &seen,
             SmallVectorImpl<Term> &masks) {
  if (!isa<RankedTensorType>(tile.getType()) || e.isInMemory(tile) ||
      !seen.insert(tile.getAsOpaquePointer()).second)
    return;
  Operation *op = tile.getDefiningOp();
  if (!op || e.shifted.count(tile))
    return;
  auto load = dyn_cast<tile::LoadOp>(op);
  if (load && load.getMask())
    masks.push_back({load.getMask(), index});
  if (!load && !isView(op) && !isElementwise(op))
    return;
  Index inner = isView(op) ? sourceIndex(e.w, op, index) : index;
  for (Value operand : op->getOperands())
    collect(e, operand, inner, seen, masks);
}

} // namespace

namespace {

bool isIndexExpression(Emitter &e, Value tile, llvm::SmallPtrSetImpl<void *> &seen) {
  if (!isa<RankedTensorType>(tile.getType()) || !seen.insert(tile.getAsOpaquePointer()).second)
    return true;
  if (e.isInMemory(tile))
    return false;
  if (auto shifted = e.shifted.find(tile); shifted != e.shifted.end())
    return isIndexExpression(e, shifted->second.initial, seen);
  Operation *op = tile.getDefiningOp();
  if (!op)
    return false;
  if (isa<tile::RangeOp, tile::SplatOp, arith::ConstantOp>(op))
    return true;
  bool isArithmetic = isView(op) || isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ExtSIOp,
                                        arith::ExtUIOp, arith::ShLIOp>(op);
  return isArithmetic &&
         llvm::all_of(op->getOperands(), [&](Value v) { return isIndexExpression(e, v, seen); });
}

} // namespace

bool isIndexExpression(Emitter &e, Value tile) {
  llvm::SmallPtrSet<void *, 8> seen;
  return isIndexExpression(e, tile, seen);
}

void splitTerms(Emitter &e, Value mask, const Index &index, SmallVectorImpl<Term> &terms) {
  Operation *op = mask.getDefiningOp();
  bool isLeaf = !op || !isa<RankedTensorType>(mask.getType()) || e.isInMemory(mask);
  if (!isLeaf && isView(op))
    return splitTerms(e, op->getOperand(0), sourceIndex(e.w, op, index), terms);
  if (!isLeaf && isa<arith::AndIOp>(op)) {
    splitTerms(e, op->getOperand(0), index, terms);
    splitTerms(e, op->getOperand(1), index, terms);
    return;
  }
  if (!isLeaf && isa<arith::ConstantOp>(op))
    return; // true, or not worth a loop
  terms.push_back({mask, index});
}

void collectMasks(Emitter &e, Value tile, const Index &index, SmallVectorImpl<Term> &masks) {
  llvm::SmallPtrSet<void *, 16> seen;
  collect(e, tile, index, seen, masks);
}

std::optional<Range> rangeOf(Emitter &e, const Term &term) {
  auto comparison = term.tile.getDefiningOp<arith::CmpIOp>();
  if (!comparison || !isa<RankedTensorType>(term.tile.getType()))
    return std::nullopt;
  return rangeOfComparison(e, comparison, term.index);
}

} // namespace nereid::cpu
