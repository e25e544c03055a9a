// Programs, and the shapes of tiles: one tile operation each.
#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

// An operation that takes an axis after its operands, as most of this family do.
template <typename Op> void withAxis(Lowering &lowering, const Stmt &stmt) {
  OpBuilder &builder = lowering.builder;
  auto axis = builder.getNamedAttr("axis", builder.getI32IntegerAttr(stmt.attrs.integer));
  auto op = Op::create(builder, lowering.locate(stmt), lowering.typesOf(stmt.results),
                       ValueRange(lowering.values(stmt.operands)), ArrayRef<NamedAttribute>(axis));
  lowering.define(stmt, op->getResults());
}

void lowerRange(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::RangeOp::create(lowering.builder, lowering.locate(stmt),
                                  lowering.typeOf(stmt.results[0]), stmt.attrs.integers[0],
                                  stmt.attrs.integers[1]);
  lowering.define(stmt, op->getResults());
}

void lowerTranspose(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::TransposeOp::create(lowering.builder, lowering.locate(stmt),
                                      lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                      stmt.attrs.integers);
  lowering.define(stmt, op->getResults());
}

} // namespace

void addShape(LowerTable &table) {
  table.set(OpKind::ProgramId, withAxis<tile::ProgramIdOp>);
  table.set(OpKind::NumPrograms, withAxis<tile::NumProgramsOp>);
  table.set(OpKind::Undef, elementwise<tile::UndefOp>);

  table.set(OpKind::Range, lowerRange);
  table.set(OpKind::Splat, elementwise<tile::SplatOp>);
  table.set(OpKind::Broadcast, elementwise<tile::BroadcastOp>);
  table.set(OpKind::ExpandDims, withAxis<tile::ExpandDimsOp>);
  table.set(OpKind::Reshape, elementwise<tile::ReshapeOp>);
  table.set(OpKind::Transpose, lowerTranspose);
  table.set(OpKind::Join, elementwise<tile::JoinOp>);
  table.set(OpKind::Split, elementwise<tile::SplitOp>);
  table.set(OpKind::Cat, withAxis<tile::CatOp>);
  table.set(OpKind::Flip, withAxis<tile::FlipOp>);
  table.set(OpKind::Gather, withAxis<tile::GatherOp>);
}

} // namespace nereid::lower
