// How a block goes through the grid by itself: programs whose order is free, one after another.
//
//   walkGrid     programs of equal length: in steps of the number of blocks
//   drawTickets  programs that differ: the producer draws the next one from a counter in memory
//   followTickets   and tells the consumers, by a ring of numbers
//
// Blocks begin with the programs of their own numbers and draw the others; a block draws as often
// as it runs a program, so that who draws the last number sets the counter back for the next
// launch. The long programs come first, if it is known which they are (Supply::isBackward): those
// that come last end alone. A launch that shares the counter with no other passes its address, and
// others zero: then steps are fixed here too.
//
// `grid` are the parameters that hold the grid's sizes, and the counter's address.
#pragma once

#include "backend/nvidia/feed/ring.h"

namespace nereid::nvidia {

using RunProgram = llvm::function_ref<void()>;

// Without sizes, the block runs one program.
void walkGrid(Emitter &e, ArrayRef<Reg> grid, RunProgram program);
void drawTickets(Emitter &e, ArrayRef<Reg> grid, Ring &tickets, RunProgram program);
void followTickets(Emitter &e, ArrayRef<Reg> grid, Ring &tickets, RunProgram program);

} // namespace nereid::nvidia
