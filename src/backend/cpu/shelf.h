// Shelves: packed operands that later programs of a launch find again.
//
// Programs that run one after the other often multiply by the same tiles: in a matmul whose
// programs are grouped, eight in a row walk down the same columns of B. What a packed tile holds
// follows from a few numbers, those that its expression is computed from and that are not the same
// throughout the launch (program ids, what loops carry), as long as the kernel writes nothing that
// the tile is loaded from. So a tile is put on a shelf, in the place of its loop's iteration, with
// these numbers as its label, and is packed again only if the label is another:
//
//   label of %b = load(b_ptr + offs_k * stride + (pid_n * 64 + range) + moved, mask K - k * 64):
//     { pid_n * 64, moved, K - k * 64 }
//
// A tile is put there when its label comes for the second time, or for the first where the tile
// before it was found: programs that share nothing keep packing to one warm place.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// Makes empty shelves (Emitter::shelves) for the operands of the kernel's dots that can have one.
// Written before the loop over programs.
void prepareShelves(Emitter &e, mlir::Operation *kernel);

// Where `tile` is packed: `pack` has written it to the address that it was given, either `warm` or
// the shelf, now or in an earlier program.
Value packOrFind(Emitter &e, Value tile, Value warm, llvm::function_ref<void(Value place)> pack);

} // namespace nereid::cpu
