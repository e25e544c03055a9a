// What looks at several lanes at once. Combine regions become regions of scalars ending in
// tile.yield.
#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

void lowerCombine(Lowering &lowering, const core::Block &block, Region &region, Location loc) {
  OpBuilder::InsertionGuard guard(lowering.builder);
  lowering.lowerRegion(block, region, loc);
  tile::YieldOp::create(lowering.builder, loc, lowering.values(block.yields));
}

void lowerReduce(Lowering &lowering, const Stmt &stmt) {
  Location loc = lowering.locate(stmt);
  auto op = tile::ReduceOp::create(lowering.builder, loc, lowering.typesOf(stmt.results),
                                   lowering.values(stmt.operands), stmt.attrs.integer);
  lowerCombine(lowering, stmt.regions[0], op.getCombine(), loc);
  lowering.define(stmt, op.getResults());
}

void lowerScan(Lowering &lowering, const Stmt &stmt) {
  Location loc = lowering.locate(stmt);
  auto op = tile::ScanOp::create(lowering.builder, loc, lowering.typesOf(stmt.results),
                                 lowering.values(stmt.operands), stmt.attrs.integers[0],
                                 stmt.attrs.integers[1] != 0);
  lowerCombine(lowering, stmt.regions[0], op.getCombine(), loc);
  lowering.define(stmt, op.getResults());
}

void lowerMap(Lowering &lowering, const Stmt &stmt) {
  Location loc = lowering.locate(stmt);
  auto op = tile::MapOp::create(lowering.builder, loc, lowering.typesOf(stmt.results),
                                lowering.values(stmt.operands), stmt.attrs.integer);
  lowerCombine(lowering, stmt.regions[0], op.getBody(), loc);
  lowering.define(stmt, op.getResults());
}

// The operand of a product as a type that dot takes: F8E4B15, which no machine multiplies, as f16,
// which holds all its values.
Value dotOperand(Lowering &lowering, const Stmt &stmt, size_t index) {
  const core::Type &type = lowering.coreType(stmt.operands[index]);
  Value value = lowering.operand(stmt, index);
  if (type.isPointer || type.element != Scalar::F8E4B15)
    return value;
  Type half = tile::tileOf(type.shape, lowering.builder.getF16Type());
  return tile::FloatToFloatOp::create(lowering.builder, lowering.locate(stmt), half, value, false,
                                      true, false);
}

void lowerDot(Lowering &lowering, const Stmt &stmt) {
  auto op =
      tile::DotOp::create(lowering.builder, lowering.locate(stmt), lowering.typeOf(stmt.results[0]),
                          dotOperand(lowering, stmt, 0), dotOperand(lowering, stmt, 1),
                          lowering.operand(stmt, 2), stmt.attrs.texts[0], stmt.attrs.integer);
  lowering.define(stmt, op->getResults());
}

void lowerSort(Lowering &lowering, const Stmt &stmt) {
  const core::Type &type = lowering.coreType(stmt.operands[0]);
  auto op = tile::SortOp::create(lowering.builder, lowering.locate(stmt),
                                 lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                 stmt.attrs.integers[0] != 0, isUnsigned(type.element));
  lowering.define(stmt, op->getResults());
}

void lowerHistogram(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::HistogramOp::create(lowering.builder, lowering.locate(stmt),
                                      lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                      lowering.optionalOperand(stmt, 1));
  lowering.define(stmt, op->getResults());
}

} // namespace

void addAcrossLanes(LowerTable &table) {
  table.set(OpKind::Reduce, lowerReduce);
  table.set(OpKind::Scan, lowerScan);
  table.set(OpKind::MapElementwise, lowerMap);
  table.set(OpKind::Dot, lowerDot);
  table.set(OpKind::Sort, lowerSort);
  table.set(OpKind::Histogram, lowerHistogram);
}

} // namespace nereid::lower
