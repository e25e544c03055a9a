// Scalars that a program reads after a reduction are asked for before it:
//
//   values = load(row); largest = max(values); ...; answer = load(row + load(targets + id))
//
// The threads of a block meet in a reduction, and the assembler moves no load across such a
// meeting; so a program would end with two waits for memory in which the block does nothing else.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace nereid::nvidia {

// Moves loads of the kernel's own block, and the scalars that their addresses need. No load passes
// what may write memory, print, stop the kernel, or, by atomic or volatile loads, wait for another
// program.
void loadEarly(mlir::func::FuncOp kernel);

} // namespace nereid::nvidia
