// Prints, assertions, promises and assembly.
#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

void lowerPrint(Lowering &lowering, const Stmt &stmt) {
  tile::PrintOp::create(lowering.builder, lowering.locate(stmt), stmt.attrs.text,
                        stmt.attrs.integer == 1, stmt.attrs.integers,
                        lowering.values(stmt.operands));
}

void lowerAssert(Lowering &lowering, const Stmt &stmt) {
  tile::AssertOp::create(lowering.builder, lowering.locate(stmt), lowering.operand(stmt, 0),
                         lowering.optionalOperand(stmt, 1), stmt.attrs.text);
}

void lowerAssume(Lowering &lowering, const Stmt &stmt) {
  tile::AssumeOp::create(lowering.builder, lowering.locate(stmt), lowering.operand(stmt, 0));
}

void lowerHint(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::HintOp::create(lowering.builder, lowering.locate(stmt),
                                 lowering.typeOf(stmt.results[0]), stmt.attrs.text,
                                 stmt.attrs.integers, lowering.operand(stmt, 0));
  lowering.define(stmt, op->getResults());
}

void lowerInlineAsm(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::InlineAsmOp::create(lowering.builder, lowering.locate(stmt),
                                      lowering.typesOf(stmt.results), stmt.attrs.texts[0],
                                      stmt.attrs.texts[1], stmt.attrs.integers[0] != 0,
                                      stmt.attrs.integers[1], lowering.values(stmt.operands));
  lowering.define(stmt, op.getResults());
}

} // namespace

void addDebug(LowerTable &table) {
  table.set(OpKind::Print, lowerPrint);
  table.set(OpKind::Assert, lowerAssert);
  table.set(OpKind::Assume, lowerAssume);
  table.set(OpKind::Hint, lowerHint);
  table.set(OpKind::Barrier, elementwise<tile::BarrierOp>);
  table.set(OpKind::InlineAsm, lowerInlineAsm);
}

} // namespace nereid::lower
