// Branches and loops: scf. Blocks end in their yields.
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

void lowerYielding(Lowering &lowering, const core::Block &block, Region &region, Location loc) {
  OpBuilder::InsertionGuard guard(lowering.builder);
  region.getBlocks().clear(); // builders may have made a block with a terminator
  lowering.lowerRegion(block, region, loc);
  scf::YieldOp::create(lowering.builder, loc, lowering.values(block.yields));
}

void lowerIf(Lowering &lowering, const Stmt &stmt) {
  Location loc = lowering.locate(stmt);
  const core::Block &otherwise = stmt.regions[1];
  bool hasElse = !otherwise.body.empty() || !otherwise.yields.empty();
  auto op = scf::IfOp::create(lowering.builder, loc, lowering.typesOf(stmt.results),
                              lowering.operand(stmt, 0), hasElse);
  lowerYielding(lowering, stmt.regions[0], op.getThenRegion(), loc);
  if (hasElse)
    lowerYielding(lowering, otherwise, op.getElseRegion(), loc);
  lowering.define(stmt, op.getResults());
}

// "num_stages=3" -> tile.num_stages = 3, for the engines that care.
void attachHints(const Stmt &stmt, Operation *loop, OpBuilder &builder) {
  for (const std::string &hint : stmt.attrs.texts) {
    auto [name, value] = StringRef(hint).split('=');
    int64_t number = 0;
    Attribute attr = value.getAsInteger(10, number) ? Attribute(builder.getStringAttr(value))
                                                    : Attribute(builder.getI64IntegerAttr(number));
    loop->setDiscardableAttr(("tile." + name).str(), attr);
  }
}

void lowerFor(Lowering &lowering, const Stmt &stmt) {
  Location loc = lowering.locate(stmt);
  SmallVector<Value> initial = lowering.values(ArrayRef(stmt.operands).drop_front(3));
  auto op = scf::ForOp::create(lowering.builder, loc, lowering.operand(stmt, 0),
                               lowering.operand(stmt, 1), lowering.operand(stmt, 2), initial,
                               nullptr, stmt.attrs.integer == 1);
  attachHints(stmt, op, lowering.builder);
  lowerYielding(lowering, stmt.regions[0], op.getRegion(), loc);
  lowering.define(stmt, op.getResults());
}

void lowerWhile(Lowering &lowering, const Stmt &stmt) {
  Location loc = lowering.locate(stmt);
  auto op = scf::WhileOp::create(lowering.builder, loc, lowering.typesOf(stmt.results),
                                 lowering.values(stmt.operands));
  {
    OpBuilder::InsertionGuard guard(lowering.builder);
    lowering.lowerRegion(stmt.regions[0], op.getBefore(), loc);
    SmallVector<Value> yields = lowering.values(stmt.regions[0].yields);
    scf::ConditionOp::create(lowering.builder, loc, yields[0], ArrayRef(yields).drop_front());
  }
  lowerYielding(lowering, stmt.regions[1], op.getAfter(), loc);
  lowering.define(stmt, op.getResults());
}

} // namespace

void addControl(LowerTable &table) {
  table.set(OpKind::If, lowerIf);
  table.set(OpKind::For, lowerFor);
  table.set(OpKind::While, lowerWhile);
}

} // namespace nereid::lower
