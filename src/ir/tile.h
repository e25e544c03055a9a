// The tile dialect: the form of a kernel that every engine starts from and the interpreter defines
// the meaning of. See ops/*.td for the operations, one file a family.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/ops/tile_dialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/ops/tile_types.h.inc"

// Each generated file takes its own request: it undefines the macro.
#define GET_OP_CLASSES
#include "ir/ops/atomic.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/debug.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/dot.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/math.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/memory.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/program.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/reduce.h.inc"
#define GET_OP_CLASSES
#include "ir/ops/shape.h.inc"

namespace nereid::tile {

// The shape of a scalar is empty.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);
mlir::Type elementOf(mlir::Type type);
// `element` as a scalar (empty shape) or a tile.
mlir::Type tileOf(llvm::ArrayRef<int64_t> shape, mlir::Type element);
int64_t laneCount(mlir::Type type);
// Bytes of one element in memory: 1 for i1, 8 for a pointer.
int64_t byteSizeOf(mlir::Type element);

// Every dialect that tile IR uses, loaded into `context`.
void loadDialects(mlir::MLIRContext &context);

} // namespace nereid::tile
