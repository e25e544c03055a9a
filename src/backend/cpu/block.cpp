#include "backend/cpu/block.h"

#include "llvm/ADT/TypeSwitch.h"

#include "backend/cpu/address.h"
#include "backend/cpu/control.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/ordering.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/recompute.h"
#include "backend/cpu/roots.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

bool isTile(Type type) {
  return isa<RankedTensorType>(type);
}

// The only lane of a tile, as a scalar.
void emitItem(Emitter &e, tile::ReshapeOp op) {
  Value tile = op.getSource();
  Index only;
  only.axes.assign(tile::shapeOf(tile.getType()).size(), AxisIndex::at({}));
  PullScope scope(e);
  e.scalars[op.getResult()] = at(e, tile, only).first;
}

// An operation whose operands and results are all scalars.
void emitScalar(Emitter &e, Operation &op) {
  Writer &w = e.w;
  auto operand = [&](unsigned i) { return e.scalar(op.getOperand(i)); };
  auto define = [&](Value value) { e.scalars[op.getResult(0)] = value; };
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](arith::ConstantOp constant) { define(scalarConstant(e, constant)); })
      .Case([&](tile::ProgramIdOp id) { define(e.programId[id.getAxis()]); })
      .Case([&](tile::NumProgramsOp count) { define(e.programCount[count.getAxis()]); })
      .Case([&](tile::AddPtrOp add) {
        auto pointee = cast<tile::PtrType>(add.getPointer().getType()).getPointee();
        Value offset = w.resizeS(operand(1), w.i64Type());
        define(w.offsetBy(operand(0), offset, tile::byteSizeOf(pointee)));
      })
      .Case([&](tile::PtrToIntOp) { define(w.make<LLVM::PtrToIntOp>(w.i64Type(), operand(0))); })
      .Case([&](tile::IntToPtrOp) { define(w.make<LLVM::IntToPtrOp>(w.ptrType(), operand(0))); })
      .Case<tile::PtrCastOp, tile::HintOp, tile::ReshapeOp>([&](auto) { define(operand(0)); })
      .Case([&](tile::LoadOp load) { emitScalarLoad(e, load); })
      .Case([&](tile::UndefOp undef) {
        Type element = undef.getResult().getType();
        define(fromStored(e, w.bits(storedType(w, element), 0), element));
      })
      .Default([&](Operation *other) {
        Values operands;
        for (Value value : other->getOperands())
          operands.push_back(e.scalar(value));
        define(evaluate(e, other, operands)[0]);
      });
}

} // namespace

Value scalarConstant(Emitter &e, arith::ConstantOp op) {
  Type type = registerType(e.w, op.getType());
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    return e.w.bits(type, number.getValue().bitcastToAPInt().getZExtValue());
  return e.w.bits(type, cast<IntegerAttr>(op.getValue()).getValue().getZExtValue());
}

void emitOperation(Emitter &e, Operation &op) {
  e.w.loc = op.getLoc();
  bool isScalar =
      llvm::none_of(op.getOperandTypes(), isTile) && llvm::none_of(op.getResultTypes(), isTile);
  if (mayWrite(&op))
    settleLoads(e, &op);
  auto load = dyn_cast<tile::LoadOp>(op);
  if (load && load.getIsVolatile() && !isScalar)
    return materialize(e, load.getResult());
  // Tiles of other operations are pulled.
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](tile::StoreOp store) {
        keepCostly(e, store);
        emitStore(e, store);
      })
      .Case([&](tile::ReduceOp reduce) {
        keepCostly(e, reduce);
        emitReduce(e, reduce);
        finishKept(e);
      })
      .Case([&](tile::ScanOp scan) { emitScan(e, scan); })
      .Case([&](tile::SortOp sort) { emitSort(e, sort); })
      .Case([&](tile::HistogramOp histogram) { emitHistogram(e, histogram); })
      .Case([&](tile::MapOp map) { emitMap(e, map); })
      .Case([&](tile::DotOp dot) { emitDot(e, dot); })
      .Case([&](tile::AtomicRmwOp atomic) { emitAtomicRmw(e, atomic); })
      .Case([&](tile::AtomicCasOp atomic) { emitAtomicCas(e, atomic); })
      .Case([&](tile::AtomicLoadOp atomic) { emitAtomicLoad(e, atomic); })
      .Case([&](tile::AtomicStoreOp atomic) { emitAtomicStore(e, atomic); })
      .Case([&](tile::PrintOp print) { emitPrint(e, print); })
      .Case([&](tile::AssertOp assertion) { emitAssert(e, assertion); })
      .Case([&](scf::IfOp branch) { emitIf(e, branch); })
      .Case([&](scf::ForOp loop) { emitFor(e, loop); })
      .Case([&](scf::WhileOp loop) { emitWhile(e, loop); })
      .Case<tile::AssumeOp, tile::BarrierOp>([](auto) {})
      .Case([&](tile::ReshapeOp reshape) {
        if (isScalar)
          emitScalar(e, op);
        else if (!isTile(reshape.getResult().getType()))
          emitItem(e, reshape);
      })
      .Default([&](Operation *other) {
        if (isScalar)
          emitScalar(e, *other);
      });
}

void emitBlock(Emitter &e, Block &block) {
  for (Operation &op : block.without_terminator()) {
    emitOperation(e, op);
    keepRepeated(e, &op);
  }
}

} // namespace nereid::cpu
