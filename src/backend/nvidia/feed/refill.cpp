#include "backend/nvidia/feed/refill.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mlir;

namespace nereid::nvidia {

void Refill::open() {
  w.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {w.k(-1)});
  if (canShare())
    shareFirst();
  meet();
}

// All programs run at once, and the loop is run by each of them, and once.
bool Refill::canShare() {
  scf::ForOp loop = e.supply->deliveries()[0].loop;
  return e.supply->isForFew() && isa<func::FuncOp>(loop->getParentOp()) && filler_.canShare(loop);
}

void Refill::shareFirst() {
  scf::ForOp loop = e.supply->deliveries()[0].loop;
  bool isUsed[3] = {};
  loop->getParentOfType<func::FuncOp>().walk(
      [&](tile::ProgramIdOp id) { isUsed[id.getAxis()] = true; });
  Reg block = w.k(0), blocks = w.k(1);
  for (int axis = 0; axis < 3; ++axis)
    if (isUsed[axis]) {
      block = w.b.CreateAdd(block, w.b.CreateMul(programId(e, axis), blocks));
      blocks = w.b.CreateMul(blocks, programCount(e, axis));
    }
  asOthers([&](Reg number, uint32_t count) {
    filler_.prefetchShare(loop, block, blocks, number, count);
  });
  // The assembler would have the divisions that find a program's tile done first: they seem to be
  // in no one's way. A number that the lanes agree on is not there before.
  for (int axis = 0; axis < 3; ++axis)
    if (isUsed[axis])
      e.programIds[axis] =
          w.intrinsic(llvm::Intrinsic::nvvm_redux_sync_umin, {programId(e, axis), w.k(-1)});
}

// By the warps that do not fill, the first of their threads being number zero.
void Refill::asOthers(llvm::function_ref<void(Reg number, uint32_t count)> act) {
  uint32_t count = 32 * (e.machine.warps - 1);
  if (count > 0)
    w.ifThen(w.b.CreateICmpNE(w.warpId(), w.k(0)),
             [&] { act(w.b.CreateSub(w.threadId(), w.k(32)), count); });
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
  if (!canShare())
    prefetchFirst();
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
  asOthers([&](Reg number, uint32_t count) {
    w.ifThen(isMore(), [&] {
      inRound(e.scalar(loop_.getLowerBound()), w.k(0),
              [&] { filler_.prefetch(loop_, number, count); });
    });
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
