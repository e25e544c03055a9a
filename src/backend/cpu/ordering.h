// Ordering: a tile's load happens where it stands, not where it is pulled.
//
// A pull may come after a store of the same program that the load had to precede:
//
//   a = load(x); b = load(y); store(x, b); store(y, a)       `a` is what x held before
//
// So before whatever writes memory, the loads that are still to be pulled afterwards are written to
// scratch. Two loads need no such care: one through the very pointers that the store writes, lane
// by lane; and one of another kernel argument, while the launch says that arguments do not overlap.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// Whether `op`, or an operation in its regions, may write memory or order it.
bool mayWrite(mlir::Operation *op);

// Puts into scratch the loads before `op`, which mayWrite, that are needed by it or after it.
void settleLoads(Emitter &e, mlir::Operation *op);
// Whether loads must be settled if arguments overlap: if not, overlapping changes nothing.
bool overlapMatters(Emitter &e, mlir::Operation *kernel);

// The kernel argument that a pointer comes from; null if that is not known.
Value argumentOf(Value pointer);
// Whether nothing in `kernel` may write what `load` reads, provided arguments do not overlap.
bool isNeverWritten(Emitter &e, tile::LoadOp load, mlir::Operation *kernel);

// How many operations will pull `tile`, themselves or through what only passes it on.
int64_t countPullers(Emitter &e, Value tile);

// Before `root` pulls its operands: sees to it that what is costly (exp, a division) and will be
// pulled by others too is computed once. A reduction writes it down as it goes (Emitter::kept);
// for other roots it is computed first.
void keepCostly(Emitter &e, mlir::Operation *root);
// After `root`: what was written down is to be read from now on.
void finishKept(Emitter &e);

// Before `loop`: computes once what is costly, known before the loop and pulled in it.
void keepInvariants(Emitter &e, mlir::Operation *loop);

} // namespace nereid::cpu
