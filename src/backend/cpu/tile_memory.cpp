// Tiles in scratch: row-major, so that lanes along the last axis are one vector.
#include "backend/cpu/address.h"
#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

// Where `index` is in a tile of `shape` at `base`.
Lanes addressOf(Emitter &e, const Memory &memory, ArrayRef<int64_t> shape, const Index &index) {
  Writer &w = e.w;
  int64_t bytes = storedType(w, memory.element).getIntOrFloatBitWidth() / 8;
  Value first = w.i64(0), vector, place;
  int64_t stride = 1, step = 0;
  for (int64_t i = static_cast<int64_t>(shape.size()) - 1; i >= 0; --i) {
    const AxisIndex &axis = index[i];
    if (axis.kind == AxisIndex::Kind::Vector) {
      Value scaled = w.mulI(axis.vector, w.integer(axis.vector.getType(), stride));
      vector = vector ? w.addI(vector, scaled) : scaled;
    } else if (axis.kind == AxisIndex::Kind::Along) {
      place = axis.first;
      step = stride;
    } else if (axis.first) {
      first = w.addI(first, w.mulI(axis.first, w.i64(stride)));
    }
    stride *= shape[i];
  }
  if (vector && place)
    first = w.addI(first, w.mulI(place, w.i64(step)));
  Value start = w.offsetBy(memory.base, first, bytes);
  if (vector && step != 0) {
    Value steps = w.mulI(w.lanes(vector.getType()), w.integer(vector.getType(), step));
    vector = w.addI(vector, steps);
  }
  if (vector)
    return Lanes::pointers(start, vector, bytes);
  return step == 0 ? Lanes::uniform(start) : Lanes::affine(start, w.i64(step * bytes), place);
}

} // namespace

Lanes loadLanes(Emitter &e, const Memory &memory, ArrayRef<int64_t> shape, const Index &index) {
  Lanes address = addressOf(e, memory, shape, index);
  return readLanes(e, address, memory.element, nullptr, nullptr, index.width);
}

void storeLanes(Emitter &e, const Memory &memory, ArrayRef<int64_t> shape, const Index &index,
                const Lanes &lanes) {
  Lanes address = addressOf(e, memory, shape, index);
  writeLanes(e, address, lanes, memory.element, nullptr, index.width);
}

Memory allocateTile(Emitter &e, Type tile) {
  Type element = tile::elementOf(tile);
  int64_t bytes = storedType(e.w, element).getIntOrFloatBitWidth() / 8;
  int64_t offset = e.scratch.allocate(bytes * tile::laneCount(tile));
  return {e.w.offsetBy(e.scratchBase, e.w.i64(offset), 1), element};
}

} // namespace nereid::cpu
