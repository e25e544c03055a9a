#include "ir/tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace nereid::tile;

#include "ir/ops/tile_dialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/ops/tile_types.cpp.inc"

void TileDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/ops/tile_types.cpp.inc"
      >();
#define GET_OP_LIST
  addOperations<
#include "ir/ops/program.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/memory.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/shape.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/reduce.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/dot.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/atomic.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/math.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/ops/debug.cpp.inc"
      >();
}

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

namespace nereid::tile {

llvm::ArrayRef<int64_t> shapeOf(Type type) {
  if (auto tile = llvm::dyn_cast<RankedTensorType>(type))
    return tile.getShape();
  return {};
}

Type elementOf(Type type) {
  if (auto tile = llvm::dyn_cast<RankedTensorType>(type))
    return tile.getElementType();
  return type;
}

Type tileOf(llvm::ArrayRef<int64_t> shape, Type element) {
  if (shape.empty())
    return element;
  return RankedTensorType::get(shape, element);
}

int64_t laneCount(Type type) {
  int64_t lanes = 1;
  for (int64_t size : shapeOf(type))
    lanes *= size;
  return lanes;
}

int64_t byteSizeOf(Type element) {
  if (llvm::isa<PtrType>(element))
    return 8;
  return (element.getIntOrFloatBitWidth() + 7) / 8;
}

void loadDialects(MLIRContext &context) {
  context.loadDialect<TileDialect, arith::ArithDialect, func::FuncDialect, math::MathDialect,
                      scf::SCFDialect>();
}

} // namespace nereid::tile
