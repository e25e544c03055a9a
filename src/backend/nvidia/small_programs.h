// Programs of one warp that move little, several to a block.
//
// An H200 begins 1.6 blocks in a nanosecond, however short they are, and a multiprocessor holds 32,
// which as programs of one warp fill half of it. So a block of (32, n) threads runs n programs, a
// warp each: those that follow one another along the grid's first axis. Each has its part of the
// shared memory. The launch chooses n and passes how many programs that axis has.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

// How many programs a block may have, going by what each reads and writes; 1: they do not share.
uint32_t programsPerBlock(mlir::func::FuncOp kernel, const Machine &machine);
// Of those, how many there is room for if each uses so much of the shared memory.
uint32_t fittingInShared(uint32_t programs, uint32_t sharedBytes);

// Writes `program` for the program of this warp, if there is one; `count` is that of the first
// axis.
void emitForEachWarp(Emitter &e, Reg count, llvm::function_ref<void()> program);

} // namespace nereid::nvidia
