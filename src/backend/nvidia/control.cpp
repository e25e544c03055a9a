// Loops and branches. All threads of a program go the same way, since conditions are scalars; what
// is carried is phis, one for each register.
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "backend/nvidia/pipeline.h"
#include "backend/nvidia/supply.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// The registers of `values` one after another; cheap tiles that loops move have none.
class Carried {
public:
  Carried(Emitter &emitter, ValueRange values) : e_(emitter) {
    for (Value value : values) {
      values_.push_back(value);
      layouts_.push_back(isTile(value) ? homeOf(value) : nullptr);
    }
  }

  // `others` (the same types) as registers in these values' layouts.
  Regs read(ValueRange others) const {
    Regs all;
    for (auto [layout, other] : llvm::zip_equal(layouts_, others)) {
      if (layout)
        all.append(lanes(e_, other, layout));
      else
        all.push_back(e_.scalar(other));
    }
    return all;
  }
  void define(ArrayRef<Reg> registers) const {
    for (auto [value, layout] : llvm::zip_equal(values_, layouts_)) {
      size_t count = layout ? layout->registers() : 1;
      e_.define(value, Regs(registers.take_front(count)));
      registers = registers.drop_front(count);
    }
  }

private:
  Layout homeOf(Value value) const { return e_.layouts.home(value); }

  Emitter &e_;
  SmallVector<Value> values_;
  SmallVector<Layout> layouts_;
};

// Phis at the start of the block, whose first incoming values are `initial`.
SmallVector<llvm::PHINode *> phisOf(Writer &w, ArrayRef<Reg> initial, llvm::BasicBlock *from) {
  SmallVector<llvm::PHINode *> phis;
  for (Reg value : initial) {
    phis.push_back(w.b.CreatePHI(value->getType(), 2));
    phis.back()->addIncoming(value, from);
  }
  return phis;
}

Regs registersOf(ArrayRef<llvm::PHINode *> phis) {
  return Regs(phis.begin(), phis.end());
}

void complete(ArrayRef<llvm::PHINode *> phis, ArrayRef<Reg> values, llvm::BasicBlock *from) {
  for (auto [phi, value] : llvm::zip_equal(phis, values))
    phi->addIncoming(value, from);
}

class ForLoop {
public:
  ForLoop(Emitter &emitter, scf::ForOp loop)
      : e(emitter), w(e.w), op_(loop), pipeline_(emitter, loop) {
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      bool isMoved = uniformStep(argument) && e.layouts.isCheap(argument);
      (isMoved ? moved_ : carried_).push_back(i);
    }
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
  Regs firstMoves();
  Regs nextMoves();
  Reg stepOf(BlockArgument argument);

  Emitter &e;
  Writer &w;
  scf::ForOp op_;
  Pipeline pipeline_;
  SmallVector<size_t> carried_, moved_;
};

Regs ForLoop::firstMoves() {
  Regs zeros;
  for (size_t i : moved_) {
    Type element = tile::elementOf(op_.getRegionIterArg(i).getType());
    zeros.push_back(w.bits(registerType(w, element), 0));
  }
  return zeros;
}

Reg ForLoop::stepOf(BlockArgument argument) {
  Value step = uniformStep(argument);
  Reg value = isTile(step) ? lane(e, step, e.layouts.standard(step.getType()), 0) : e.scalar(step);
  auto pointer = dyn_cast<tile::PtrType>(tile::elementOf(argument.getType()));
  if (!pointer)
    return value;
  value = w.b.CreateSExt(value, w.i64());
  return w.b.CreateMul(value, w.k64(tile::byteSizeOf(pointer.getPointee())));
}

Regs ForLoop::nextMoves() {
  Regs sums;
  for (size_t i : moved_) {
    BlockArgument argument = op_.getRegionIterArg(i);
    sums.push_back(w.b.CreateAdd(e.moved[argument], stepOf(argument)));
  }
  return sums;
}

void ForLoop::emit() {
  Carried inside(e, pick(op_.getRegionIterArgs()));
  Reg lower = e.scalar(op_.getLowerBound()), upper = e.scalar(op_.getUpperBound());
  Regs initial = inside.read(pick(op_.getInitArgs())), moves = firstMoves();
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
  size_t count = current.size() - 2 - pipeline_.runsAhead() - moved_.size();
  Reg slot = pipeline_.runsAhead() ? current[current.size() - 3] : nullptr;
  for (auto [i, which] : llvm::enumerate(moved_))
    e.moved[op_.getRegionIterArg(which)] = current[count + i];
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
    e.accesses.append(before); // there may be no round
    if (slot && e.whileMultiplying)
      std::exchange(e.whileMultiplying, nullptr)();
    Regs next = inside.read(pick(op_.getYieldedValues()));
    next.append(nextMoves());
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
       llvm::zip_equal(pick(op_.getRegionIterArgs()), pick(op_.getResults()))) {
    if (!isTile(result)) {
      e.scalars[result] = e.scalars[argument];
      continue;
    }
    Regs registers = e.tiles[argument];
    Layout from = e.layouts.home(argument), to = e.layouts.home(result);
    e.define(result, convert(e, registers, registers[0]->getType(), from, to));
  }
  for (size_t i : moved_) {
    Value result = op_.getResult(i);
    if (result.use_empty())
      continue;
    Layout home = e.layouts.home(result);
    e.define(result, lanes(e, op_.getRegionIterArg(i), home));
  }
}

} // namespace

void emitFor(Emitter &e, Operation *op) {
  ForLoop(e, cast<scf::ForOp>(op)).emit();
}

void emitIf(Emitter &e, Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  Writer &w = e.w;
  Carried results(e, branch.getResults());
  llvm::BasicBlock *then = w.newBlock("then"), *otherwise = w.newBlock("else");
  llvm::BasicBlock *after = w.newBlock("after");
  w.b.CreateCondBr(e.scalar(branch.getCondition()), then, otherwise);
  SmallVector<Access> earlier = e.accesses, later;
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
    later.append(e.accesses);
    return std::pair(values, end);
  };
  auto [thenValues, thenEnd] = write(then, branch.thenBlock());
  auto [elseValues, elseEnd] = write(otherwise, branch.elseBlock());
  w.b.SetInsertPoint(after);
  e.shared.forget();
  e.accesses = later;
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
