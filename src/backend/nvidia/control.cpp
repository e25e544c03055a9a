// Loops and branches. All threads of a program go the same way, since conditions are scalars; what
// is carried is phis, one for each register.
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "backend/nvidia/carried.h"
#include "backend/nvidia/feed/supply.h"
#include "backend/nvidia/products/pipeline.h"
#include "backend/nvidia/products/rotation.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

class ForLoop {
public:
  ForLoop(Emitter &emitter, scf::ForOp loop)
      : e(emitter), w(e.w), op_(loop), pipeline_(emitter, loop), moves_(emitter, loop) {
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
      if (!moves_.has(argument))
        carried_.push_back(i);
  }
  void emit();

private:
  SmallVector<Value> pick(ValueRange all) const {
    return llvm::map_to_vector(carried_, [&](size_t i) { return all[i]; });
  }
  Reg isBelow(Reg counter, Reg upper) {
    return op_.getUnsignedCmp() ? w.b.CreateICmpULT(counter, upper)
                                : w.b.CreateICmpSLT(counter, upper);
  }
  void defineResults();

  Emitter &e;
  Writer &w;
  scf::ForOp op_;
  Pipeline pipeline_;
  Moves moves_;
  SmallVector<size_t> carried_;
};

void ForLoop::emit() {
  Carried inside(e, pick(op_.getRegionIterArgs()));
  Reg lower = e.scalar(op_.getLowerBound()), upper = e.scalar(op_.getUpperBound());
  Regs initial = inside.read(pick(op_.getInitArgs())), moves = moves_.first();
  if (!pipeline_.isEmpty())
    pipeline_.fill();
  if (e.supply)
    beginOverlap(e, op_);
  initial.append(moves);
  if (pipeline_.runsAhead())
    initial.push_back(w.k(0)); // the slot that a round reads
  initial.push_back(lower);
  initial.push_back(isBelow(lower, upper));

  llvm::BasicBlock *before = w.b.GetInsertBlock();
  llvm::BasicBlock *header = w.newBlock("loop"), *body = w.newBlock("body");
  llvm::BasicBlock *exit = w.newBlock("exit");
  w.b.CreateBr(header);
  w.b.SetInsertPoint(header);
  auto phis = phisOf(w, initial, before);
  Regs current = registersOf(phis);
  Reg counter = current[current.size() - 2];
  w.b.CreateCondBr(current.back(), body, exit);
  w.b.SetInsertPoint(body);
  size_t count = current.size() - 2 - pipeline_.runsAhead() - moves_.size();
  Reg slot = pipeline_.runsAhead() ? current[current.size() - 3] : nullptr;
  moves_.define(ArrayRef(current).slice(count, moves_.size()));
  e.scalars[op_.getInductionVar()] = counter;
  {
    PullScope scope(e);
    inside.define(ArrayRef(current).take_front(count));
    e.shared.forget();
    if (slot)
      pipeline_.beginRound(slot);
    SmallVector<Access> before = e.accesses;
    expectRound(e, *op_.getBody());
    emitBlock(e, *op_.getBody());
    e.alsoAccessed(before); // there may be no round
    if (slot && e.whileMultiplying)
      std::exchange(e.whileMultiplying, nullptr)();
    Regs next = inside.read(pick(op_.getYieldedValues()));
    next.append(moves_.next());
    if (slot)
      next.push_back(pipeline_.nextSlot(slot));
    // The next number may be past the last of its type: asked is whether there is room for a step.
    Reg step = e.scalar(op_.getStep());
    next.push_back(w.b.CreateAdd(counter, step));
    next.push_back(w.b.CreateICmpUGT(w.b.CreateSub(upper, counter), step));
    complete(phis, next, w.b.GetInsertBlock());
  }
  w.b.CreateBr(header);
  w.b.SetInsertPoint(exit);
  defineResults();
}

// Results have what was carried when the loop ended.
void ForLoop::defineResults() {
  e.shared.forget();
  if (e.supply)
    finishOverlap(e, op_);
  if (!pipeline_.isEmpty())
    pipeline_.finish();
  for (auto [argument, result] :
       llvm::zip_equal(pick(op_.getRegionIterArgs()), pick(op_.getResults())))
    defineLoopResult(e, argument, result);
  moves_.defineResults();
}

} // namespace

void emitFor(Emitter &e, Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  if (auto rotation = planRotation(e, loop))
    emitRotated(e, *rotation);
  else
    ForLoop(e, loop).emit();
  if (e.supply)
    giveBackKept(e, loop);
}

void emitIf(Emitter &e, Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  Writer &w = e.w;
  Carried results(e, branch.getResults());
  llvm::BasicBlock *then = w.newBlock("then"), *otherwise = w.newBlock("else");
  llvm::BasicBlock *after = w.newBlock("after");
  w.b.CreateCondBr(e.scalar(branch.getCondition()), then, otherwise);
  SmallVector<Access> earlier = e.accesses;
  auto write = [&](llvm::BasicBlock *start, Block *block) {
    w.b.SetInsertPoint(start);
    e.shared.forget();
    e.accesses = earlier;
    PullScope scope(e);
    Regs values;
    if (block) {
      emitBlock(e, *block);
      values = results.read(block->getTerminator()->getOperands());
    }
    llvm::BasicBlock *end = w.b.GetInsertBlock();
    w.b.CreateBr(after);
    return std::pair(values, end);
  };
  auto [thenValues, thenEnd] = write(then, branch.thenBlock());
  SmallVector<Access> ofThen = e.accesses;
  auto [elseValues, elseEnd] = write(otherwise, branch.elseBlock());
  w.b.SetInsertPoint(after);
  e.shared.forget();
  e.alsoAccessed(ofThen);
  auto phis = phisOf(w, thenValues, thenEnd);
  complete(phis, elseValues, elseEnd);
  results.define(registersOf(phis));
}

void emitWhile(Emitter &e, Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  Writer &w = e.w;
  Carried coming(e, loop.getBeforeArguments()), leaving(e, loop.getAfterArguments());
  Carried results(e, loop.getResults());
  Regs initial = coming.read(loop.getInits());
  llvm::BasicBlock *before = w.b.GetInsertBlock();
  llvm::BasicBlock *header = w.newBlock("while"), *body = w.newBlock("do");
  llvm::BasicBlock *exit = w.newBlock("done");
  w.b.CreateBr(header);
  w.b.SetInsertPoint(header);
  auto phis = phisOf(w, initial, before);
  e.shared.forget();
  Regs left, result;
  {
    PullScope scope(e);
    coming.define(registersOf(phis));
    expectRound(e, *loop.getBeforeBody());
    expectRound(e, *loop.getAfterBody());
    emitBlock(e, *loop.getBeforeBody());
    auto condition = loop.getConditionOp();
    left = leaving.read(condition.getArgs());
    result = results.read(condition.getArgs());
    w.b.CreateCondBr(e.scalar(condition.getCondition()), body, exit);
  }
  w.b.SetInsertPoint(body);
  e.shared.forget();
  {
    PullScope scope(e);
    leaving.define(left);
    emitBlock(e, *loop.getAfterBody());
    Regs next = coming.read(loop.getYieldOp().getOperands());
    complete(phis, next, w.b.GetInsertBlock());
    w.b.CreateBr(header);
  }
  w.b.SetInsertPoint(exit);
  e.shared.forget();
  results.define(result);
}

} // namespace nereid::nvidia
