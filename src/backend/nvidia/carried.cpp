#include "backend/nvidia/carried.h"

#include "backend/nvidia/portions.h"

using namespace mlir;

namespace nereid::nvidia {

static Value seenThroughViews(Value tile) {
  while (isView(tile.getDefiningOp()))
    tile = tile.getDefiningOp()->getOperand(0);
  return tile;
}

Carried::Carried(Emitter &emitter, ValueRange values) : e_(emitter) {
  for (Value value : values) {
    Layout layout = isTile(value) ? e_.layouts.home(value) : nullptr;
    values_.push_back(value);
    layouts_.push_back(layout);
    if (layout && goesInPortions(e_, layout))
      arrays_[value] = arrayFor(e_, value);
  }
}

Regs Carried::read(ValueRange others) const {
  copy(others);
  Regs all;
  for (auto [value, layout, other] : llvm::zip_equal(values_, layouts_, others)) {
    if (isInMemory(value))
      continue;
    if (layout)
      all.append(lanes(e_, other, layout));
    else
      all.push_back(e_.scalar(other));
  }
  return all;
}

// All at once: what one carries next may be what another does now, which comes first therefore.
void Carried::copy(ValueRange others) const {
  SmallVector<std::pair<Value, Value>> rest;
  SmallVector<std::pair<Value, LocalArray>> waiting;
  for (auto [value, other] : llvm::zip_equal(values_, others)) {
    if (!isInMemory(value) || other == value)
      continue;
    if (!isInMemory(seenThroughViews(other))) {
      rest.push_back({value, other});
      continue;
    }
    waiting.push_back({value, arrayFor(e_, value)});
    copyInPortions(e_, other, e_.layouts.home(value), waiting.back().second);
  }
  for (auto [value, other] : rest)
    copyInPortions(e_, other, e_.layouts.home(value), arrays_.lookup(value));
  for (auto &[value, from] : waiting)
    copyInPortions(e_, from, e_.layouts.home(value), arrays_.lookup(value));
}

void Carried::define(ArrayRef<Reg> registers) const {
  for (auto [value, layout] : llvm::zip_equal(values_, layouts_)) {
    if (isInMemory(value)) {
      e_.kept[value] = arrays_.lookup(value);
      continue;
    }
    size_t count = layout ? layout->registers() : 1;
    e_.define(value, Regs(registers.take_front(count)));
    registers = registers.drop_front(count);
  }
}

void defineLoopResult(Emitter &e, Value argument, Value result) {
  if (!isTile(result)) {
    e.scalars[result] = e.scalars[argument];
    return;
  }
  Layout from = e.layouts.home(argument), to = e.layouts.home(result);
  auto kept = e.kept.find(argument);
  if (kept != e.kept.end() && from == to) {
    LocalArray array = kept->second;
    e.kept[result] = array;
    return;
  }
  Regs registers = lanes(e, argument, from);
  e.define(result, convert(e, registers, registers[0]->getType(), from, to));
}

Moves::Moves(Emitter &emitter, scf::ForOp loop) : e(emitter), loop_(loop) {
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (uniformStep(argument) && e.layouts.isCheap(argument))
      arguments_.push_back(argument);
}

Regs Moves::first() {
  Regs zeros;
  for (BlockArgument argument : arguments_)
    zeros.push_back(e.w.bits(registerType(e.w, tile::elementOf(argument.getType())), 0));
  return zeros;
}

Reg Moves::stepOf(BlockArgument argument) {
  Writer &w = e.w;
  Value step = uniformStep(argument);
  Reg value = isTile(step) ? lane(e, step, e.layouts.standard(step.getType()), 0) : e.scalar(step);
  auto pointer = dyn_cast<tile::PtrType>(tile::elementOf(argument.getType()));
  if (!pointer)
    return value;
  value = w.b.CreateSExt(value, w.i64());
  return w.b.CreateMul(value, w.k64(tile::byteSizeOf(pointer.getPointee())));
}

Regs Moves::next() {
  Regs sums;
  for (BlockArgument argument : arguments_)
    sums.push_back(e.w.b.CreateAdd(e.moved[argument], stepOf(argument)));
  return sums;
}

void Moves::define(ArrayRef<Reg> sums) {
  for (auto [argument, sum] : llvm::zip_equal(arguments_, sums))
    e.moved[argument] = sum;
}

void Moves::defineResults() {
  for (BlockArgument argument : arguments_) {
    Value result = loop_.getResult(argument.getArgNumber() - 1);
    if (!result.use_empty())
      e.define(result, lanes(e, argument, e.layouts.home(result)));
  }
}

} // namespace nereid::nvidia
