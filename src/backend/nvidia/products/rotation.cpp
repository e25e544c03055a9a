#include "backend/nvidia/products/rotation.h"

#include "backend/nvidia/carried.h"
#include "backend/nvidia/feed/producer.h"
#include "backend/nvidia/products/pipeline.h"
#include "backend/nvidia/products/wgmma.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// What a thread has beside the products' registers: a round's other values, addresses. With fewer
// the assembler spills, and waits for every product by itself. 162 registers were used where the
// products held 128 (128 queries and 128 keys a round, a depth of 64).
constexpr int kOtherRegisters = 40;

// Of a thread that computes, if the kernel's registers are dealt out evenly.
int evenShare(Emitter &e) {
  constexpr int kOfMultiprocessor = 65536, kMost = 255, kUnit = 8;
  if (e.machine.maxRegisters > 0)
    return e.machine.maxRegisters;
  int threads = 32 * (e.machine.warps + (e.supply->hasProducer() ? kProducerWarps : 0));
  return std::min(kMost, kOfMultiprocessor / threads / kUnit * kUnit);
}

bool fits(const Rotation &rotation, int share) {
  return rotation.registers + kOtherRegisters <= share;
}

// In every round.
bool isDelivered(Emitter &e, Value tile) {
  Delivery *delivery = e.supply->of(tile);
  return delivery && !delivery->lastLoop;
}

// Lane by lane from the carried sums to what the second product adds to, and nowhere else.
bool findRescale(Rotation &rotation) {
  llvm::SmallPtrSet<Operation *, 8> found;
  SmallVector<Value> reached = {rotation.sums};
  while (!reached.empty()) {
    Value value = reached.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (user == rotation.second && value == rotation.second.getAcc())
        continue;
      if (user->getBlock() != rotation.loop.getBody() || !isElementwise(user))
        return false;
      if (found.insert(user).second)
        reached.push_back(user->getResult(0));
    }
  }
  for (Operation &op : *rotation.loop.getBody())
    if (found.contains(&op))
      rotation.rescale.push_back(&op);
  return true;
}

class RotatedLoop {
public:
  RotatedLoop(Emitter &emitter, Rotation &rotation)
      : e(emitter), w(e.w), r_(rotation), loop_(rotation.loop),
        pipeline_(emitter, loop_, /*keepsLeft=*/true), moves_(emitter, loop_),
        layout_(layoutOfSums(emitter, rotation.second)) {
    for (auto [i, argument] : llvm::enumerate(loop_.getRegionIterArgs()))
      if (!moves_.has(argument) && argument != r_.sums)
        carried_.push_back(i);
  }
  void emit();

private:
  // What a round leaves to the next: what the loop carries, the operand and the sums of the second
  // product, and what has been added to tiles that move.
  struct State {
    Regs carried, words, sums, moved;
    Regs all() const {
      Regs all = carried;
      for (const Regs *part : {&words, &sums, &moved})
        all.append(*part);
      return all;
    }
    void set(ArrayRef<Reg> all) {
      for (Regs *part : {&carried, &words, &sums, &moved}) {
        part->assign(all.begin(), all.begin() + part->size());
        all = all.drop_front(part->size());
      }
    }
  };

  SmallVector<Value> pick(ValueRange all) const {
    return llvm::map_to_vector(carried_, [&](size_t i) { return all[i]; });
  }
  Delivery &deliveryOf(tile::DotOp dot);
  Regs startFirst();
  Regs startSecond(const State &state);
  void emitMiddle();
  void endRound(State &state);
  State firstRound(Reg lower, const Regs &initial);
  void emitRound(State &state);
  void defineResults();

  Emitter &e;
  Writer &w;
  Rotation &r_;
  scf::ForOp loop_;
  Pipeline pipeline_;
  Moves moves_;
  Layout layout_;
  SmallVector<size_t> carried_;
};

Delivery &RotatedLoop::deliveryOf(tile::DotOp dot) {
  for (MatrixOperand operand : {operandA(dot), operandB(dot)})
    if (isDelivered(e, operand.tile))
      return *e.supply->of(operand.tile);
  llvm_unreachable("planRotation has seen one");
}

Regs RotatedLoop::startFirst() {
  receive(e, deliveryOf(r_.first));
  return startProduct(e, r_.first, {}, sumsOfProduct(e, r_.first));
}

Regs RotatedLoop::startSecond(const State &state) {
  receive(e, deliveryOf(r_.second));
  return startProduct(e, r_.second, state.words, state.sums);
}

// All that is neither a product nor about the second one's sums.
void RotatedLoop::emitMiddle() {
  for (Operation &op : loop_.getBody()->without_terminator())
    if (!isa<tile::DotOp>(op) && !llvm::is_contained(r_.rescale, &op) &&
        !(isa<tile::LoadOp>(op) && isDelivered(e, op.getResult(0))))
      emitOperation(e, &op);
}

// Reads what the next round needs, once the carried sums are known.
void RotatedLoop::endRound(State &state) {
  for (Operation *op : r_.rescale)
    emitOperation(e, op);
  Carried inside(e, pick(loop_.getRegionIterArgs()));
  state.words = wordsOfProduct(e, r_.second);
  state.sums = sumsOfProduct(e, r_.second);
  state.carried = inside.read(pick(loop_.getYieldedValues()));
  state.moved = moves_.next();
}

RotatedLoop::State RotatedLoop::firstRound(Reg lower, const Regs &initial) {
  PullScope scope(e);
  State state;
  e.scalars[loop_.getInductionVar()] = lower;
  Carried(e, pick(loop_.getRegionIterArgs())).define(initial);
  moves_.define(moves_.first());
  Regs scores = waitForSums(w, startFirst());
  giveBack(e, r_.first);
  e.define(r_.first.getResult(), scores);
  emitMiddle();
  endRound(state);
  return state;
}

void RotatedLoop::emitRound(State &state) {
  PullScope scope(e);
  Carried(e, pick(loop_.getRegionIterArgs())).define(state.carried);
  moves_.define(state.moved);
  e.shared.forget();
  expectRound(e, *loop_.getBody());
  Regs scores = startFirst(), sums = startSecond(state);
  scores = waitForSums(w, scores, 1);
  giveBack(e, r_.first);
  e.define(r_.first.getResult(), scores);
  emitMiddle();
  // Else the assembler would wait first and compute afterwards.
  e.supply->rings()[deliveryOf(r_.second).ring].border(e);
  sums = waitForSums(w, sums);
  giveBack(e, r_.second);
  e.define(r_.sums, sums);
  endRound(state);
}

void RotatedLoop::emit() {
  Reg lower = e.scalar(loop_.getLowerBound()), upper = e.scalar(loop_.getUpperBound());
  Reg step = e.scalar(loop_.getStep());
  Regs initial = Carried(e, pick(loop_.getRegionIterArgs())).read(pick(loop_.getInitArgs()));
  Value firstSums = loop_.getInitArgs()[r_.sums.getArgNumber() - 1];
  Regs untouched = lanes(e, firstSums, layout_);
  if (!pipeline_.isEmpty())
    pipeline_.fill();
  Reg isAny =
      loop_.getUnsignedCmp() ? w.b.CreateICmpULT(lower, upper) : w.b.CreateICmpSLT(lower, upper);
  llvm::BasicBlock *none = w.b.GetInsertBlock(), *first = w.newBlock("first");
  llvm::BasicBlock *header = w.newBlock("rotated"), *body = w.newBlock("body");
  llvm::BasicBlock *last = w.newBlock("last"), *after = w.newBlock("after");
  w.b.CreateCondBr(isAny, first, after);

  w.b.SetInsertPoint(first);
  e.define(r_.sums, untouched);
  State state = firstRound(lower, initial);
  Regs entering = state.all();
  entering.push_back(w.b.CreateAdd(lower, step));
  entering.push_back(w.b.CreateICmpUGT(w.b.CreateSub(upper, lower), step));
  llvm::BasicBlock *before = w.b.GetInsertBlock();
  w.b.CreateBr(header);
  w.b.SetInsertPoint(header);
  auto phis = phisOf(w, entering, before);
  Regs current = registersOf(phis);
  state.set(ArrayRef(current).drop_back(2));
  State leaving = state;
  Reg counter = current[current.size() - 2];
  w.b.CreateCondBr(current.back(), body, last);

  w.b.SetInsertPoint(body);
  e.scalars[loop_.getInductionVar()] = counter;
  emitRound(state);
  Regs next = state.all();
  next.push_back(w.b.CreateAdd(counter, step));
  next.push_back(w.b.CreateICmpUGT(w.b.CreateSub(upper, counter), step));
  complete(phis, next, w.b.GetInsertBlock());
  w.b.CreateBr(header);

  w.b.SetInsertPoint(last);
  Regs done = leaving.carried;
  done.append(waitForSums(w, startSecond(leaving)));
  giveBack(e, r_.second);
  llvm::BasicBlock *end = w.b.GetInsertBlock();
  w.b.CreateBr(after);

  w.b.SetInsertPoint(after);
  initial.append(untouched);
  auto results = phisOf(w, initial, none);
  complete(results, done, end);
  Regs all = registersOf(results);
  size_t sums = all.size() - untouched.size();
  Carried(e, pick(loop_.getRegionIterArgs())).define(ArrayRef(all).take_front(sums));
  e.define(r_.sums, Regs(ArrayRef(all).drop_front(sums)));
  defineResults();
}

void RotatedLoop::defineResults() {
  e.shared.forget();
  if (!pipeline_.isEmpty())
    pipeline_.finish();
  for (BlockArgument argument : loop_.getRegionIterArgs()) {
    if (!moves_.has(argument))
      defineLoopResult(e, argument, loop_.getResult(argument.getArgNumber() - 1));
  }
}

} // namespace

std::optional<Rotation> planRotation(Emitter &e, scf::ForOp loop) {
  auto dots = llvm::to_vector(loop.getBody()->getOps<tile::DotOp>());
  if (!e.supply || dots.size() != 2)
    return std::nullopt;
  Rotation rotation{loop, dots[0], dots[1], {}, {}};
  MatrixOperand a = operandA(dots[0]), b = operandB(dots[0]);
  bool isFromOutside = !loop.getRegion().isAncestor(a.tile.getParentRegion()) &&
                       MatrixMemory::isReadable(a.tile.getType(), e.layouts.contiguousAxis(a.tile));
  // A of the second in registers; nothing but the producer brings tiles of products.
  MatrixOperand left = operandA(dots[1]);
  bool isInRegisters = !left.tile.getDefiningOp<tile::LoadOp>() &&
                       loop.getRegion().isAncestor(left.tile.getParentRegion());
  if (!isFromOutside || !isDelivered(e, b.tile) || !isInRegisters ||
      !isDelivered(e, operandB(dots[1]).tile) ||
      e.supply->of(b.tile) == e.supply->of(operandB(dots[1]).tile))
    return std::nullopt;
  for (tile::DotOp dot : dots)
    if (!tile::elementOf(dot.getType()).isF32() ||
        e.layouts.home(dot.getResult()) != layoutOfSums(e, dot))
      return std::nullopt;
  int scores = int(layoutOfSums(e, dots[0])->registers());
  int bits = tile::elementOf(left.tile.getType()).getIntOrFloatBitWidth();
  rotation.registers = scores + int(layoutOfSums(e, dots[1])->registers()) + scores * bits / 32;
  if (!fits(rotation, canTakeRegisters(e) ? kConsumerRegisters : evenShare(e)))
    return std::nullopt;
  // The first starts from what no round changes, the second's sums are carried and no more.
  if (!e.layouts.isCheap(dots[0].getAcc()) || !dots[1].getResult().hasOneUse())
    return std::nullopt;
  OpOperand &use = *dots[1].getResult().use_begin();
  if (!isa<scf::YieldOp>(use.getOwner()))
    return std::nullopt;
  rotation.sums = loop.getRegionIterArg(use.getOperandNumber());
  if (e.layouts.home(rotation.sums) != layoutOfSums(e, dots[1]) || !findRescale(rotation))
    return std::nullopt;
  return rotation;
}

void emitRotated(Emitter &e, Rotation &rotation) {
  RotatedLoop(e, rotation).emit();
}

bool needsLargeShare(Emitter &e, Operation *kernel) {
  return kernel
      ->walk([&](scf::ForOp loop) {
        auto rotation = planRotation(e, loop);
        return rotation && !fits(*rotation, evenShare(e)) ? WalkResult::interrupt()
                                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace nereid::nvidia
