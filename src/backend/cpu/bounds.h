// Bounds: masks as ends of loops.
//
// `offsets < n` is true up to some lane and false from there on. A nest that knows this lane runs
// whole vectors without any mask up to it, looks at the mask in the one vector that straddles it,
// and need not load at all beyond. A mask is taken as a conjunction of terms; a term counts if it
// is a comparison that is monotone along the nest's inner axis, or does not depend on it:
//
//   row < m & column < n     in row i, column axis:     end = i < m ? clamp(n - first) : 0
//
// Other terms (`x > 0`, a lower bound along the inner axis) stay what they are, vectors.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// A truth of a nest's lanes: a tile, at an index into it.
struct Term {
  Value tile;
  Index index;
};

// The mask's conjuncts at `index`, seen through views and `and`.
void splitTerms(Emitter &e, Value mask, const Index &index, SmallVectorImpl<Term> &terms);

// The masks of the loads that a pull of `tile` at `index` would make, each at its index.
void collectMasks(Emitter &e, Value tile, const Index &index, SmallVectorImpl<Term> &masks);

// For a term whose index is Along from 0 on one axis: the lanes [begin, end) where it is true, as
// i64 that may lie outside of [0, size). Null: no limit on that side.
struct Range {
  Value begin, end;
};
std::optional<Range> rangeOf(Emitter &e, const Term &term);

// Whether a tile is computed from ranges, scalars and constants alone.
bool isIndexExpression(Emitter &e, Value tile);

} // namespace nereid::cpu
