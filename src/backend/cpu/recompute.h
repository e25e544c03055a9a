// Recomputation: tiles that pulling would compute again and again are materialized.
//
// A tile that is pulled at one index computes what it needs once. But a tile that reads another
// through two views of it (itself and a flip, two halves of a split) asks for two indices, so the
// other is computed twice, and in a network of n such stages the first tile 2^n times:
//
//   %1 = gather %0, %i xor 4 ; %2 = min %0, %1
//   %3 = gather %2, %i xor 2 ; %4 = min %2, %3        %0 is pulled four times
//
// So for every tile it is counted how many operations a pull of it writes. Where that is many, and
// most of them are repetitions, or many nests will pull it, the tile is computed into scratch where
// it stands, and counts as one.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// To be called on every operation of a block, in order, before what uses it is written.
void keepRepeated(Emitter &e, mlir::Operation *op);

} // namespace nereid::cpu
