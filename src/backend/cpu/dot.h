// The product of two tiles in memory.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

struct DotShape {
  int64_t m, n;
  Value k;  // i64
  Type sum; // of all three: f32, f64 or an integer
};

// The address of a row of A.
using RowPointer = llvm::function_ref<Value(Value row)>;

// C[m][n] += A[m][k] * B[k][n]. B and C are row-major without gaps; A's rows lie anywhere.
void multiplyTiles(Emitter &e, const DotShape &shape, RowPointer rowOfA, Value b, Value c);

} // namespace nereid::cpu
