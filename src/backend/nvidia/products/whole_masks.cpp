#include "backend/nvidia/products/whole_masks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "backend/nvidia/layouts.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// The least and the greatest lane, as exact 64-bit numbers; null if they are not known.
struct Bounds {
  Value low, high;
  explicit operator bool() const { return low != nullptr; }
};

// Writes what a mask's bounds say, before the operation that it is asked for.
class MaskBounds {
public:
  explicit MaskBounds(Operation *before) : b_(before), place_(before->getLoc()) {}

  // A scalar that is true only if every lane of `mask` is; null if nothing is known.
  Value holdsEverywhere(Value mask) {
    return llvm::TypeSwitch<Operation *, Value>(mask.getDefiningOp())
        .Case([&](arith::AndIOp both) -> Value {
          Value left = holdsEverywhere(both.getLhs());
          Value right = left ? holdsEverywhere(both.getRhs()) : Value();
          return right ? arith::AndIOp::create(b_, place_, left, right) : Value();
        })
        .Case([&](tile::BroadcastOp op) { return holdsEverywhere(op.getSource()); })
        .Case([&](tile::ExpandDimsOp op) { return holdsEverywhere(op.getSource()); })
        .Case([&](arith::CmpIOp op) { return compared(op); })
        .Default(Value());
  }

private:
  Value constant(int64_t number) {
    return arith::ConstantOp::create(b_, place_, b_.getI64IntegerAttr(number));
  }

  Bounds boundsOf(Value tile) {
    if (!tile::elementOf(tile.getType()).isInteger(32))
      return {};
    llvm::APInt number;
    if (matchPattern(tile, m_ConstantInt(&number))) {
      Value exact = constant(number.getSExtValue());
      return {exact, exact};
    }
    return llvm::TypeSwitch<Operation *, Bounds>(tile.getDefiningOp())
        .Case([&](tile::SplatOp op) {
          Value exact =
              arith::ExtSIOp::create(b_, place_, b_.getI64Type(), op.getSource()).getResult();
          return Bounds{exact, exact};
        })
        .Case([&](tile::RangeOp op) {
          return Bounds{constant(int64_t(op.getStart())), constant(int64_t(op.getEnd()) - 1)};
        })
        .Case([&](tile::BroadcastOp op) { return boundsOf(op.getSource()); })
        .Case([&](tile::ExpandDimsOp op) { return boundsOf(op.getSource()); })
        .Case([&](arith::AddIOp op) {
          Bounds left = boundsOf(op.getLhs()), right = left ? boundsOf(op.getRhs()) : Bounds();
          if (!right)
            return Bounds();
          return Bounds{arith::AddIOp::create(b_, place_, left.low, right.low),
                        arith::AddIOp::create(b_, place_, left.high, right.high)};
        })
        .Default(Bounds());
  }

  Value isAtLeast(Value a, Value b) {
    return arith::CmpIOp::create(b_, place_, arith::CmpIPredicate::sge, a, b);
  }

  // Sums that leave 32 bits wrap: then the exact ones say nothing.
  Value stays(const Bounds &bounds) {
    return arith::AndIOp::create(b_, place_, isAtLeast(bounds.low, constant(INT32_MIN)),
                                 isAtLeast(constant(INT32_MAX), bounds.high));
  }

  Value compared(arith::CmpIOp op) {
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = op.getPredicate();
    Value greater = op.getLhs(), less = op.getRhs();
    if (predicate == Predicate::sle || predicate == Predicate::slt)
      std::swap(greater, less);
    else if (predicate != Predicate::sge && predicate != Predicate::sgt)
      return {};
    Bounds above = boundsOf(greater), below = above ? boundsOf(less) : Bounds();
    if (!below)
      return {};
    bool isStrict = predicate == Predicate::sgt || predicate == Predicate::slt;
    Value most = below.high;
    if (isStrict)
      most = arith::AddIOp::create(b_, place_, most, constant(1));
    Value inside = arith::AndIOp::create(b_, place_, stays(above), stays(below));
    return arith::AndIOp::create(b_, place_, isAtLeast(above.low, most), inside);
  }

  OpBuilder b_;
  Location place_;
};

// What a product's numbers follow into lane by lane is where they are. The rest would be moved to
// them from a branch; it is computed where it is used.
bool isOfProduct(Value tile, Block *block) {
  Operation *op = tile.getDefiningOp();
  if (!op || op->getBlock() != block)
    return false;
  return isa<tile::DotOp>(op) ||
         (isElementwise(op) &&
          llvm::any_of(op->getOperands(), [&](Value v) { return isOfProduct(v, block); }));
}

void branchAround(arith::SelectOp select) {
  Value all = MaskBounds(select).holdsEverywhere(select.getCondition());
  if (!all)
    return;
  OpBuilder b(select);
  Location place = select.getLoc();
  auto branch = scf::IfOp::create(
      b, place, all,
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, place, select.getTrueValue());
      },
      [&](OpBuilder &inside, Location) {
        Value kept = inside.clone(*select)->getResult(0);
        scf::YieldOp::create(inside, place, kept);
      });
  select.getResult().replaceAllUsesWith(branch.getResult(0));
  select.erase();
}

} // namespace

void branchAroundWholeMasks(func::FuncOp kernel) {
  SmallVector<arith::SelectOp> selects;
  kernel.walk([&](scf::ForOp loop) {
    if (loop.getBody()->getOps<tile::DotOp>().empty())
      return;
    for (auto select : loop.getBody()->getOps<arith::SelectOp>())
      if (isa<RankedTensorType>(select.getType()) && tile::elementOf(select.getType()).isF32() &&
          isOfProduct(select.getTrueValue(), loop.getBody()))
        selects.push_back(select);
  });
  for (arith::SelectOp select : selects)
    branchAround(select);
}

} // namespace nereid::nvidia
