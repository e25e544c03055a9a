#include "backend/nvidia/products/pipeline.h"

#include "backend/nvidia/feed/supply.h"
#include "backend/nvidia/products/wgmma.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr uint32_t kExchangeBytes = 16 * 1024; // left for what else the loop exchanges
constexpr int64_t kCopyBytes = 16;

bool isZero(Value other) {
  if (!other)
    return true;
  auto constant = other.getDefiningOp<arith::ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue()) : SplatElementsAttr();
  if (splat && splat.getElementType().isInteger())
    return splat.getSplatValue<APInt>().isZero();
  return splat && isa<FloatType>(splat.getElementType()) &&
         splat.getSplatValue<APFloat>().isPosZero();
}

// Whether tensor cores alone read the tile, in a form that its memory has.
bool isOnlyMultiplied(Value tile, const Layouts &layouts, int contiguous) {
  return llvm::all_of(tile.getUsers(), [&](Operation *user) {
    if (auto transpose = dyn_cast<tile::TransposeOp>(user))
      return isOnlyMultiplied(transpose.getResult(), layouts, 1 - contiguous);
    auto dot = dyn_cast<tile::DotOp>(user);
    if (!dot || tile::shapeOf(tile.getType()).size() != 2 || dot.getAcc() == tile)
      return false;
    switch (layouts.planDot(dot).kind) {
    case DotPlan::Kind::Fma:
      return false;
    case DotPlan::Kind::Mma:
      return MatrixMemory::isHeld(tile.getType(), contiguous);
    case DotPlan::Kind::Wgmma:
      return MatrixMemory::isReadable(tile.getType(), contiguous);
    }
    NEREID_UNREACHABLE("product");
  });
}

} // namespace

Pipeline::Pipeline(Emitter &emitter, scf::ForOp loop, bool keepsLeft)
    : e(emitter), w(e.w), loop_(loop), keepsLeft_(keepsLeft) {
  for (Operation &op : *loop.getBody())
    if (auto dot = dyn_cast<tile::DotOp>(op))
      find(dot);
  // Stores could change what a later round loads.
  bool isAlone = true;
  loop.getBody()->walk([&](Operation *op) {
    isAlone &= !isa<tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AtomicStoreOp,
                    tile::BarrierOp>(op);
  });
  if (!isAlone || !chooseStages())
    loads_.clear();
}

void Pipeline::find(tile::DotOp dot) {
  DotPlan::Kind kind = e.layouts.planDot(dot).kind;
  if (kind == DotPlan::Kind::Fma || !e.machine.hasAsyncCopy())
    return;
  for (MatrixOperand operand : {operandA(dot), operandB(dot)}) {
    auto load = operand.tile.getDefiningOp<tile::LoadOp>();
    bool isInside = loop_.getRegion().isAncestor(operand.tile.getParentRegion());
    if (load && e.supply && e.supply->of(load.getResult()))
      continue;
    if (load && isInside && load->getBlock() == loop_.getBody()) {
      addLoad(load, operand.contractedAxis);
      continue;
    }
    if (kind != DotPlan::Kind::Wgmma)
      continue;
    int contiguous = e.layouts.contiguousAxis(operand.tile);
    bool isShared = load || keepsLeft_ || operand.tile != operandA(dot).tile;
    if (!isInside && isShared && MatrixMemory::isReadable(operand.tile.getType(), contiguous) &&
        !llvm::is_contained(kept_, operand.tile))
      kept_.push_back(operand.tile);
  }
}

void Pipeline::addLoad(tile::LoadOp op, int64_t contracted) {
  Value pointer = op.getPointer(), mask = op.getMask();
  int contiguous = e.layouts.contiguousAxis(op.getResult());
  Layout layout = e.layouts.access(pointer);
  Type element = tile::elementOf(op.getType());
  int64_t vector = e.layouts.vectorLength(pointer, mask, layout);
  if (llvm::any_of(loads_, [&](const Load &known) { return known.op == op; }))
    return;
  if (!isOnlyMultiplied(op.getResult(), e.layouts, contiguous) ||
      vector * tile::byteSizeOf(element) != kCopyBytes || op.getIsVolatile() ||
      !isZero(op.getOther()) || !isRecomputable(pointer) || (mask && !isRecomputable(mask)))
    return;
  loads_.push_back({op, layout, MatrixMemory(op.getType(), contiguous), 0});
}

Value Pipeline::scalarStep(BlockArgument argument) {
  Operation *moved = loop_.getYieldedValues()[argument.getArgNumber() - 1].getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp>(moved) || moved->getOperand(0) != argument)
    return {};
  return moved->getOperand(1);
}

bool Pipeline::isRecomputable(Value value) {
  if (!loop_.getRegion().isAncestor(value.getParentRegion()))
    return e.layouts.isCheap(value);
  if (auto known = recomputable_.find(value); known != recomputable_.end())
    return known->second;
  auto isOutside = [&](Value step) {
    return step && (!loop_.getRegion().isAncestor(step.getParentRegion()) ||
                    step.getDefiningOp<arith::ConstantOp>());
  };
  bool can = false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument == loop_.getInductionVar())
      can = true;
    else if (argument.getOwner() == loop_.getBody())
      can = isTile(argument) ? e.layouts.isCheap(argument) && isOutside(uniformStep(argument))
                             : isOutside(scalarStep(argument));
  } else if (Operation *op = value.getDefiningOp(); op->getBlock() == loop_.getBody()) {
    can = (isElementwise(op) || isView(op) ||
           isa<tile::RangeOp, tile::SplatOp, arith::ConstantOp, tile::UndefOp>(op)) &&
          llvm::all_of(op->getOperands(), [&](Value operand) { return isRecomputable(operand); });
    if (can && !isTile(value))
      needed_.insert(op);
  }
  recomputable_[value] = can;
  return can;
}

bool Pipeline::chooseStages() {
  stages_ = e.machine.stages;
  if (auto hint = loop_->getAttrOfType<IntegerAttr>("tile.num_stages"))
    stages_ = static_cast<uint32_t>(hint.getInt());
  uint32_t round = 0, kept = 0;
  for (const Load &load : loads_)
    round += load.memory.slotBytes();
  for (Value tile : kept_)
    kept += MatrixMemory::slotOf(tile::laneCount(tile.getType()) * 2);
  uint32_t room = e.machine.maxSharedBytes() - e.shared.floor() - kExchangeBytes;
  while (stages_ > 1 && stages_ * round + kept > room)
    --stages_;
  return stages_ > 1;
}

Reg Pipeline::amountOf(BlockArgument argument) {
  Value step = isTile(argument) ? uniformStep(argument) : scalarStep(argument);
  Reg value = isTile(step) ? lane(e, step, e.layouts.standard(step.getType()), 0) : nullptr;
  if (!value && step.getDefiningOp<arith::ConstantOp>() && !e.scalars.count(step))
    emitOperation(e, step.getDefiningOp());
  if (!value)
    value = e.scalar(step);
  auto pointer = dyn_cast<tile::PtrType>(tile::elementOf(argument.getType()));
  if (!pointer)
    return value;
  return w.b.CreateMul(w.b.CreateSExt(value, w.i64()),
                       w.k64(tile::byteSizeOf(pointer.getPointee())));
}

void Pipeline::fill() {
  floor_ = e.shared.floor();
  if (!kept_.empty()) {
    for (Value tile : kept_) {
      MatrixMemory memory(tile.getType(), e.layouts.contiguousAxis(tile));
      Reg base = w.k(e.shared.hold(memory.bytes(), MatrixMemory::kAlignment));
      Layout layout = e.layouts.home(tile);
      Regs registers = lanes(e, tile, layout);
      w.barrier();
      writeMatrix(e, memory, registers, layout, base);
      e.staged[tile] = std::make_shared<StagedMatrix>(StagedMatrix{memory, base});
    }
    w.assembly(w.b.getVoidTy(), "fence.proxy.async.shared::cta;", "~{memory}", {}, true);
  }
  for (Load &load : loads_)
    load.offset = e.shared.hold(stages_ * load.memory.slotBytes(), MatrixMemory::kAlignment);
  w.barrier(); // what was there has been read
  e.shared.sawBarrier();
  if (loads_.empty())
    return;
  for (BlockArgument argument : loop_.getRegionIterArgs())
    if (recomputable_.lookup(argument))
      amounts_[argument] = amountOf(argument);
  for (uint32_t round = 0; round + 1 < stages_; ++round) {
    for (auto [argument, initial] :
         llvm::zip_equal(loop_.getRegionIterArgs(), loop_.getInitArgs())) {
      if (!recomputable_.lookup(argument))
        continue;
      if (isTile(argument))
        e.moved[argument] = w.bits(amounts_[argument]->getType(), 0);
      else
        e.scalars[argument] = e.scalar(initial);
    }
    start(w.k(round), e.scalar(loop_.getLowerBound()), w.k(round));
  }
}

void Pipeline::inLaterRound(Reg counter, Reg rounds, llvm::function_ref<void()> act) {
  FreshPulls fresh(e);
  llvm::DenseMap<Value, Reg> moved = e.moved, scalars = e.scalars;
  for (auto [argument, amount] : amounts_) {
    Reg distance = w.b.CreateMul(amount, w.b.CreateZExtOrTrunc(rounds, amount->getType()));
    if (isTile(argument))
      e.moved[argument] = w.b.CreateAdd(e.moved[argument], distance);
    else
      e.scalars[argument] = w.b.CreateAdd(e.scalars[argument], distance);
  }
  e.scalars[loop_.getInductionVar()] = counter;
  for (Operation &op : *loop_.getBody())
    if (needed_.contains(&op))
      emitOperation(e, &op);
  act();
  e.moved = std::move(moved);
  e.scalars = std::move(scalars);
}

void Pipeline::start(Reg slot, Reg counter, Reg rounds) {
  Reg step = e.scalar(loop_.getStep());
  Reg distance = w.b.CreateMul(step, w.b.CreateZExtOrTrunc(rounds, step->getType()));
  Reg later = w.b.CreateAdd(counter, distance), upper = e.scalar(loop_.getUpperBound());
  // The counter may pass the last number of its type, so what is left is compared.
  Reg isBelow = loop_.getUnsignedCmp() ? w.b.CreateICmpULT(counter, upper)
                                       : w.b.CreateICmpSLT(counter, upper);
  Reg left = w.b.CreateZExt(w.b.CreateSub(upper, counter), w.i64());
  Reg ahead = w.b.CreateMul(w.b.CreateZExt(step, w.i64()), w.b.CreateZExt(rounds, w.i64()));
  Reg isRound = w.b.CreateAnd(isBelow, w.b.CreateICmpUGT(left, ahead));
  inLaterRound(later, rounds, [&] {
    for (Load &load : loads_)
      copy(load, slot, isRound);
  });
  w.assembly(w.b.getVoidTy(), "cp.async.commit_group;", "~{memory}", {}, true);
}

void Pipeline::copy(Load &load, Reg slot, Reg isRound) {
  uint32_t bytes = load.memory.slotBytes();
  Reg base = w.b.CreateAdd(w.b.CreateMul(slot, w.k(bytes)), w.k(load.offset));
  Reg thread = load.memory.threadOffset(e, load.layout);
  unsigned vector = kCopyBytes / load.memory.elementBytes();
  for (unsigned r = 0; r < load.layout->registers(); r += vector) {
    uint32_t own = load.memory.offsetOf(load.layout->apply(Place::Register, r));
    Reg to = w.sharedAddress(w.b.CreateAdd(base, w.b.CreateXor(thread, w.k(own))));
    Reg from = lane(e, load.op.getPointer(), load.layout, r);
    if (!load.op.getMask()) {
      w.assembly(w.b.getVoidTy(), "@$2 cp.async.cg.shared.global [$0], [$1], 16;",
                 "r,l,b,~{memory}", {to, from, isRound}, true);
      continue;
    }
    Reg keeps = lane(e, load.op.getMask(), load.layout, r);
    Reg size = w.b.CreateSelect(keeps, w.k(16), w.k(0)); // the rest is zeros
    w.assembly(w.b.getVoidTy(), "@$2 cp.async.cg.shared.global [$0], [$1], 16, $3;",
               "r,l,b,r,~{memory}", {to, from, isRound, size}, true);
  }
}

void Pipeline::beginRound(Reg slot) {
  if (loads_.empty())
    return;
  w.assembly(w.b.getVoidTy(), cat("cp.async.wait_group ", stages_ - 2, ";"), "~{memory}", {}, true);
  // No proxy fence: it waits for the copies that are still under way, and what cp.async has brought
  // is seen by wgmma after the barrier (as upstream relies on too).
  w.barrier();
  e.shared.sawBarrier();
  Reg ahead = w.b.CreateAdd(slot, w.k(stages_ - 1));
  Reg wraps = w.b.CreateICmpUGE(ahead, w.k(stages_));
  ahead = w.b.CreateSelect(wraps, w.b.CreateSub(ahead, w.k(stages_)), ahead);
  e.whileMultiplying = [this, ahead] {
    start(ahead, e.scalar(loop_.getInductionVar()), w.k(stages_ - 1));
  };
  for (Load &load : loads_) {
    uint32_t bytes = load.memory.slotBytes();
    Reg base = w.b.CreateAdd(w.b.CreateMul(slot, w.k(bytes)), w.k(load.offset));
    e.staged[load.op.getResult()] = std::make_shared<StagedMatrix>(StagedMatrix{load.memory, base});
  }
}

Reg Pipeline::nextSlot(Reg slot) {
  Reg next = w.b.CreateAdd(slot, w.k(1));
  return w.b.CreateSelect(w.b.CreateICmpEQ(next, w.k(stages_)), w.k(0), next);
}

void Pipeline::finish() {
  if (!loads_.empty())
    w.assembly(w.b.getVoidTy(), "cp.async.wait_group 0;", "~{memory}", {}, true);
  for (Load &load : loads_)
    e.staged.erase(load.op.getResult());
  for (Value tile : kept_)
    e.staged.erase(tile);
  e.shared.release(floor_);
}

} // namespace nereid::nvidia
