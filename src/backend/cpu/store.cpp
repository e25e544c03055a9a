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

namespace {

// When whole vectors of a store should pass the cache by: the launch writes more than fits there,
// and they lie on cache lines. Null: never.
Value streamsWhen(Emitter &e, tile::StoreOp op, int64_t width) {
  Writer &w = e.w;
  ArrayRef<int64_t> shape = tile::shapeOf(op.getPointer().getType());
  int64_t bytes =
      storedType(w, tile::elementOf(op.getValue().getType())).getIntOrFloatBitWidth() / 8;
  constexpr int64_t kLine = 64;
  bool isWhole = bytes * width * 8 == e.machine.vectorBits && shape.back() >= width && width > 1;
  if (!isWhole || shape.size() > 2 || !e.mayStream || e.mayOverlap)
    return {};
  PullScope scope(e);
  Index probe;
  probe.width = width;
  probe.axes.assign(shape.size(), AxisIndex::at(w.i64(0)));
  probe.axes.back() = AxisIndex::along({}, true);
  Lanes row = at(e, op.getPointer(), probe);
  if (!row.isAffine() || constantOf(row.step) != bytes)
    return {};
  Value unaligned = w.make<LLVM::PtrToIntOp>(w.i64Type(), row.first);
  if (shape.size() == 2) {
    std::swap(probe.axes[0], probe.axes[1]);
    Lanes column = at(e, op.getPointer(), probe);
    if (!column.isAffine())
      return {};
    unaligned = w.orI(unaligned, column.step);
  }
  unaligned = w.andI(unaligned, w.i64(kLine - 1));
  Value isAligned = w.compareI(arith::CmpIPredicate::eq, unaligned, w.i64(0));
  Value flag = w.andI(e.launchFlags, w.i64(CpuArguments::kStreamStores));
  return w.andI(isAligned, w.compareI(arith::CmpIPredicate::ne, flag, w.i64(0)));
}

} // namespace

void emitStore(Emitter &e, tile::StoreOp op) {
  Type element = tile::elementOf(op.getValue().getType());
  auto write = [&](const Index &index, bool streams) {
    Lanes mask;
    if (op.getMask())
      mask = at(e, op.getMask(), index);
    Lanes value = at(e, op.getValue(), index);
    Lanes pointers = at(e, op.getPointer(), index);
    writeLanes(e, pointers, value, element, op.getMask() ? &mask : nullptr, index.width, streams);
  };
  ArrayRef<int64_t> shape = tile::shapeOf(op.getPointer().getType());
  if (shape.empty())
    return write(Index(), false);
  SmallVector<Value> pulled = {op.getValue(), op.getPointer()};
  int64_t width = widthFor(e, op.getValue());
  auto writeAll = [&](bool streams) {
    Nest(e, shape, width, pulled, op.getMask()).forEach([&](const Index &index) {
      write(index, streams);
    });
    return Values();
  };
  Value streams = streamsWhen(e, op, width);
  if (!streams) {
    writeAll(false);
    return;
  }
  e.hasStreamed = true;
  e.w.ifElse(streams, [&] { return writeAll(true); }, [&] { return writeAll(false); });
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
