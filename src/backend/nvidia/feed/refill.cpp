#include "backend/nvidia/feed/refill.h"

#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mlir;

namespace nereid::nvidia {

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

void Refill::bring() {
  llvm::DenseMap<Value, Reg> scalars = e.scalars;
  Reg counter = w.b.CreateLoad(scalars.lookup(loop_.getLowerBound())->getType(), counter_);
  Reg round = w.b.CreateLoad(w.i32(), round_);
  filler_.beginRound(loop_, counter, round);
  for (Operation &op : *loop_.getBody())
    if (e.supply->isNeeded(&op))
      emitOperation(e, &op);
  filler_.fill(loop_);
  Reg step = e.scalar(loop_.getStep()), upper = e.scalar(loop_.getUpperBound());
  w.b.CreateStore(w.b.CreateAdd(counter, step), counter_);
  w.b.CreateStore(w.b.CreateAdd(round, w.k(1)), round_);
  // The next number may be past the last of its type: asked is whether there is room for a step.
  w.b.CreateStore(w.b.CreateICmpUGT(w.b.CreateSub(upper, counter), step), isMore_);
  e.scalars = std::move(scalars);
}

} // namespace nereid::nvidia
