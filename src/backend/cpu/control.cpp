#include "backend/cpu/control.h"

#include "backend/cpu/block.h"
#include "backend/cpu/carried.h"
#include "backend/cpu/ordering.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

// What a loop carries, by the position of the block argument.
struct Carried {
  enum class Kind { Scalar, Shifted, Memory } kind;
  Memory memory;
};

Values scalarsOf(Emitter &e, ValueRange values) {
  Values scalars;
  for (Value value : values)
    if (!isTile(value))
      scalars.push_back(e.scalar(value));
  return scalars;
}

// Writes the tiles among `values` to `memories`, given for the tiles in order.
void writeTiles(Emitter &e, ValueRange values, ArrayRef<Memory> memories) {
  size_t next = 0;
  for (Value value : values)
    if (isTile(value))
      copyInto(e, value, memories[next++]);
}

// Defines old values: scalars from `scalars`, tiles from `memories`, each in order.
void define(Emitter &e, ValueRange olds, ValueRange scalars, ArrayRef<Memory> memories) {
  size_t nextScalar = 0, nextTile = 0;
  for (Value old : olds) {
    if (isTile(old))
      e.memories[old] = memories[nextTile++];
    else
      e.scalars[old] = scalars[nextScalar++];
  }
}

SmallVector<Memory> allocateTiles(Emitter &e, TypeRange types) {
  SmallVector<Memory> memories;
  for (Type type : types)
    if (isa<RankedTensorType>(type))
      memories.push_back(allocateTile(e, type));
  return memories;
}

class ForLoop {
public:
  ForLoop(Emitter &emitter, scf::ForOp loop) : e_(emitter), op_(loop) {}

  void emit() {
    keepInvariants(e_, op_);
    for (size_t i = 0; i < op_.getNumRegionIterArgs(); ++i)
      enter(i);
    scf::ForOp made = open();
    {
      OpBuilder::InsertionGuard guard(e_.w.builder);
      e_.w.builder.setInsertionPointToStart(made.getBody());
      e_.scalars[op_.getInductionVar()] = indexOf(made);
      writeBody(made);
    }
    e_.w.loc = op_.getLoc();
    defineAll(op_.getResults(), made.getResults());
  }

private:
  // A step of 2 or more may pass the largest number of the index's type, where a loop ends and does
  // not start over: so it counts in a wider type, or, where there is none, its rounds.
  scf::ForOp open();
  bool countsRounds() {
    Type type = op_.getInductionVar().getType();
    return type.getIntOrFloatBitWidth() >= 64 && constantOf(op_.getStep()) != 1;
  }
  Value rounds(Value lower, Value upper, Value step);
  Value indexOf(scf::ForOp made);
  void enter(size_t i);
  void writeBody(scf::ForOp made);
  // Makes `olds` (the arguments or the results) mean what is carried.
  void defineAll(ValueRange olds, ValueRange registers);

  Value yieldedAt(size_t i) { return op_.getYieldedValues()[i]; }

  Emitter &e_;
  scf::ForOp op_;
  SmallVector<Carried> carried_;
  Values registers_; // what the new loop carries, before it
};

scf::ForOp ForLoop::open() {
  Writer &w = e_.w;
  bool isUnsigned = op_.getUnsignedCmp();
  Value lower = e_.scalar(op_.getLowerBound()), upper = e_.scalar(op_.getUpperBound()),
        step = e_.scalar(op_.getStep());
  Type type = lower.getType();
  if (countsRounds())
    return w.make<scf::ForOp>(w.i64(0), rounds(lower, upper, step), w.i64(1), registers_, nullptr,
                              /*unsignedCmp=*/true);
  Type counter = constantOf(op_.getStep()) == 1 ? type : w.i64Type();
  auto resized = [&](Value value) {
    return isUnsigned ? w.resizeU(value, counter) : w.resizeS(value, counter);
  };
  return w.make<scf::ForOp>(resized(lower), resized(upper), resized(step), registers_, nullptr,
                            isUnsigned);
}

// The distance may need the sign's bit, too.
Value ForLoop::rounds(Value lower, Value upper, Value step) {
  Writer &w = e_.w;
  auto less = op_.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value last = w.subI(w.subI(upper, lower), w.i64(1));
  Value positive = w.fold<arith::MaxUIOp>(step, w.i64(1)); // a step of 0 is the author's mistake
  Value some = w.addI(w.fold<arith::DivUIOp>(last, positive), w.i64(1));
  return w.select(w.compareI(less, lower, upper), some, w.i64(0));
}

Value ForLoop::indexOf(scf::ForOp made) {
  Writer &w = e_.w;
  Value counter = made.getInductionVar();
  if (!countsRounds())
    return w.resizeS(counter, op_.getInductionVar().getType());
  Value moved = w.mulI(counter, e_.scalar(op_.getStep()));
  return w.addI(e_.scalar(op_.getLowerBound()), moved);
}

void ForLoop::enter(size_t i) {
  Writer &w = e_.w;
  Value initial = op_.getInitArgs()[i], argument = op_.getRegionIterArg(i);
  if (!isTile(initial)) {
    carried_.push_back({Carried::Kind::Scalar, {}});
    registers_.push_back(e_.scalar(initial));
    return;
  }
  bool isMoved = !uniformSteps(argument, yieldedAt(i)).empty() || yieldedAt(i) == argument;
  Type element = tile::elementOf(initial.getType());
  if (isMoved && isStable(e_, initial) && !isa<FloatType>(element)) {
    carried_.push_back({Carried::Kind::Shifted, {}});
    Type counted = isa<tile::PtrType>(element) ? w.i64Type() : element;
    registers_.push_back(w.integer(counted, 0));
    return;
  }
  Memory memory = allocateTile(e_, initial.getType());
  copyInto(e_, initial, memory);
  carried_.push_back({Carried::Kind::Memory, memory});
}

void ForLoop::defineAll(ValueRange olds, ValueRange registers) {
  size_t next = 0;
  for (auto [i, old] : llvm::enumerate(olds)) {
    switch (carried_[i].kind) {
    case Carried::Kind::Scalar:
      e_.scalars[old] = registers[next++];
      break;
    case Carried::Kind::Shifted:
      e_.shifted[old] = {op_.getInitArgs()[i], registers[next++]};
      break;
    case Carried::Kind::Memory:
      e_.memories[old] = carried_[i].memory;
      break;
    }
  }
}

void ForLoop::writeBody(scf::ForOp made) {
  Writer &w = e_.w;
  RegionScope scope(e_);
  defineAll(op_.getRegionIterArgs(), made.getRegionIterArgs());
  emitBlock(e_, *op_.getBody());

  Values yields;
  SmallVector<Value> tiles;
  SmallVector<Memory> memories;
  for (size_t i = 0; i < carried_.size(); ++i) {
    Value argument = op_.getRegionIterArg(i), yielded = yieldedAt(i);
    if (carried_[i].kind == Carried::Kind::Scalar) {
      yields.push_back(e_.scalar(yielded));
    } else if (carried_[i].kind == Carried::Kind::Shifted) {
      Value moved = e_.shifted[argument].moved;
      for (Value step : uniformSteps(argument, yielded))
        moved = w.addI(moved, w.resizeS(uniformValue(e_, step), moved.getType()));
      yields.push_back(moved);
    } else {
      tiles.push_back(yielded);
      memories.push_back(carried_[i].memory);
    }
  }
  handOver(e_, tiles, memories);
  if (!yields.empty())
    w.make<scf::YieldOp>(yields);
}

} // namespace

void emitFor(Emitter &e, scf::ForOp op) {
  ForLoop(e, op).emit();
}

void emitIf(Emitter &e, scf::IfOp op) {
  SmallVector<Memory> memories = allocateTiles(e, op.getResultTypes());
  auto writeBranch = [&](Block *block) {
    if (!block)
      return Values();
    RegionScope scope(e);
    emitBlock(e, *block);
    ValueRange yields = block->getTerminator()->getOperands();
    writeTiles(e, yields, memories);
    return scalarsOf(e, yields);
  };
  Value condition = e.scalar(op.getCondition());
  Values scalars;
  if (op.elseBlock())
    scalars = e.w.ifElse(
        condition, [&] { return writeBranch(op.thenBlock()); },
        [&] { return writeBranch(op.elseBlock()); });
  else
    e.w.ifThen(condition, [&] { writeBranch(op.thenBlock()); });
  define(e, op.getResults(), scalars, memories);
}

// The tiles that come into the condition, and those that leave it, have memory of their own: the
// body reads the ones and writes the others.
void emitWhile(Emitter &e, scf::WhileOp op) {
  Writer &w = e.w;
  SmallVector<Memory> coming = allocateTiles(e, op.getInits().getTypes());
  SmallVector<Memory> leaving = allocateTiles(e, op.getResultTypes());
  writeTiles(e, op.getInits(), coming);

  Values initial = scalarsOf(e, op.getInits());
  SmallVector<Type> results;
  for (Type type : op.getResultTypes())
    if (!isa<RankedTensorType>(type))
      results.push_back(registerType(w, type));
  auto made = w.make<scf::WhileOp>(results, initial);
  auto openBlock = [&](Region &region, TypeRange types) {
    SmallVector<Location> locs(types.size(), w.loc);
    return w.builder.createBlock(&region, region.end(), types, locs);
  };
  {
    OpBuilder::InsertionGuard guard(w.builder);
    RegionScope scope(e);
    Block *before = openBlock(made.getBefore(), ValueRange(initial).getTypes());
    define(e, op.getBeforeArguments(), before->getArguments(), coming);
    emitBlock(e, *op.getBeforeBody());
    auto condition = op.getConditionOp();
    writeTiles(e, condition.getArgs(), leaving);
    w.make<scf::ConditionOp>(e.scalar(condition.getCondition()), scalarsOf(e, condition.getArgs()));
  }
  {
    OpBuilder::InsertionGuard guard(w.builder);
    RegionScope scope(e);
    Block *after = openBlock(made.getAfter(), results);
    define(e, op.getAfterArguments(), after->getArguments(), leaving);
    emitBlock(e, *op.getAfterBody());
    ValueRange yields = op.getYieldOp().getOperands();
    writeTiles(e, yields, coming);
    w.make<scf::YieldOp>(scalarsOf(e, yields));
  }
  define(e, op.getResults(), made.getResults(), leaving);
}

} // namespace nereid::cpu
