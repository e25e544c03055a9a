// scf.if, scf.for and scf.while that carry scalars and tiles.
//
// A scalar is carried in a register. A tile is carried in scratch and updated in place, except one:
// a tile that a loop moves by the same number in all lanes, like the pointers of a matmul, is the
// tile before the loop and one number (Shifted).
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

void emitIf(Emitter &e, mlir::scf::IfOp op);
void emitFor(Emitter &e, mlir::scf::ForOp op);
void emitWhile(Emitter &e, mlir::scf::WhileOp op);

} // namespace nereid::cpu
