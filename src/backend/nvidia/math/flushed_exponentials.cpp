#include "backend/nvidia/math/flushed_exponentials.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "backend/common/math_coefficients.h"
#include "backend/nvidia/layouts.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// The reduction whose result each lane of `tile` has of its own row; null if it is none.
tile::ReduceOp reductionIn(Value tile) {
  if (auto splat = tile.getDefiningOp<tile::SplatOp>())
    return splat.getSource().getDefiningOp<tile::ReduceOp>();
  auto broadcast = tile.getDefiningOp<tile::BroadcastOp>();
  auto row = broadcast ? broadcast.getSource().getDefiningOp<tile::ExpandDimsOp>() : nullptr;
  auto reduce = row ? row.getSource().getDefiningOp<tile::ReduceOp>() : nullptr;
  return reduce && reduce.getAxis() == row.getAxis() ? reduce : nullptr;
}

class Exponential {
public:
  explicit Exponential(math::ExpOp op) : op_(op) {}

  bool mayFlush() {
    auto difference = op_.getOperand().getDefiningOp<arith::SubFOp>();
    if (!difference || !tile::elementOf(op_.getType()).isF32() || !isTile(op_))
      return false;
    maximum_ = reductionIn(difference.getRhs());
    return maximum_ && isa_and_nonnull<arith::MaxNumFOp, arith::MaximumFOp>(combinerOf(maximum_)) &&
           maximum_.getSources()[0] == difference.getLhs() &&
           llvm::all_of(op_->getUsers(), [&](Operation *user) {
             return isSum(user) || (isQuotient(user) && onlyNarrowed(user));
           });
  }

private:
  // Along the same rows: one term of each sum is exp(0).
  bool isSum(Operation *op) {
    auto sum = dyn_cast_or_null<tile::ReduceOp>(op);
    return sum && isa_and_nonnull<arith::AddFOp>(combinerOf(sum)) &&
           sum.getAxis() == maximum_.getAxis() && sum.getSources()[0] == op_.getResult();
  }

  bool isQuotient(Operation *op) {
    auto quotient = dyn_cast<arith::DivFOp>(op);
    return quotient && quotient.getLhs() == op_.getResult() &&
           isSum(reductionIn(quotient.getRhs()));
  }

  static bool onlyNarrowed(Operation *op) {
    return llvm::all_of(op->getUsers(), [](Operation *user) {
      return isa<arith::TruncFOp>(user) && tile::elementOf(user->getResult(0).getType()).isF16();
    });
  }

  math::ExpOp op_;
  tile::ReduceOp maximum_;
};

} // namespace

void flushExponentials(func::FuncOp kernel) {
  kernel.walk([](math::ExpOp op) {
    if (!Exponential(op).mayFlush())
      return;
    OpBuilder b(op);
    auto scales = SplatElementsAttr::get(cast<ShapedType>(op.getType()), polynomials::kLog2E);
    Value scale = arith::ConstantOp::create(b, op.getLoc(), scales);
    Value power = arith::MulFOp::create(b, op.getLoc(), op.getOperand(), scale);
    op.replaceAllUsesWith(math::Exp2Op::create(b, op.getLoc(), power).getResult());
    op.erase();
  });
}

} // namespace nereid::nvidia
