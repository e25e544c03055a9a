#include "backend/nvidia/products/scaled_maxima.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

#include "artifact/artifact.h"
#include "backend/nvidia/layouts.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

using Parameters = llvm::SmallSetVector<uint32_t, 1>;

// A parameter times constants of this size is normal and finite.
bool isModest(double constant) {
  constexpr double kLeast = 1.0 / (1 << 20), kGreatest = 1 << 20;
  return constant >= kLeast && constant <= kGreatest;
}

// Whether `value` is positive and finite once the parameters it is made of are in bounds.
bool isPositive(Value value, Parameters &parameters, double &constants) {
  llvm::APFloat number(0.0f);
  if (matchPattern(value, m_ConstantFloat(&number))) {
    constants *= number.convertToDouble();
    return number.convertToDouble() > 0 && isModest(constants);
  }
  if (auto product = value.getDefiningOp<arith::MulFOp>())
    return isPositive(product.getLhs(), parameters, constants) &&
           isPositive(product.getRhs(), parameters, constants);
  auto parameter = dyn_cast<BlockArgument>(value);
  if (!parameter || !isa<func::FuncOp>(parameter.getOwner()->getParentOp()))
    return false;
  // A square is not bounded as its root is.
  return parameters.insert(parameter.getArgNumber()) && parameters.size() == 1;
}

// What a tile of equal lanes has in each; null: it is none.
Value laneOf(Value tile) {
  if (auto splat = tile.getDefiningOp<tile::SplatOp>())
    return splat.getSource();
  return {};
}

bool isExtreme(tile::ReduceOp reduce) {
  return isa_and_nonnull<arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp, arith::MinimumFOp>(
      combinerOf(reduce));
}

bool isInfinite(Value tile) {
  llvm::APFloat number(0.0f);
  return matchPattern(tile, m_ConstantFloat(&number)) && number.isInfinity();
}

// tile = numbers * scale.
struct Scaled {
  Value numbers, scale;
};

class Rewriter {
public:
  explicit Rewriter(func::FuncOp kernel) : kernel_(kernel) {}

  Parameters rewrite() {
    SmallVector<tile::ReduceOp> reductions;
    kernel_.walk([&](tile::ReduceOp op) {
      if (isa<RankedTensorType>(op.getResult(0).getType()) && isExtreme(op))
        reductions.push_back(op);
    });
    for (tile::ReduceOp op : reductions)
      if (auto scaled = scaledSource(op.getSources()[0]))
        scaleResult(op, *scaled);
    return found_;
  }

private:
  std::optional<Scaled> product(Value tile) {
    auto op = tile.getDefiningOp<arith::MulFOp>();
    if (!op || !tile::elementOf(op.getType()).isF32())
      return std::nullopt;
    for (auto [numbers, scale] :
         {std::pair(op.getLhs(), op.getRhs()), {op.getRhs(), op.getLhs()}}) {
      Parameters parameters;
      double constants = 1;
      Value lane = laneOf(scale);
      if (!lane || !isPositive(lane, parameters, constants))
        continue;
      found_.insert(parameters.begin(), parameters.end());
      return Scaled{numbers, scale};
    }
    return std::nullopt;
  }

  // A product, or one whose masked lanes are infinite: then that is scaled instead.
  std::optional<Scaled> scaledSource(Value tile) {
    if (auto scaled = product(tile))
      return scaled;
    auto select = tile.getDefiningOp<arith::SelectOp>();
    if (!select || !isInfinite(select.getFalseValue()))
      return std::nullopt;
    auto scaled = product(select.getTrueValue());
    if (!scaled)
      return std::nullopt;
    OpBuilder b(select);
    Value numbers = arith::SelectOp::create(b, select.getLoc(), select.getCondition(),
                                            scaled->numbers, select.getFalseValue());
    auto result = multiply(b, select.getLoc(), numbers, scaled->scale);
    select.getResult().replaceAllUsesWith(result);
    return Scaled{numbers, scaled->scale};
  }

  void scaleResult(tile::ReduceOp op, const Scaled &scaled) {
    op.getSourcesMutable().assign(scaled.numbers);
    OpBuilder b(op->getContext());
    b.setInsertionPointAfter(op);
    Value scale =
        tile::SplatOp::create(b, op.getLoc(), op.getResult(0).getType(), laneOf(scaled.scale));
    Value result = multiply(b, op.getLoc(), op.getResult(0), scale);
    op.getResult(0).replaceAllUsesExcept(result, result.getDefiningOp());
  }

  // May join an addition, as the product did that it stands for.
  static Value multiply(OpBuilder &b, Location place, Value a, Value scale) {
    return arith::MulFOp::create(b, place, a, scale, arith::FastMathFlags::contract);
  }

  func::FuncOp kernel_;
  Parameters found_;
};

} // namespace

SmallVector<uint32_t> rewriteScaledMaxima(func::FuncOp kernel) {
  return Rewriter(kernel).rewrite().takeVector();
}

} // namespace nereid::nvidia
