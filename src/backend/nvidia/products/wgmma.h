// Products by wgmma: four warps multiply 64 x K by K x N, B (and A, unless it is in registers) in
// shared memory.
#pragma once

#include <optional>

#include "backend/nvidia/products/matrix_memory.h"

namespace nereid::nvidia {

// An operand of `dot` that is no more than a view of a tile in memory: that tile, and which of its
// axes the product contracts.
struct MatrixOperand {
  mlir::Value tile;
  int contractedAxis;
};
MatrixOperand operandA(tile::DotOp dot);
MatrixOperand operandB(tile::DotOp dot);

void emitWgmma(Emitter &e, tile::DotOp op);
// What instructions call a format that chips multiply: "e4m3", "e5m2".
const char *float8Name(mlir::Type element);
// Waits until at most `pending` products are under way; `sums` are those of one that is done then,
// and what they are afterwards is returned.
Regs waitForSums(Writer &w, const Regs &sums, int pending = 0);

// The steps of a product, for loops that arrange them anew: A, if it is in registers; the sums it
// adds to; and its start, whose result is the hardware's until it has been waited for. Operands in
// shared memory are there (Emitter::staged).
Regs wordsOfProduct(Emitter &e, tile::DotOp dot);
Regs sumsOfProduct(Emitter &e, tile::DotOp dot);
Regs startProduct(Emitter &e, tile::DotOp dot, const Regs &words, const Regs &sums);
Layout layoutOfSums(Emitter &e, tile::DotOp dot);

} // namespace nereid::nvidia
