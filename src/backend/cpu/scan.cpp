// tile.scan.
//
// Across rows, the carry is a vector and every step one combination. Along the vector itself, a
// vector is scanned in log2(width) steps, lanes moving up by 1, 2, 4, ...:
//
//   a b c d  ->  a ab bc cd  ->  a ab abc abcd  -> carry o each
//
// A region that vectors cannot evaluate runs lane by lane.
#include "backend/cpu/combine.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

class Scan {
public:
  Scan(Emitter &emitter, tile::ScanOp scan)
      : e_(emitter), op_(scan), region_(scan.getCombine()), sources_(scan.getSources()),
        axis_(scan.getAxis()), shape_(tile::shapeOf(sources_[0].getType())) {
    width_ = isVectorizable(region_) ? widthFor(e_, sources_) : 1;
    for (Value result : op_.getResults())
      results_.push_back(allocateTile(e_, result.getType()));
  }

  void emit() {
    PullScope scope(e_);
    InnerAxes axes = innerAxesOf(shape_, width_);
    if (axes.axis == axis_ && axes.width > 1)
      alongInner(axes);
    else
      acrossRows();
    for (auto [result, memory] : llvm::zip_equal(op_.getResults(), results_))
      e_.memories[result] = memory;
  }

private:
  Values combine(ValueRange carry, ValueRange element) {
    Values arguments(carry);
    arguments.append(element.begin(), element.end());
    return applyRegion(e_, region_, arguments);
  }
  Values elementsAt(const Index &index) {
    Values elements;
    for (Value source : sources_)
      elements.push_back(vectorAt(e_, source, index));
    return elements;
  }
  void write(const Index &index, ValueRange values) {
    for (auto [memory, value] : llvm::zip_equal(results_, values))
      storeLanes(e_, memory, shape_, index, Lanes::of(value));
  }

  void acrossRows();
  void alongInner(const InnerAxes &axes);
  Values scanVector(Values vectors);

  Emitter &e_;
  tile::ScanOp op_;
  Region &region_;
  Values sources_;
  size_t axis_;
  ArrayRef<int64_t> shape_;
  int64_t width_;
  SmallVector<Memory> results_;
};

void Scan::acrossRows() {
  Writer &w = e_.w;
  SmallVector<int64_t> others(shape_);
  others.erase(others.begin() + axis_);
  int64_t size = shape_[axis_];
  auto scanAt = [&](const Index &place) {
    auto indexOf = [&](Value step) {
      Value row = op_.getReverse() ? w.subI(w.i64(size - 1), step) : step;
      Index index = place;
      index.axes.insert(index.axes.begin() + axis_, AxisIndex::at(row));
      return index;
    };
    Values first = elementsAt(indexOf(w.i64(0)));
    write(indexOf(w.i64(0)), first);
    w.loop(w.i64(1), w.i64(size), 1, first, [&](Value step, ValueRange carry) {
      PullScope scope(e_);
      Index index = indexOf(step);
      Values next = combine(carry, elementsAt(index));
      write(index, next);
      return next;
    });
  };
  if (others.empty())
    return scanAt(Index());
  Nest(e_, others, width_, {}, {}, 1).forEach(scanAt);
}

Values Scan::scanVector(Values vectors) {
  Writer &w = e_.w;
  int64_t width = lanesOf(vectors[0].getType());
  Value lanes = w.lanes(vectorOf(w.i32Type(), width));
  for (int64_t by = 1; by < width; by *= 2) {
    SmallVector<int64_t> up;
    for (int64_t lane = 0; lane < width; ++lane)
      up.push_back(std::max<int64_t>(lane - by, 0));
    Values moved;
    for (Value vector : vectors)
      moved.push_back(w.shuffle(vector, vector, up));
    Values combined = combine(moved, vectors);
    Value hasLeft = w.compareI(arith::CmpIPredicate::sge, lanes, w.integer(lanes.getType(), by));
    for (auto [vector, value] : llvm::zip_equal(vectors, combined))
      vector = w.select(hasLeft, value, vector);
  }
  return vectors;
}

void Scan::alongInner(const InnerAxes &axes) {
  Writer &w = e_.w;
  int64_t width = axes.width;
  Nest rows(e_, shape_, width_, {}, {}, 1);
  auto turned = [&](Values vectors) {
    if (op_.getReverse())
      for (Value &vector : vectors)
        vector = w.reverse(vector);
    return vectors;
  };
  rows.forEachRow([&](ArrayRef<Value> outer) {
    auto indexOf = [&](Value step) {
      Value first = op_.getReverse() ? w.subI(w.i64(axes.size - width), step) : step;
      return rows.indexOf(outer, first);
    };
    auto carryOf = [&](ValueRange vectors) {
      Values carry;
      for (Value vector : vectors)
        carry.push_back(w.extract(vector, width - 1));
      return carry;
    };
    Values first;
    {
      PullScope scope(e_);
      first = scanVector(turned(elementsAt(indexOf(w.i64(0)))));
      write(indexOf(w.i64(0)), turned(first));
    }
    w.loop(w.i64(width), w.i64(axes.size), width, carryOf(first),
           [&](Value step, ValueRange carry) {
             PullScope scope(e_);
             Index index = indexOf(step);
             Values spread;
             for (Value value : carry)
               spread.push_back(w.broadcast(value, width));
             Values scanned = combine(spread, scanVector(turned(elementsAt(index))));
             write(index, turned(scanned));
             return carryOf(scanned);
           });
  });
}

} // namespace

void emitScan(Emitter &e, tile::ScanOp op) {
  Scan(e, op).emit();
}

} // namespace nereid::cpu
