// The part of a product that anybody sees.
//
// At the edges of a matrix, programs compute whole tiles and store what is inside: a store's mask
// `row < M & column < N` says which rows and columns of the sum that are. If only such stores read
// the sum, the rest of it need not be computed.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

struct SeenPart {
  Value rows, columns; // i64; null: all of them
};

// Of the sum that `dot` adds to, in the loop around it if `isCarried`.
SeenPart seenPartOf(Emitter &e, tile::DotOp dot, bool isCarried);

} // namespace nereid::cpu
