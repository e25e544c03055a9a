// The operands of a dot: where its products find them.
//
// B is copied to scratch, in panels: groups of as many columns as a product works on at once, one
// after the other, the rows of each without gaps. (Its rows in memory, and those of a wide tile,
// lie a power of two apart, and would fall into few sets of the cache.) Each element of A is read
// once for all columns, so a loaded tile is read where it is, if its rows are contiguous:
//
//   RowsOfA a(e, op.getA(), f32);
//   w.load(f32, w.offsetBy(a.at(row), k, 4), 4);
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// `value`, of `element`s, in the type that products are summed in.
Value convertTo(Emitter &e, Value value, Type element, Type sum);

// [..., k, n] in scratch as [..., n / columns, k, columns].
struct Panels {
  Value base;
  int64_t columns;
};

// `tile` in scratch, in the sum's type. It may be there already, in one panel.
Panels packPanels(Emitter &e, Value tile, Type sum, int64_t columns);

class RowsOfA {
public:
  RowsOfA(Emitter &emitter, Value tile, Type sum);

  // The address of a row, counted through all batches.
  Value at(Value row);
  bool mayBeInPlace() const { return bool(isInPlace_); }

private:
  Value placeOf(Value row); // in the memory that the tile is loaded from
  Value findInPlace();
  Index rowIndex(Value row) const;

  Emitter &e_;
  Value tile_;
  Type sum_;
  Value isInPlace_; // i1; null: never
  Memory packed_;
};

} // namespace nereid::cpu
