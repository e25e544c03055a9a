#include "backend/nvidia/feed/refill.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mlir;

namespace nereid::nvidia {

void Refill::open() {
  w.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {w.k(-1)});
  if (!runsOnce())
    meet();
}

// The loop, in every program.
bool Refill::runsOnce() {
  return isa<func::FuncOp>(e.supply->deliveries()[0].loop->getParentOp());
}

// The other warps meet the first, which fills the ring next and does not wait for them.
void Refill::meet() {
  constexpr int kStart = 2; // a barrier of its own: none may come to the next one too early
  Regs barrier = {w.k(kStart), w.k(32 * e.machine.warps)};
  Reg isFirst = w.b.CreateICmpEQ(w.warpId(), w.k(0));
  w.ifThen(isFirst,
           [&] { w.intrinsic(llvm::Intrinsic::nvvm_barrier_cta_arrive_aligned_count, barrier); });
  w.ifThen(w.b.CreateNot(isFirst),
           [&] { w.intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_count, barrier); });
}

void Refill::begin(scf::ForOp loop) {
  loop_ = loop;
  Reg lower = e.scalar(loop.getLowerBound()), upper = e.scalar(loop.getUpperBound());
  w.inPrologue([&]() -> Reg {
    counter_ = w.b.CreateAlloca(lower->getType());
    round_ = w.b.CreateAlloca(w.i32());
    return isMore_ = w.b.CreateAlloca(w.i1());
  });
  w.b.CreateStore(lower, counter_);
  w.b.CreateStore(w.k(0), round_);
  w.b.CreateStore(loop.getUnsignedCmp() ? w.b.CreateICmpULT(lower, upper)
                                        : w.b.CreateICmpSLT(lower, upper),
                  isMore_);
  filler_.beginLoop(loop);
  prefetchFirst();
  if (runsOnce())
    meet();
  uint32_t slots = e.supply->rings()[0].stages();
  asOne([&] {
    llvm::BasicBlock *header = w.newBlock("fill"), *body = w.newBlock("first");
    llvm::BasicBlock *exit = w.newBlock("filled");
    w.b.CreateBr(header);
    w.b.SetInsertPoint(header);
    Reg isFree = w.b.CreateICmpULT(w.b.CreateLoad(w.i32(), round_), w.k(slots));
    w.b.CreateCondBr(w.both(isMore(), isFree), body, exit);
    w.b.SetInsertPoint(body);
    bring();
    w.b.CreateBr(header);
    w.b.SetInsertPoint(exit);
  });
  w.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {w.k(-1)});
}

// By one lane of the first warp, the same each time: elected, so that the assembler knows that it
// is one. Else it writes a loop over lanes around each copy.
void Refill::asOne(llvm::function_ref<void()> act) {
  w.ifThen(w.b.CreateICmpEQ(w.warpId(), w.k(0)), [&] {
    const char *text = "{\n  .reg .pred one;\n  elect.sync _|one, -1;\n  mov.pred $0, one;\n}";
    w.ifThen(w.assembly(w.i1(), text, "=b", {}, true), act);
  });
}

void Refill::next(Reg condition) {
  w.ifThen(condition, [&] { asOne([&] { w.ifThen(isMore(), [&] { bring(); }); }); });
  // The tensor cores want whole warps.
  w.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {w.k(-1)});
}

void Refill::prefetchFirst() {
  int count = 32 * (e.machine.warps - 1);
  if (count == 0)
    return;
  Reg fillsNot = w.b.CreateICmpNE(w.warpId(), w.k(0));
  w.ifThen(w.both(fillsNot, isMore()), [&] {
    inRound(e.scalar(loop_.getLowerBound()), w.k(0),
            [&] { filler_.prefetch(loop_, w.b.CreateSub(w.threadId(), w.k(32)), count); });
  });
}

void Refill::bring() {
  Reg counter = w.b.CreateLoad(e.scalar(loop_.getLowerBound())->getType(), counter_);
  Reg round = w.b.CreateLoad(w.i32(), round_);
  inRound(counter, round, [&] { filler_.fill(loop_); });
  Reg step = e.scalar(loop_.getStep()), upper = e.scalar(loop_.getUpperBound());
  w.b.CreateStore(w.b.CreateAdd(counter, step), counter_);
  w.b.CreateStore(w.b.CreateAdd(round, w.k(1)), round_);
  // The next number may be past the last of its type: asked is whether there is room for a step.
  w.b.CreateStore(w.b.CreateICmpUGT(w.b.CreateSub(upper, counter), step), isMore_);
}

void Refill::inRound(Reg counter, Reg round, llvm::function_ref<void()> act) {
  llvm::DenseMap<Value, Reg> scalars = e.scalars;
  filler_.beginRound(loop_, counter, round);
  for (Operation &op : *loop_.getBody())
    if (e.supply->isNeeded(&op))
      emitOperation(e, &op);
  act();
  e.scalars = std::move(scalars);
}

} // namespace nereid::nvidia
