#include "mlir/IR/PatternMatch.h"

#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/shape.cpp.inc"

static LogicalResult keepsElement(Operation *op, Type source, Type result) {
  if (elementOf(source) == elementOf(result))
    return success();
  return op->emitOpError() << "changes the element type";
}

static LogicalResult expectShape(Operation *op, llvm::ArrayRef<int64_t> want, Type result) {
  if (want == shapeOf(result))
    return success();
  return op->emitOpError() << "result shape does not follow";
}

LogicalResult RangeOp::verify() {
  auto shape = shapeOf(getResult().getType());
  if (shape.size() != 1 || shape[0] != int64_t(getEnd()) - int64_t(getStart()))
    return emitOpError() << "does not hold end - start lanes";
  return success();
}

LogicalResult SplatOp::verify() {
  if (!shapeOf(getSource().getType()).empty())
    return emitOpError() << "splats a tile";
  return keepsElement(*this, getSource().getType(), getResult().getType());
}

LogicalResult BroadcastOp::verify() {
  auto from = shapeOf(getSource().getType()), to = shapeOf(getResult().getType());
  if (from.size() != to.size())
    return emitOpError() << "changes the rank";
  for (auto [a, b] : llvm::zip(from, to))
    if (a != b && a != 1)
      return emitOpError() << "stretches an axis of size " << a;
  return keepsElement(*this, getSource().getType(), getResult().getType());
}

LogicalResult ExpandDimsOp::verify() {
  SmallVector<int64_t> want(shapeOf(getSource().getType()));
  if (getAxis() > want.size())
    return emitOpError() << "axis past the rank";
  want.insert(want.begin() + getAxis(), 1);
  return expectShape(*this, want, getResult().getType());
}

LogicalResult ReshapeOp::verify() {
  if (laneCount(getSource().getType()) != laneCount(getResult().getType()))
    return emitOpError() << "changes the number of lanes";
  return success();
}

LogicalResult TransposeOp::verify() {
  auto from = shapeOf(getSource().getType()), to = shapeOf(getResult().getType());
  auto permutation = getPermutation();
  if (permutation.size() != from.size() || to.size() != from.size())
    return emitOpError() << "permutation and rank differ";
  SmallVector<bool> isNamed(from.size());
  SmallVector<int64_t> want;
  for (int64_t axis : permutation) {
    if (axis < 0 || axis >= int64_t(from.size()))
      return emitOpError() << "axis past the rank";
    if (std::exchange(isNamed[axis], true))
      return emitOpError() << "permutation names an axis twice";
    want.push_back(from[axis]);
  }
  return expectShape(*this, want, getResult().getType());
}

LogicalResult JoinOp::verify() {
  SmallVector<int64_t> want(shapeOf(getA().getType()));
  want.push_back(2);
  return expectShape(*this, want, getResult().getType());
}

LogicalResult SplitOp::verify() {
  SmallVector<int64_t> want(shapeOf(getA().getType()));
  want.push_back(2);
  return expectShape(*this, want, getSource().getType());
}

LogicalResult CatOp::verify() {
  SmallVector<int64_t> want(shapeOf(getA().getType()));
  if (getAxis() >= want.size())
    return emitOpError() << "axis past the rank";
  want[getAxis()] *= 2;
  return expectShape(*this, want, getResult().getType());
}

LogicalResult FlipOp::verify() {
  auto shape = shapeOf(getSource().getType());
  if (getAxis() >= shape.size())
    return emitOpError() << "axis past the rank";
  return expectShape(*this, shape, getResult().getType());
}

LogicalResult GatherOp::verify() {
  if (shapeOf(getIndex().getType()) != shapeOf(getResult().getType()))
    return emitOpError() << "result does not have the index's shape";
  auto from = shapeOf(getSource().getType()), index = shapeOf(getIndex().getType());
  if (from.size() != index.size() || getAxis() >= from.size())
    return emitOpError() << "axis past the rank";
  for (size_t axis = 0; axis < from.size(); ++axis)
    if (axis != getAxis() && from[axis] != index[axis])
      return emitOpError() << "axis " << axis << " is " << index[axis] << " in the index and "
                           << from[axis] << " in the source";
  return success();
}

// -- Folding. What moves lanes of a tile whose lanes are all one value gives that value again.

// A constant of `type` whose lanes are all `lane`; null where tiles of it have no constants
// (pointers).
static Attribute splatOf(Attribute lane, Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  if (!tensor || !lane || !llvm::isa<IntegerAttr, FloatAttr>(lane))
    return tensor ? Attribute() : lane;
  return DenseElementsAttr::get(tensor, lane);
}

// The value of every lane of a constant, or null if they differ or `tile` is none.
static Attribute uniformLane(Attribute tile) {
  auto elements = llvm::dyn_cast_or_null<SplatElementsAttr>(tile);
  return elements ? elements.getSplatValue<Attribute>() : Attribute();
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  return splatOf(adaptor.getSource(), getResult().getType());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getResult().getType())
    return getSource();
  return splatOf(uniformLane(adaptor.getSource()), getResult().getType());
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return splatOf(uniformLane(adaptor.getSource()), getResult().getType());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getResult().getType())
    return getSource();
  if (shapeOf(getResult().getType()).empty())
    return uniformLane(adaptor.getSource());
  return splatOf(uniformLane(adaptor.getSource()), getResult().getType());
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getPermutation().size())))
    return getSource();
  return splatOf(uniformLane(adaptor.getSource()), getResult().getType());
}

namespace {

// move(splat(x)) = splat(x)
template <typename Move> struct MoveOfSplat : OpRewritePattern<Move> {
  using OpRewritePattern<Move>::OpRewritePattern;
  LogicalResult matchAndRewrite(Move move, PatternRewriter &rewriter) const override {
    auto splat = move.getSource().template getDefiningOp<SplatOp>();
    if (!splat || !llvm::isa<RankedTensorType>(move.getResult().getType()))
      return failure();
    rewriter.replaceOpWithNewOp<SplatOp>(move, move.getResult().getType(), splat.getSource());
    return success();
  }
};

// reshape(reshape(x)) = reshape(x)
struct ReshapeOfReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp reshape, PatternRewriter &rewriter) const override {
    auto inner = reshape.getSource().getDefiningOp<ReshapeOp>();
    if (!inner)
      return failure();
    rewriter.replaceOpWithNewOp<ReshapeOp>(reshape, reshape.getResult().getType(),
                                           inner.getSource());
    return success();
  }
};

} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveOfSplat<BroadcastOp>>(context);
}
void ExpandDimsOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveOfSplat<ExpandDimsOp>>(context);
}
void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveOfSplat<ReshapeOp>, ReshapeOfReshape>(context);
}
void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveOfSplat<TransposeOp>>(context);
}
