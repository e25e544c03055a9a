// Operations in order.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

#include "backend/nvidia/portions.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

void emitElementwise(Emitter &e, Operation *op) {
  Value result = op->getResult(0);
  if (!isTile(result)) {
    Regs operands;
    for (Value operand : op->getOperands())
      operands.push_back(e.scalar(operand));
    e.scalars[result] = evaluate(e, op, operands);
    return;
  }
  if (e.layouts.isCheap(result))
    return; // where it is used
  Layout home = e.current(e.layouts.home(result));
  Regs registers;
  for (unsigned r = 0; r < home->registers(); ++r) {
    Regs operands;
    for (Value operand : op->getOperands())
      operands.push_back(lane(e, operand, home, r));
    registers.push_back(evaluate(e, op, operands));
  }
  e.define(result, std::move(registers));
}

void emitConstant(Emitter &e, arith::ConstantOp op) {
  if (isTile(op.getResult())) {
    if (!isa<SplatElementsAttr>(op.getValue()))
      e.fail(StatusCode::Internal, "a constant tile of different lanes");
    return;
  }
  Writer &w = e.w;
  llvm::APInt bits = isa<FloatAttr>(op.getValue())
                         ? cast<FloatAttr>(op.getValue()).getValue().bitcastToAPInt()
                         : cast<IntegerAttr>(op.getValue()).getValue();
  e.scalars[op.getResult()] =
      w.fromBits(llvm::ConstantInt::get(w.b.getContext(), bits), registerType(w, op.getType()));
}

// A view of a tile as a scalar: of its one lane, which every thread holds.
void emitView(Emitter &e, Operation *op) {
  Value result = op->getResult(0), source = op->getOperand(0);
  if (isTile(result))
    return;
  if (!isTile(source)) {
    e.scalars[result] = e.scalar(source);
    return;
  }
  Layout layout = e.layouts.standard(source.getType());
  e.scalars[result] = lane(e, source, layout, 0);
}

} // namespace

void emitOperation(Emitter &e, Operation *op) {
  Writer &w = e.w;
  if (isElementwise(op))
    return emitElementwise(e, op);
  if (isView(op))
    return emitView(e, op);
  llvm::TypeSwitch<Operation *>(op)
      .Case<tile::RangeOp, tile::SplatOp, tile::AssumeOp>([](auto) {})
      .Case([&](arith::ConstantOp constant) { emitConstant(e, constant); })
      .Case([&](tile::UndefOp undef) {
        if (!isTile(undef.getResult()))
          e.scalars[undef.getResult()] = w.bits(registerType(w, undef.getType()), 0);
      })
      .Case([&](tile::ProgramIdOp id) { e.scalars[id.getResult()] = programId(e, id.getAxis()); })
      .Case([&](tile::NumProgramsOp count) {
        e.scalars[count.getResult()] = programCount(e, count.getAxis());
      })
      .Case<scf::ForOp>([&](auto loop) { emitFor(e, loop); })
      .Case<scf::IfOp>([&](auto branch) { emitIf(e, branch); })
      .Case<scf::WhileOp>([&](auto loop) { emitWhile(e, loop); })
      .Case([&](tile::LoadOp load) { emitLoad(e, load); })
      .Case([&](tile::StoreOp store) { emitStore(e, store); })
      .Case([&](tile::AtomicRmwOp atomic) { emitAtomicRmw(e, atomic); })
      .Case([&](tile::AtomicCasOp atomic) { emitAtomicCas(e, atomic); })
      .Case([&](tile::AtomicLoadOp atomic) { emitAtomicLoad(e, atomic); })
      .Case([&](tile::AtomicStoreOp atomic) { emitAtomicStore(e, atomic); })
      .Case([&](tile::ReduceOp reduce) { emitReduce(e, reduce); })
      .Case([&](tile::ScanOp scan) { emitScan(e, scan); })
      .Case([&](tile::MapOp map) { emitMap(e, map); })
      .Case([&](tile::SortOp sort) { emitSort(e, sort); })
      .Case([&](tile::HistogramOp histogram) { emitHistogram(e, histogram); })
      .Case([&](tile::GatherOp gather) { emitGather(e, gather); })
      .Case([&](tile::FlipOp flip) { emitFlip(e, flip); })
      .Case([&](tile::JoinOp join) { emitJoin(e, join); })
      .Case([&](tile::SplitOp split) { emitSplit(e, split); })
      .Case([&](tile::CatOp both) { emitCat(e, both); })
      .Case([&](tile::DotOp dot) { emitDot(e, dot); })
      .Case([&](tile::PrintOp print) { emitPrint(e, print); })
      .Case([&](tile::AssertOp assertion) { emitAssert(e, assertion); })
      .Case([&](tile::InlineAsmOp assembly) { emitInlineAsm(e, assembly); })
      .Case([&](tile::BarrierOp) {
        e.barrier();
        e.shared.sawBarrier();
      })
      .Default([&](Operation *other) {
        e.fail(StatusCode::Internal, cat("no code for ", other->getName().getStringRef().str()));
      });
}

// Code grows with the elements that a thread holds, and past some number no one has the patience,
// nor the chip the registers.
static bool isTooLarge(Emitter &e, Operation *op) {
  constexpr int64_t kMostElements = 4096; // a thread
  bool isWhereUsed =
      op->getNumResults() == 1 && isTile(op->getResult(0)) && e.layouts.isCheap(op->getResult(0));
  bool isCarried = e.hasPortions && isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op);
  if (isWhereUsed || isCarried)
    return false;
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults())) {
    int64_t elements = tile::laneCount(value.getType()) / (32 * e.machine.warps);
    if (elements <= kMostElements)
      continue;
    e.fail(StatusCode::OutOfMemory,
           cat("a tile of ", tile::laneCount(value.getType()), " elements is ", elements,
               " for each thread of ", e.machine.warps, " warps, and a thread holds ",
               kMostElements, " at most"),
           "smaller tiles, or a larger num_warps");
    return true;
  }
  return false;
}

void emitBlock(Emitter &e, Block &block) {
  for (Operation *op = &block.front(); op != block.getTerminator() && e.failure.ok();) {
    if (Operation *next = emitInPortions(e, op)) {
      op = next;
      continue;
    }
    if (!isTooLarge(e, op))
      emitOperation(e, op);
    op = op->getNextNode();
  }
}

// A register of the block, unless the program has its own.
static Reg ofBlock(Emitter &e, Reg own, llvm::Intrinsic::ID id) {
  return own ? own : e.w.inPrologue([&] { return e.w.intrinsic(id, {}); });
}

Reg programId(Emitter &e, int axis) {
  static constexpr llvm::Intrinsic::ID kIds[] = {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                                                 llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                                 llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
  return ofBlock(e, e.programIds[axis], kIds[axis]);
}

Reg programCount(Emitter &e, int axis) {
  static constexpr llvm::Intrinsic::ID kIds[] = {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
                                                 llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                                                 llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z};
  return ofBlock(e, e.programCounts[axis], kIds[axis]);
}

Regs applyRegion(Emitter &e, Region &region, ArrayRef<Reg> arguments) {
  Block &block = region.front();
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments))
    e.scalars[argument] = value;
  emitBlock(e, block);
  Regs results;
  for (Value yielded : block.getTerminator()->getOperands())
    results.push_back(e.scalar(yielded));
  return results;
}

} // namespace nereid::nvidia
