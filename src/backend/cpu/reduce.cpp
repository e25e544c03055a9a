// tile.reduce.
//
// Along the inner axis: several accumulators, so that additions overlap, combined in a tree at the
// end. Along another axis: the accumulator is a vector of the inner axis, and the nest's rows are
// the lanes of the result.
//
//   sum of tensor<4096xf32>        a[u] += x[i + 16 u]    u < 4, i = 0, 64, ...
//   sum of tensor<64x128xf32>, 0   for j, 16 columns:  a += x[i][j..]   for i
//
// A region that vectors cannot evaluate runs at width 1.
#include "backend/cpu/combine.h"
#include "backend/cpu/nest.h"
#include "backend/cpu/next_program.h"
#include "backend/cpu/pull.h"
#include "backend/cpu/roots.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

class Reduction {
public:
  Reduction(Emitter &emitter, tile::ReduceOp reduction)
      : e_(emitter), op_(reduction), region_(reduction.getCombine()),
        sources_(reduction.getSources()), axis_(reduction.getAxis()),
        shape_(tile::shapeOf(sources_[0].getType())), known_(knownCombine(region_)) {
    width_ = isVectorizable(region_) ? widthFor(e_, sources_) : 1;
    for (Value result : op_.getResults())
      if (isa<RankedTensorType>(result.getType()))
        results_.push_back(allocateTile(e_, result.getType()));
  }

  void emit() {
    PullScope scope(e_);
    InnerAxes axes = innerAxesOf(shape_, width_);
    if (axes.axis == axis_ && axes.width > 1)
      alongInner();
    else
      acrossRows();
    for (auto [result, memory] : llvm::zip(op_.getResults(), results_))
      e_.memories[result] = memory;
  }

private:
  Values combine(ValueRange a, ValueRange b) {
    if (known_)
      return {combineKnown(e_.w, *known_, a[0], b[0])};
    Values arguments(a);
    arguments.append(b.begin(), b.end());
    return applyRegion(e_, region_, arguments);
  }

  Values elementsAt(const Index &index) {
    Values elements;
    for (Value source : sources_)
      elements.push_back(vectorAt(e_, source, index));
    return elements;
  }

  // Writes the reduced values of one place, or defines them where they are scalars.
  void define(Index place, ValueRange values) {
    for (auto [i, value] : llvm::enumerate(values)) {
      Value result = op_.getResult(i);
      if (results_.empty())
        e_.scalars[result] = value;
      else
        storeLanes(e_, results_[i], tile::shapeOf(result.getType()), place, Lanes::of(value));
    }
  }

  void alongInner();
  Values reduceRow(Nest &nest, ArrayRef<Value> outer);
  void acrossRows();

  Emitter &e_;
  tile::ReduceOp op_;
  Region &region_;
  Values sources_;
  size_t axis_;
  ArrayRef<int64_t> shape_;
  std::optional<KnownCombine> known_;
  int64_t width_;
  SmallVector<Memory> results_;
  std::optional<NextProgram> next_;
};

void Reduction::alongInner() {
  // A nest that computes something costly leaves memory idle.
  if (shape_.size() == 1 && !e_.kept.empty())
    next_.emplace(e_, sources_);
  Nest nest(e_, shape_, width_, sources_, {}, known_ ? 4 : 1);
  nest.forEachRow([&](ArrayRef<Value> outer) {
    Values reduced = combineLanes(e_, region_, reduceRow(nest, outer));
    Index place;
    for (size_t axis = 0; axis < shape_.size(); ++axis)
      if (axis != axis_)
        place.axes.push_back(axis < outer.size() ? AxisIndex::at(outer[axis]) : AxisIndex());
    define(place, reduced);
  });
}

Values Reduction::reduceRow(Nest &nest, ArrayRef<Value> outer) {
  if (known_) {
    Value identity = identityOf(e_.w, *known_, vectorOf(known_->element, nest.width()));
    Values all = nest.inner(outer, identity, [&](const Index &index, ValueRange accumulators) {
      if (next_)
        next_->prefetch(index);
      return combine(accumulators, elementsAt(index));
    });
    while (all.size() > 1) {
      Values halves;
      for (size_t i = 0; i < all.size(); i += 2)
        halves.push_back(combine(all[i], all[i + 1])[0]);
      all = halves;
    }
    return all;
  }
  // No value is neutral in an unknown region: the first vector starts.
  Values first;
  {
    PullScope scope(e_);
    first = elementsAt(nest.indexOf(outer, {}));
  }
  return nest.innerAfter(1, outer, first, [&](const Index &index, ValueRange accumulators) {
    return combine(accumulators, elementsAt(index));
  });
}

// The result's lanes are a nest; each of its vectors loops along the axis.
void Reduction::acrossRows() {
  SmallVector<int64_t> kept(shape_);
  kept.erase(kept.begin() + axis_);
  auto sourceIndexOf = [&](const Index &place, Value row) {
    Index index = place;
    index.axes.insert(index.axes.begin() + axis_, AxisIndex::at(row));
    return index;
  };
  auto reduceAt = [&](const Index &place) {
    Writer &w = e_.w;
    for (Value source : sources_)
      hoist(e_, source, [&] {
        Index index = sourceIndexOf(place, {});
        index[axis_] = AxisIndex::unknown();
        return index;
      }());
    Values first = elementsAt(sourceIndexOf(place, {}));
    Values all =
        w.loop(w.i64(1), w.i64(shape_[axis_]), 1, first, [&](Value row, ValueRange accumulators) {
          PullScope scope(e_);
          return combine(accumulators, elementsAt(sourceIndexOf(place, row)));
        });
    define(place, all);
  };
  if (kept.empty())
    return reduceAt(Index());
  Nest(e_, kept, width_, {}, {}, 1).forEach(reduceAt);
}

} // namespace

void emitReduce(Emitter &e, tile::ReduceOp op) {
  Reduction(e, op).emit();
}

} // namespace nereid::cpu
