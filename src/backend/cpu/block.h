// A block of tile IR, in order: scalars are written as they come, tiles wait to be pulled, roots
// become loop nests, control flow becomes scf.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// Writes the operations of `block` but its terminator.
void emitBlock(Emitter &e, mlir::Block &block);
void emitOperation(Emitter &e, mlir::Operation &op);
// A scalar constant in registers.
Value scalarConstant(Emitter &e, mlir::arith::ConstantOp op);

} // namespace nereid::cpu
