#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/memory.cpp.inc"

namespace {

// The verifier's one question: do these have the pointer's shape?
LogicalResult sameShape(Operation *op, Type pointer, Type other, const char *what) {
  if (shapeOf(pointer) == shapeOf(other))
    return success();
  return op->emitOpError() << what << " has shape " << other << ", the pointer " << pointer;
}

Type pointeeOf(Type pointer) {
  return llvm::cast<PtrType>(elementOf(pointer)).getPointee();
}

} // namespace

LogicalResult AddPtrOp::verify() {
  Type offset = elementOf(getOffset().getType());
  if (!offset.isInteger(32) && !offset.isInteger(64))
    return emitOpError() << "offset must be i32 or i64";
  return sameShape(*this, getPointer().getType(), getOffset().getType(), "offset");
}

void LoadOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult LoadOp::verify() {
  Type pointer = getPointer().getType();
  if (elementOf(getResult().getType()) != pointeeOf(pointer))
    return emitOpError() << "loads " << getResult().getType() << " from " << pointer;
  if (getOther() && !getMask())
    return emitOpError() << "has other without mask";
  if (getMask() && failed(sameShape(*this, pointer, getMask().getType(), "mask")))
    return failure();
  if (getOther() && getOther().getType() != getResult().getType())
    return emitOpError() << "other is " << getOther().getType();
  return sameShape(*this, pointer, getResult().getType(), "result");
}

LogicalResult StoreOp::verify() {
  Type pointer = getPointer().getType();
  if (elementOf(getValue().getType()) != pointeeOf(pointer))
    return emitOpError() << "stores " << getValue().getType() << " through " << pointer;
  if (getMask() && failed(sameShape(*this, pointer, getMask().getType(), "mask")))
    return failure();
  return sameShape(*this, pointer, getValue().getType(), "value");
}

// p + 0 = p
OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getOffset(), m_Zero()) ? getPointer() : Value();
}

namespace {

bool isAllTrue(Value mask) {
  return mask && matchPattern(mask, m_One());
}

// A mask that keeps every lane is no mask.
struct LoadOfEveryLane : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp load, PatternRewriter &rewriter) const override {
    if (!isAllTrue(load.getMask()))
      return failure();
    rewriter.modifyOpInPlace(load, [&] {
      load.getMaskMutable().clear();
      load.getOtherMutable().clear();
    });
    return success();
  }
};

struct StoreOfEveryLane : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp store, PatternRewriter &rewriter) const override {
    if (!isAllTrue(store.getMask()))
      return failure();
    rewriter.modifyOpInPlace(store, [&] { store.getMaskMutable().clear(); });
    return success();
  }
};

// A store that keeps no lane does nothing.
struct StoreOfNoLane : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp store, PatternRewriter &rewriter) const override {
    if (!store.getMask() || !matchPattern(store.getMask(), m_Zero()))
      return failure();
    rewriter.eraseOp(store);
    return success();
  }
};

} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<LoadOfEveryLane>(context);
}
void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<StoreOfEveryLane, StoreOfNoLane>(context);
}
