#include "backend/cpu/nest.h"

#include "llvm/Support/MathExtras.h"

#include "backend/cpu/pull.h"

using namespace mlir;

namespace nereid::cpu {

InnerAxes innerAxesOf(ArrayRef<int64_t> shape, int64_t width) {
  InnerAxes axes;
  axes.outer = shape.size();
  int64_t longAxes = 0;
  while (axes.outer > 0 && axes.size < width) {
    int64_t size = shape[--axes.outer];
    axes.size *= size;
    if (size == 1)
      continue;
    axes.axis = ++longAxes == 1 ? std::optional<size_t>(axes.outer) : std::nullopt;
  }
  // A vector never holds a part of a step: sizes that are no powers of two get narrow vectors.
  axes.width = std::min<int64_t>(width, axes.size & -axes.size);
  return axes;
}

Nest::Nest(Emitter &emitter, ArrayRef<int64_t> shape, int64_t width, ArrayRef<Value> pulled,
           Value mask, int64_t unroll)
    : e_(emitter), shape_(shape), pulled_(pulled), mask_(mask), axes_(innerAxesOf(shape, width)) {
  int64_t vectors = axes_.size / axes_.width;
  unroll_ = e_.mayOverlap ? 1 : std::min(unroll, vectors & -vectors);
}

Index Nest::indexAt(ArrayRef<Value> outer, AxisIndex inner) const {
  Index index;
  index.width = axes_.width;
  for (Value place : outer)
    index.axes.push_back(AxisIndex::at(place));
  index.axes.resize(shape_.size());
  if (axes_.axis)
    index[*axes_.axis] = inner;
  else if (axes_.size > 1 && outer.size() == axes_.outer)
    delinearize(e_.w, inner, ArrayRef(shape_).drop_front(axes_.outer),
                MutableArrayRef(index.axes).drop_front(axes_.outer), axes_.width);
  return index;
}

SmallVector<Term> Nest::masksAt(const Index &index) const {
  SmallVector<Term> masks;
  if (mask_)
    masks.push_back({mask_, index});
  for (Value tile : pulled_)
    collectMasks(e_, tile, index, masks);
  return masks;
}

void Nest::forEach(Body body) {
  PullScope scope(e_);
  forEachRow([&](ArrayRef<Value> outer) {
    inner(outer, {}, [&](const Index &index, ValueRange) {
      body(index);
      return Values();
    });
  });
}

void Nest::forEachRow(Row rows) {
  SmallVector<Value> outer;
  openOuter(outer, rows);
}

void Nest::openOuter(SmallVectorImpl<Value> &outer, Row rows) {
  if (outer.size() == axes_.outer)
    return rows(outer);
  Range range = outerRange(outer);
  e_.w.loop(range.begin, range.end, 1, [&](Value place) {
    PullScope scope(e_);
    outer.push_back(place);
    openOuter(outer, rows);
    outer.pop_back();
  });
}

// The places of the next outer axis at which the nest's own mask may be true.
Range Nest::outerRange(ArrayRef<Value> outer) {
  Writer &w = e_.w;
  int64_t size = shape_[outer.size()];
  Range range{w.i64(0), w.i64(size)};
  if (!mask_ || size == 1)
    return range;
  // An index that asks along this axis, and does not know the ones inside.
  Index probe;
  probe.width = std::max<int64_t>(axes_.width, 2);
  for (Value place : outer)
    probe.axes.push_back(AxisIndex::at(place));
  probe.axes.push_back(AxisIndex::along({}, false));
  while (probe.axes.size() < shape_.size())
    probe.axes.push_back(AxisIndex::unknown());
  SmallVector<Term> terms;
  splitTerms(e_, mask_, probe, terms);
  for (const Term &term : terms) {
    if (!term.index.isKnown() || term.index.isUniform())
      continue;
    std::optional<Range> limit = rangeOf(e_, term);
    if (limit && limit->end)
      range.end = w.minS(range.end, limit->end);
    if (limit && limit->begin)
      range.begin = w.maxS(range.begin, limit->begin);
  }
  return range;
}

// The lane from which on `term` is false; null if that is not known.
Value Nest::endOf(const Term &term, Value size) {
  Writer &w = e_.w;
  if (term.index.isUniform() || !isa<RankedTensorType>(term.tile.getType()))
    return w.select(at(e_, term.tile, term.index).first, size, w.i64(0));
  std::optional<Range> range = rangeOf(e_, term);
  return range ? range->end : Value();
}

Nest::Ends Nest::endsOf(ArrayRef<Value> outer) {
  Writer &w = e_.w;
  Value size = w.i64(axes_.size);
  Index probe = indexAt(outer, AxisIndex::along({}, true));
  probe.width = std::max<int64_t>(axes_.width, 2);
  SmallVector<Term> masks = masksAt(probe);
  bool areManyAxes = !axes_.axis && axes_.size > 1;
  if (masks.empty() || areManyAxes) {
    Value free = masks.empty() ? size : w.i64(0);
    return {free, size, size, {}, false};
  }

  Value valid = size, covered = size;
  Ends ends;
  llvm::SmallPtrSet<void *, 4> all;
  for (const Term &mask : masks) {
    SmallVector<Term> terms;
    splitTerms(e_, mask.tile, mask.index, terms);
    llvm::SmallPtrSet<void *, 4> own;
    for (const Term &term : terms) {
      Value end = endOf(term, size);
      own.insert(term.tile.getAsOpaquePointer());
      ends.haveSameTerms &= bool(end);
      if (!end)
        continue;
      ends.counted.push_back(term.tile);
      valid = w.minS(valid, end);
      if (mask.tile == mask_)
        covered = w.minS(covered, end);
    }
    if (&mask == masks.begin())
      all = own;
    ends.haveSameTerms &= own == all;
  }
  auto down = [&](Value v, int64_t step) { return w.andI(v, w.i64(-step)); };
  auto up = [&](Value v) { return down(w.addI(v, w.i64(axes_.width - 1)), axes_.width); };
  valid = w.maxS(valid, w.i64(0));
  ends.main = down(valid, axes_.width * unroll_);
  ends.rest = up(w.maxS(covered, w.i64(0)));
  ends.edge = ends.haveSameTerms && !mask_ ? up(valid) : ends.rest;
  return ends;
}

// Remembers of the masks at `index` what the part of the loop implies.
void Nest::noteTruths(const Ends &ends, const Index &index, Part part) {
  if (part == Part::Edge || ends.counted.empty())
    return;
  Lanes truth = Lanes::uniform(e_.w.truth(part == Part::Free));
  for (const Term &mask : masksAt(index)) {
    if (part == Part::Rest) {
      e_.remember(mask.tile, mask.index, truth);
      continue;
    }
    SmallVector<Term> terms;
    splitTerms(e_, mask.tile, mask.index, terms);
    for (const Term &term : terms)
      if (llvm::is_contained(ends.counted, term.tile))
        e_.remember(term.tile, term.index, truth);
  }
}

Index Nest::indexOf(ArrayRef<Value> outer, Value first) const {
  return indexAt(outer, axes_.width == 1 ? AxisIndex::at(first) : AxisIndex::along(first, true));
}

Values Nest::inner(ArrayRef<Value> outer, ValueRange initial, Step step) {
  return innerAfter(0, outer, initial, step);
}

Values Nest::innerAfter(int64_t vectors, ArrayRef<Value> outer, ValueRange initial, Step step) {
  Writer &w = e_.w;
  if (axes_.outer > 0)
    for (Value tile : pulled_)
      hoist(e_, tile, indexAt(outer, AxisIndex::unknown()));
  Ends ends = endsOf(outer);
  size_t count = initial.size();
  Values carried;
  for (int64_t u = 0; u < unroll_; ++u)
    carried.append(initial.begin(), initial.end());

  Value from = w.i64(vectors * axes_.width);
  auto run = [&](Value end, int64_t unroll, Part part) {
    Value to = w.maxS(from, end);
    carried =
        w.loop(from, to, unroll * axes_.width, carried, [&](Value place, ValueRange accumulators) {
          PullScope scope(e_);
          Values results(accumulators);
          for (int64_t u = 0; u < unroll; ++u) {
            Index index = indexOf(outer, w.addI(place, w.i64(u * axes_.width)));
            noteTruths(ends, index, part);
            Values next = step(index, accumulators.slice(u * count, count));
            llvm::copy(next, results.begin() + u * count);
          }
          return results;
        });
    from = to;
  };
  run(ends.main, unroll_, Part::Free);
  run(ends.edge, 1, Part::Edge);
  run(ends.rest, 1, Part::Rest);
  return carried;
}

} // namespace nereid::cpu
