#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

#include "ir/tile.h"

using namespace mlir;
using namespace nereid::tile;

#define GET_OP_CLASSES
#include "ir/ops/debug.cpp.inc"

// What is known to hold needs no saying.
template <typename Op> static LogicalResult eraseIfHolds(Op op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

void AssertOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(eraseIfHolds<AssertOp>);
}
void AssumeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(eraseIfHolds<AssumeOp>);
}
