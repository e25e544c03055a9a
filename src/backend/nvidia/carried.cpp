#include "backend/nvidia/carried.h"

using namespace mlir;

namespace nereid::nvidia {

void defineLoopResult(Emitter &e, Value argument, Value result) {
  if (!isTile(result)) {
    e.scalars[result] = e.scalars[argument];
    return;
  }
  Regs registers = e.tiles[argument];
  Layout from = e.layouts.home(argument), to = e.layouts.home(result);
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
