// Stores, scalar loads, and tiles written to scratch.
#include "backend/cpu/address.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {

int64_t widthFor(Emitter &e, ArrayRef<Value> tiles) {
  int64_t bits = 32;
  for (Value tile : tiles) {
    Type element = tile::elementOf(tile.getType());
    if (!isa<tile::PtrType>(element))
      bits = std::max<int64_t>(bits, element.getIntOrFloatBitWidth());
  }
  return std::max<int64_t>(1, e.machine.vectorBits / bits);
}

void emitStore(Emitter &e, tile::StoreOp op) {
  Type element = tile::elementOf(op.getValue().getType());
  auto write = [&](const Index &index) {
    Lanes mask;
    if (op.getMask())
      mask = at(e, op.getMask(), index);
    Lanes value = at(e, op.getValue(), index);
    Lanes pointers = at(e, op.getPointer(), index);
    writeLanes(e, pointers, value, element, op.getMask() ? &mask : nullptr, index.width);
  };
  ArrayRef<int64_t> shape = tile::shapeOf(op.getPointer().getType());
  if (shape.empty())
    return write(Index());
  SmallVector<Value> pulled = {op.getValue(), op.getPointer()};
  Nest(e, shape, widthFor(e, op.getValue()), pulled, op.getMask()).forEach(write);
}

void emitScalarLoad(Emitter &e, tile::LoadOp op) {
  Lanes mask, other;
  if (op.getMask())
    mask = Lanes::uniform(e.scalar(op.getMask()));
  if (op.getOther())
    other = Lanes::uniform(e.scalar(op.getOther()));
  Lanes pointer = Lanes::uniform(e.scalar(op.getPointer()));
  Lanes value = readLanes(e, pointer, op.getResult().getType(), op.getMask() ? &mask : nullptr,
                          op.getOther() ? &other : nullptr, 1, op.getIsVolatile());
  e.scalars[op.getResult()] = value.first;
}

void copyInto(Emitter &e, Value tile, const Memory &memory) {
  ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
  Nest(e, shape, widthFor(e, tile), tile).forEach([&](const Index &index) {
    storeLanes(e, memory, shape, index, at(e, tile, index));
  });
}

void copyTile(Emitter &e, const Memory &from, const Memory &to, Type type) {
  ArrayRef<int64_t> shape = tile::shapeOf(type);
  int64_t bits = storedType(e.w, from.element).getIntOrFloatBitWidth();
  Nest(e, shape, e.machine.vectorBits / bits, {}).forEach([&](const Index &index) {
    storeLanes(e, to, shape, index, loadLanes(e, from, shape, index));
  });
}

void materialize(Emitter &e, Value tile) {
  if (e.isInMemory(tile))
    return;
  Memory memory = allocateTile(e, tile.getType());
  copyInto(e, tile, memory);
  e.memories[tile] = memory;
}

} // namespace nereid::cpu
