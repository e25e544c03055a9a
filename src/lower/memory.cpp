// Pointers, loads, stores and atomics.
#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

// The text at `index`, or empty where the statement gives fewer.
StringRef textAt(const Stmt &stmt, size_t index) {
  return index < stmt.attrs.texts.size() ? StringRef(stmt.attrs.texts[index]) : StringRef();
}

void lowerLoad(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::LoadOp::create(
      lowering.builder, lowering.locate(stmt), lowering.typeOf(stmt.results[0]),
      lowering.operand(stmt, 0), lowering.optionalOperand(stmt, 1),
      lowering.optionalOperand(stmt, 2), textAt(stmt, 0), textAt(stmt, 1), stmt.attrs.integer == 1);
  lowering.define(stmt, op->getResults());
}

void lowerStore(Lowering &lowering, const Stmt &stmt) {
  tile::StoreOp::create(lowering.builder, lowering.locate(stmt), lowering.operand(stmt, 0),
                        lowering.operand(stmt, 1), lowering.optionalOperand(stmt, 2),
                        textAt(stmt, 0), textAt(stmt, 1));
}

void lowerAtomicRmw(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::AtomicRmwOp::create(lowering.builder, lowering.locate(stmt),
                                      lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                      lowering.operand(stmt, 1), lowering.optionalOperand(stmt, 2),
                                      textAt(stmt, 0), textAt(stmt, 1), textAt(stmt, 2));
  lowering.define(stmt, op->getResults());
}

void lowerAtomicCas(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::AtomicCasOp::create(lowering.builder, lowering.locate(stmt),
                                      lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                      lowering.operand(stmt, 1), lowering.operand(stmt, 2),
                                      textAt(stmt, 0), textAt(stmt, 1));
  lowering.define(stmt, op->getResults());
}

void lowerAtomicLoad(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::AtomicLoadOp::create(lowering.builder, lowering.locate(stmt),
                                       lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                       lowering.optionalOperand(stmt, 1), textAt(stmt, 0),
                                       textAt(stmt, 1));
  lowering.define(stmt, op->getResults());
}

void lowerAtomicStore(Lowering &lowering, const Stmt &stmt) {
  tile::AtomicStoreOp::create(lowering.builder, lowering.locate(stmt), lowering.operand(stmt, 0),
                              lowering.operand(stmt, 1), lowering.optionalOperand(stmt, 2),
                              textAt(stmt, 0), textAt(stmt, 1));
}

} // namespace

void addMemory(LowerTable &table) {
  table.set(OpKind::AddPtr, elementwise<tile::AddPtrOp>);
  table.set(OpKind::Load, lowerLoad);
  table.set(OpKind::Store, lowerStore);
  table.set(OpKind::AtomicRmw, lowerAtomicRmw);
  table.set(OpKind::AtomicCas, lowerAtomicCas);
  table.set(OpKind::AtomicLoad, lowerAtomicLoad);
  table.set(OpKind::AtomicStore, lowerAtomicStore);
}

} // namespace nereid::lower
