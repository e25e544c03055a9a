// The product of two tiles in memory.
#pragma once

#include "backend/cpu/dot_operand.h"
#include "backend/cpu/seen_part.h"

namespace nereid::cpu {

struct DotShape {
  int64_t m, n, k;
  Type sum;             // of all three: f32, f64 or an integer
  SeenPart seen;        // of C: the rest may be computed or not
  bool readsOn = false; // a row of A goes on in memory with what a next product may read
};

// The address of a row of A.
using RowPointer = llvm::function_ref<Value(Value row)>;

// How wide the panels of B should be.
int64_t panelColumns(Emitter &e, const DotShape &shape);

// C[m][n] += A[m][k] * B[k][n]. C is row-major without gaps, B in panels or (panels of n columns)
// row-major too; A's rows lie anywhere.
void multiplyTiles(Emitter &e, const DotShape &shape, RowPointer rowOfA, const Panels &b, Value c);

} // namespace nereid::cpu
