// What is true of an operand only at run time (no lane is masked in this step of K, no column wraps
// around) is tested once for the whole tile; only the copying has two versions, not the products.
#include "backend/cpu/dot_operand.h"

#include "backend/cpu/address.h"
#include "backend/cpu/bounds.h"
#include "backend/cpu/lane_ops.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/shelf.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

using Predicate = arith::CmpIPredicate;

int64_t widthOf(Emitter &e, Type sum) {
  return e.machine.vectorBits / sum.getIntOrFloatBitWidth();
}

// Copies `tile`, converted, to panels of `columns` columns.
void copyConverted(Emitter &e, Value tile, const Memory &packed, int64_t columns) {
  Writer &w = e.w;
  ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
  size_t last = shape.size() - 1;
  SmallVector<int64_t, 4> panels(shape);
  panels[last] = columns;
  panels.insert(panels.begin() + last - 1, shape[last] / columns);
  auto inPanels = [&](const Index &index) {
    Index place = index;
    AxisIndex &column = place.axes[last];
    Value first = column.first ? column.first : w.i64(0);
    column.first = w.fold<arith::RemUIOp>(first, w.i64(columns));
    Value panel = w.fold<arith::DivUIOp>(first, w.i64(columns));
    place.axes.insert(place.axes.begin() + last - 1, AxisIndex::at(panel));
    return place;
  };
  Type element = tile::elementOf(tile.getType());
  Nest(e, shape, widthOf(e, packed.element), tile).forEach([&](const Index &index) {
    Lanes value = Lanes::of(convertTo(e, vectorAt(e, tile, index), element, packed.element));
    if (columns == shape[last])
      storeLanes(e, packed, shape, index, value);
    else
      storeLanes(e, packed, panels, inPanels(index), value);
  });
}

void copyConverted(Emitter &e, Value tile, const Memory &packed) {
  copyConverted(e, tile, packed, tile::shapeOf(tile.getType()).back());
}

// The tiles `x % n` that an operand's lanes are addressed through.
void findRemainders(Emitter &e, Value tile, llvm::SmallPtrSetImpl<void *> &seen,
                    SmallVectorImpl<arith::RemSIOp> &found) {
  if (!isa<RankedTensorType>(tile.getType()) || !seen.insert(tile.getAsOpaquePointer()).second)
    return;
  if (auto shifted = e.shifted.find(tile); shifted != e.shifted.end())
    return findRemainders(e, shifted->second.initial, seen, found);
  Operation *op = tile.getDefiningOp();
  if (auto remainder = dyn_cast_or_null<arith::RemSIOp>(op)) {
    found.push_back(remainder);
    return;
  }
  if (!op || e.isInMemory(tile))
    return;
  if (isView(op) || isElementwise(op) || isa<tile::LoadOp>(op))
    for (Value operand : op->getOperands())
      findRemainders(e, operand, seen, found);
}

// How `x % n` becomes `x - subtracted` for all lanes, while `holds`.
struct Unwrapping {
  Value subtracted, holds;
};
std::optional<Unwrapping> unwrap(Emitter &e, arith::RemSIOp op, int64_t width) {
  Writer &w = e.w;
  Value x = op.getLhs(), n = op.getRhs();
  ArrayRef<int64_t> shape = tile::shapeOf(op.getType());
  if (shape.size() != 1 || !isIndexExpression(e, x) || !isIndexExpression(e, n))
    return std::nullopt;
  PullScope scope(e);
  Index all;
  all.width = std::max<int64_t>(width, 2);
  all.axes.push_back(AxisIndex::along({}, true));
  Lanes lanes = settled(w, offsetAt(e, x, all)), modulus = at(e, n, all);
  if (!lanes.isAffine() || constantOf(lanes.step) != 1 || !modulus.isUniform())
    return std::nullopt;
  Value first = w.fold<arith::RemSIOp>(lanes.first, modulus.first);
  Value last = w.addI(first, w.integer(first.getType(), shape[0] - 1));
  Value isPositive = w.compareI(Predicate::sge, first, w.integer(first.getType(), 0));
  Value fits = w.compareI(Predicate::slt, last, modulus.first);
  return Unwrapping{w.subI(lanes.first, first), w.andI(isPositive, fits)};
}

// Whether the term is true in all of a tile's lanes; null if that takes more than a comparison.
Value isTrueAlong(Emitter &e, const Term &term, int64_t size) {
  Writer &w = e.w;
  if (term.index.isUniform() || !isa<RankedTensorType>(term.tile.getType()))
    return at(e, term.tile, term.index).first;
  std::optional<Range> range = rangeOf(e, term);
  if (!range)
    return {};
  Value holds = w.truth(true);
  if (range->begin)
    holds = w.andI(holds, w.compareI(Predicate::sle, range->begin, w.i64(0)));
  if (range->end)
    holds = w.andI(holds, w.compareI(Predicate::sge, range->end, w.i64(size)));
  return holds;
}

// Whether a mask of two axes is true in all lanes; null if that is not known by its axes.
Value isTrueEverywhere(Emitter &e, Value mask, ArrayRef<int64_t> shape, int64_t width) {
  Writer &w = e.w;
  SmallVector<Term> terms[2], leaves;
  Index probe;
  probe.width = width;
  probe.axes = {AxisIndex::along({}, true), AxisIndex::unknown()};
  splitTerms(e, mask, probe, terms[0]);
  std::swap(probe.axes[0], probe.axes[1]);
  splitTerms(e, mask, probe, terms[1]);
  probe.axes[0] = AxisIndex::at(w.i64(0));
  splitTerms(e, mask, probe, leaves);

  Value holds = w.truth(true);
  for (size_t i = 0; i < leaves.size(); ++i) {
    int axis = terms[1][i].index.isKnown() ? 1 : 0;
    if (!terms[axis][i].index.isKnown())
      return {};
    Value term = isTrueAlong(e, terms[axis][i], shape[axis]);
    if (!term)
      return {};
    holds = w.andI(holds, term);
  }
  // Constants are no terms, and need not be true.
  for (const Term &leaf : leaves)
    e.remember(leaf.tile, leaf.index, Lanes::uniform(w.truth(true)));
  return knownTruth(at(e, mask, probe)) == true ? holds : Value();
}

// The tile in panels at `packed`.
void packAt(Emitter &e, Value tile, const Memory &packed, int64_t columns) {
  Writer &w = e.w;
  llvm::SmallPtrSet<void *, 16> seen;
  SmallVector<arith::RemSIOp> remainders;
  findRemainders(e, tile, seen, remainders);
  Value holds;
  llvm::DenseMap<Value, Value> unwrapped;
  for (arith::RemSIOp op : remainders) {
    std::optional<Unwrapping> way = unwrap(e, op, widthOf(e, packed.element));
    if (!way)
      continue;
    unwrapped[op.getResult()] = way->subtracted;
    holds = holds ? w.andI(holds, way->holds) : way->holds;
  }
  if (!holds) {
    copyConverted(e, tile, packed, columns);
    return;
  }
  auto copyUnwrapped = [&] {
    std::swap(e.unwrapped, unwrapped);
    copyConverted(e, tile, packed, columns);
    std::swap(e.unwrapped, unwrapped);
    return Values();
  };
  w.ifElse(holds, copyUnwrapped, [&] {
    copyConverted(e, tile, packed, columns);
    return Values();
  });
}

} // namespace

Value convertTo(Emitter &e, Value value, Type element, Type sum) {
  Writer &w = e.w;
  if (isa<IntegerType>(sum))
    return w.resizeS(value, sum);
  if (isNarrowFloat(element))
    return widenFloat(e, value);
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8)
    return decodeFloat8(e, value, element, sum);
  return value;
}

Panels packPanels(Emitter &e, Value tile, Type sum, int64_t columns) {
  ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
  Type element = tile::elementOf(tile.getType());
  if (auto memory = e.memories.find(tile); memory != e.memories.end() && element == sum)
    return {memory->second.base, shape.back()};
  Memory warm = allocateTile(e, tile::tileOf(shape, sum));
  Value place = packOrFind(e, tile, warm.base,
                           [&](Value base) { packAt(e, tile, Memory{base, sum}, columns); });
  return {place, columns};
}

RowsOfA::RowsOfA(Emitter &emitter, Value tile, Type sum) : e_(emitter), tile_(tile), sum_(sum) {
  Writer &w = e_.w;
  isInPlace_ = findInPlace();
  if (!isInPlace_) {
    packed_ = {packPanels(e_, tile, sum, tile::shapeOf(tile.getType()).back()).base, sum};
    return;
  }
  if (constantOf(isInPlace_))
    return;
  packed_ = allocateTile(e_, tile.getType());
  Value isMasked = w.xorI(isInPlace_, w.truth(true));
  w.ifThen(isMasked, [&] { copyConverted(e_, tile, packed_); });
}

Value RowsOfA::at(Value row) {
  Writer &w = e_.w;
  if (!packed_.base)
    return placeOf(row);
  int64_t k = tile::shapeOf(tile_.getType()).back();
  int64_t bytes = sum_.getIntOrFloatBitWidth() / 8;
  Value copied = w.offsetBy(packed_.base, w.mulI(row, w.i64(k)), bytes);
  return isInPlace_ ? w.select(isInPlace_, placeOf(row), copied) : copied;
}

Index RowsOfA::rowIndex(Value row) const {
  Index index;
  index.width = widthOf(e_, sum_);
  index.axes = {AxisIndex::at(row), AxisIndex::along({}, true)};
  return index;
}

Value RowsOfA::placeOf(Value row) {
  PullScope scope(e_);
  auto load = tile_.getDefiningOp<tile::LoadOp>();
  return nereid::cpu::at(e_, load.getPointer(), rowIndex(row)).first;
}

// When the tile can be read where it is.
Value RowsOfA::findInPlace() {
  Writer &w = e_.w;
  auto load = tile_.getDefiningOp<tile::LoadOp>();
  ArrayRef<int64_t> shape = tile::shapeOf(tile_.getType());
  bool isPlain = load && !load.getIsVolatile() && !e_.isInMemory(tile_) && shape.size() == 2 &&
                 tile::elementOf(tile_.getType()) == sum_;
  int64_t width = widthOf(e_, sum_);
  if (!isPlain || width < 2 || shape[1] < width)
    return {};
  PullScope scope(e_);
  Lanes row = nereid::cpu::at(e_, load.getPointer(), rowIndex(w.i64(0)));
  int64_t bytes = sum_.getIntOrFloatBitWidth() / 8;
  if (!row.isAffine() || constantOf(row.step) != bytes)
    return {};
  return load.getMask() ? isTrueEverywhere(e_, load.getMask(), shape, width) : w.truth(true);
}

} // namespace nereid::cpu
