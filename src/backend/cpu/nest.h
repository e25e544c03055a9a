// Nest: loops over all lanes of a shape.
//
//   Nest nest(e, {64, 1000}, 16, {value, pointer}, mask);
//   nest.forEach([&](const Index &index) { write(at(e, value, index)); });
//
// The last axes are the inner loop, which takes `width` lanes at a time; the axes before are loops
// around it. What the body will pull must be told, for two things: parts that do not change along
// the inner axis are computed once outside it, and masks become ends of loops (bounds.h). The inner
// loop falls into up to three:
//
//   main   `unroll` vectors a step, no masks
//   edge   one vector a step, masks as they are
//   rest   one vector a step, masks known to be false
//
// A nest under a mask (a store's) covers only lanes where it may be true. Bodies run in any order
// and must not depend on one another.
#pragma once

#include "backend/cpu/bounds.h"

namespace nereid::cpu {

// The axes [outer, rank) as one inner loop of `size` lanes.
struct InnerAxes {
  size_t outer = 0;
  int64_t size = 1;
  int64_t width = 1;
  std::optional<size_t> axis; // the one axis longer than 1, if there is only one
};
// At most `width` lanes a vector; short last axes are taken together.
InnerAxes innerAxesOf(ArrayRef<int64_t> shape, int64_t width);

class Nest {
public:
  Nest(Emitter &emitter, ArrayRef<int64_t> shape, int64_t width, ArrayRef<Value> pulled,
       Value mask = {}, int64_t unroll = 4);

  using Body = llvm::function_ref<void(const Index &)>;
  void forEach(Body body);

  // For reductions along the inner axes. `rows` is called in the outer loops.
  using Row = llvm::function_ref<void(ArrayRef<Value> outer)>;
  void forEachRow(Row rows);
  // The inner loop of one row, with `unroll()` sets of accumulators, each as `initial`. Gives all
  // sets, one after the other.
  using Step = llvm::function_ref<Values(const Index &, ValueRange accumulators)>;
  Values inner(ArrayRef<Value> outer, ValueRange initial, Step step);
  // The same without the first `vectors` vectors of the row.
  Values innerAfter(int64_t vectors, ArrayRef<Value> outer, ValueRange initial, Step step);
  // Where the vector at lane `first` of a row is.
  Index indexOf(ArrayRef<Value> outer, Value first) const;

  int64_t width() const { return axes_.width; }
  int64_t unroll() const { return unroll_; }

private:
  // How far each part of the inner loop goes, in lanes.
  struct Ends {
    Value main, edge, rest;
    SmallVector<Value> counted; // the terms' tiles that the ends come from
    bool haveSameTerms = true;  // every mask is the conjunction of exactly these
  };
  void openOuter(SmallVectorImpl<Value> &outer, Row rows);
  Range outerRange(ArrayRef<Value> outer);
  Index indexAt(ArrayRef<Value> outer, AxisIndex inner) const;
  SmallVector<Term> masksAt(const Index &index) const;
  Ends endsOf(ArrayRef<Value> outer);
  Value endOf(const Term &term, Value size);
  enum class Part { Free, Edge, Rest };
  void noteTruths(const Ends &ends, const Index &index, Part part);

  Emitter &e_;
  SmallVector<int64_t> shape_;
  SmallVector<Value> pulled_;
  Value mask_;
  InnerAxes axes_;
  int64_t unroll_;
};

} // namespace nereid::cpu
