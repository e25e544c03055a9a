// Values in another type.
//
// Between floats, arith covers what is exact (extf) or rounds to nearest even (truncf) among f16,
// bf16, f32 and f64. fp16 and bf16 meet through f32, which holds both. All else, and everything
// about fp8, is tile.float_to_float.
#include "mlir/Dialect/Arith/IR/Arith.h"

#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

Value convertFloat(Lowering &lowering, Location loc, Value source, const core::Type &from,
                   const core::Type &to, bool towardZero) {
  OpBuilder &builder = lowering.builder;
  Type target = convertType(to, *builder.getContext());
  bool usesArith = !isFloat8(from.element) && !isFloat8(to.element);
  int fromBits = bitWidth(from.element), toBits = bitWidth(to.element);
  if (usesArith && toBits > fromBits)
    return arith::ExtFOp::create(builder, loc, target, source);
  if (usesArith && toBits < fromBits && !towardZero)
    return arith::TruncFOp::create(builder, loc, target, source);
  if (usesArith && from.element == to.element)
    return source;
  if (usesArith && toBits == fromBits) {
    core::Type wide = from.withElement(Scalar::F32);
    Value widened = convertFloat(lowering, loc, source, from, wide, false);
    return convertFloat(lowering, loc, widened, wide, to, towardZero);
  }
  auto op =
      tile::FloatToFloatOp::create(builder, loc, target, source, towardZero,
                                   from.element == Scalar::F8E4B15, to.element == Scalar::F8E4B15);
  return op.getResult();
}

void lowerFloatToFloat(Lowering &lowering, const Stmt &stmt) {
  const core::Type &from = lowering.coreType(stmt.operands[0]);
  const core::Type &to = lowering.coreType(stmt.results[0]);
  lowering.define(stmt, convertFloat(lowering, lowering.locate(stmt), lowering.operand(stmt, 0),
                                     from, to, stmt.attrs.integer == 1));
}

// Signedness is no part of tile IR's types: between i32 and u32 there is nothing to do.
void lowerBitcast(Lowering &lowering, const Stmt &stmt) {
  Value source = lowering.operand(stmt, 0);
  Type target = lowering.typeOf(stmt.results[0]);
  if (source.getType() != target)
    source = arith::BitcastOp::create(lowering.builder, lowering.locate(stmt), target, source);
  lowering.define(stmt, source);
}

void lowerPtrCast(Lowering &lowering, const Stmt &stmt) {
  Value source = lowering.operand(stmt, 0);
  Type target = lowering.typeOf(stmt.results[0]);
  if (source.getType() != target)
    source = tile::PtrCastOp::create(lowering.builder, lowering.locate(stmt), target, source);
  lowering.define(stmt, source);
}

} // namespace

bool isNarrowFloat(const core::Type &type) {
  return !type.isPointer && isFloat8(type.element);
}

Value computable(Lowering &lowering, const Stmt &stmt, size_t index) {
  Value value = lowering.operand(stmt, index);
  const core::Type &type = lowering.coreType(stmt.operands[index]);
  if (!isNarrowFloat(type))
    return value;
  return convertFloat(lowering, lowering.locate(stmt), value, type, type.withElement(Scalar::F32),
                      false);
}

SmallVector<Value> computableOperands(Lowering &lowering, const Stmt &stmt) {
  SmallVector<Value> values;
  for (size_t i = 0; i < stmt.operands.size(); ++i)
    values.push_back(computable(lowering, stmt, i));
  return values;
}

Type computedType(Lowering &lowering, const Stmt &stmt) {
  core::Type type = lowering.coreType(stmt.results[0]);
  if (isNarrowFloat(type))
    type = type.withElement(Scalar::F32);
  return convertType(type, *lowering.builder.getContext());
}

void defineComputed(Lowering &lowering, const Stmt &stmt, Value computed) {
  const core::Type &type = lowering.coreType(stmt.results[0]);
  if (isNarrowFloat(type))
    computed = convertFloat(lowering, lowering.locate(stmt), computed,
                            type.withElement(Scalar::F32), type, false);
  lowering.define(stmt, computed);
}

void addConversions(LowerTable &table) {
  table.set(OpKind::TruncI, elementwise<arith::TruncIOp>);
  table.set(OpKind::ExtS, elementwise<arith::ExtSIOp>);
  table.set(OpKind::ExtU, elementwise<arith::ExtUIOp>);
  table.set(OpKind::IntToFloatS, elementwise<arith::SIToFPOp>);
  table.set(OpKind::IntToFloatU, elementwise<arith::UIToFPOp>);
  table.set(OpKind::FloatToIntS, elementwise<arith::FPToSIOp>);
  table.set(OpKind::FloatToIntU, elementwise<arith::FPToUIOp>);
  table.set(OpKind::FloatToFloat, lowerFloatToFloat);
  table.set(OpKind::Bitcast, lowerBitcast);
  table.set(OpKind::PtrToInt, elementwise<tile::PtrToIntOp>);
  table.set(OpKind::IntToPtr, elementwise<tile::IntToPtrOp>);
  table.set(OpKind::PtrCast, lowerPtrCast);
}

} // namespace nereid::lower
