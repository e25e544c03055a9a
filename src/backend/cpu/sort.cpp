// tile.sort and tile.histogram.
//
// Sort is a bitonic network in scratch. A stage compares lanes i and i + distance, in the direction
// that bit `block` of i says; all its pairs are independent, so `width` of them are done at a time:
//
//   for block in 2, 4, ..., n:  for distance in block/2, ..., 1:  for all pairs: exchange
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

Value compareElements(Emitter &e, Value a, Value b, bool isUnsigned) {
  Writer &w = e.w;
  Type element = scalarOf(a.getType());
  if (isNarrowFloat(element))
    return compareElements(e, widenFloat(e, a), widenFloat(e, b), false);
  if (isa<FloatType>(element))
    return w.compareF(arith::CmpFPredicate::OGT, a, b);
  bool countsUp = isUnsigned || element.isInteger(1);
  return w.compareI(countsUp ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt, a, b);
}

// One stage of one row: blocks of 1 << blockBits, partners 1 << distanceBits apart.
void exchangePairs(Emitter &e, const Memory &row, tile::SortOp op, int64_t size, Value blockBits,
                   Value distanceBits) {
  Writer &w = e.w;
  int64_t width = std::min<int64_t>(widthFor(e, op.getSource()), size / 2);
  Type type = vectorOf(w.i32Type(), width);
  auto spread = [&](Value scalar) { return w.broadcast(scalar, width); };
  Value one = w.i32(1);
  Value distance = w.shiftLeft(one, distanceBits);
  w.loop(w.i64(0), w.i64(size / 2), width, [&](Value first) {
    Value pair = spread(w.resizeS(first, w.i32Type()));
    if (width > 1)
      pair = w.addI(pair, w.lanes(type));
    // Puts a 0 into the pair's number at the distance's bit.
    Value low = w.andI(pair, spread(w.subI(distance, one)));
    Value left = w.addI(w.shiftLeft(w.subI(pair, low), w.integer(type, 1)), low);
    Value right = w.addI(left, spread(distance));
    auto indexOf = [&](Value places) {
      Index index;
      index.width = width;
      index.axes.push_back(width > 1 ? AxisIndex::of(places)
                                     : AxisIndex::at(w.resizeS(places, w.i64Type())));
      return index;
    };
    Index leftIndex = indexOf(left), rightIndex = indexOf(right);
    Value a = asVector(w, loadLanes(e, row, size, leftIndex), width);
    Value b = asVector(w, loadLanes(e, row, size, rightIndex), width);
    Value isUp = w.compareI(arith::CmpIPredicate::eq,
                            w.andI(w.shiftRight(left, spread(blockBits)), w.integer(type, 1)),
                            w.integer(type, op.getDescending() ? 1 : 0));
    Value isGreater = compareElements(e, a, b, op.getIsUnsigned());
    Value isLess = compareElements(e, b, a, op.getIsUnsigned());
    Value swaps = w.select(isUp, isGreater, isLess);
    storeLanes(e, row, size, leftIndex, Lanes::of(w.select(swaps, b, a)));
    storeLanes(e, row, size, rightIndex, Lanes::of(w.select(swaps, a, b)));
  });
}

} // namespace

void emitSort(Emitter &e, tile::SortOp op) {
  Writer &w = e.w;
  ArrayRef<int64_t> shape = tile::shapeOf(op.getSource().getType());
  Memory memory = allocateTile(e, op.getSource().getType());
  copyInto(e, op.getSource(), memory);
  int64_t size = shape.back(), rows = tile::laneCount(op.getSource().getType()) / size;
  int64_t bits = 0;
  while ((int64_t(1) << bits) < size)
    ++bits;
  int64_t bytes = storedType(w, memory.element).getIntOrFloatBitWidth() / 8;
  if (size > 1)
    w.loop(w.i64(0), w.i64(rows), 1, [&](Value row) {
      Memory place{w.offsetBy(memory.base, w.mulI(row, w.i64(size)), bytes), memory.element};
      w.loop(w.i32(1), w.i32(bits + 1), 1, [&](Value blockBits) {
        w.loop(w.i32(0), blockBits, 1, [&](Value done) {
          Value distanceBits = w.subI(w.subI(blockBits, w.i32(1)), done);
          exchangePairs(e, place, op, size, blockBits, distanceBits);
        });
      });
    });
  e.memories[op.getResult()] = memory;
}

void emitHistogram(Emitter &e, tile::HistogramOp op) {
  Writer &w = e.w;
  Memory bins = allocateTile(e, op.getResult().getType());
  int64_t count = tile::laneCount(op.getResult().getType());
  Type element = tile::elementOf(op.getResult().getType());
  w.loop(w.i64(0), w.i64(count), 1, [&](Value bin) {
    w.store(w.integer(element, 0), w.offsetBy(bins.base, bin, tile::byteSizeOf(element)),
            tile::byteSizeOf(element));
  });
  SmallVector<Value> pulled = {op.getSource()};
  ArrayRef<int64_t> shape = tile::shapeOf(op.getSource().getType());
  Nest(e, shape, 1, pulled, op.getMask()).forEach([&](const Index &index) {
    Value bin = w.resizeS(at(e, op.getSource(), index).first, w.i64Type());
    Value counts = w.compareI(arith::CmpIPredicate::ult, bin, w.i64(count));
    if (op.getMask())
      counts = w.andI(counts, at(e, op.getMask(), index).first);
    w.ifThen(counts, [&] {
      Value place = w.offsetBy(bins.base, bin, tile::byteSizeOf(element));
      Value old = w.load(element, place, tile::byteSizeOf(element));
      w.store(w.addI(old, w.integer(element, 1)), place, tile::byteSizeOf(element));
    });
  });
  e.memories[op.getResult()] = bins;
}

} // namespace nereid::cpu
