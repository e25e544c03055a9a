// Constants, arithmetic, comparison and choice: arith on scalars and tiles.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "lower/lowering.h"

using namespace mlir;

namespace nereid::lower {
namespace {

using core::Predicate;

void lowerConstant(Lowering &lowering, const Stmt &stmt) {
  const core::Type &type = lowering.coreType(stmt.results[0]);
  OpBuilder &builder = lowering.builder;
  Location loc = lowering.locate(stmt);
  core::Type stored = type.isPointer ? type.withElement(Scalar::I64) : type;
  Type target = convertType(stored, *builder.getContext());
  Type element = tile::elementOf(target);

  APInt bits(element.getIntOrFloatBitWidth(), stmt.attrs.bits, false, /*implicitTrunc=*/true);
  TypedAttr lane;
  if (auto floatType = dyn_cast<FloatType>(element))
    lane = FloatAttr::get(floatType, APFloat(floatType.getFloatSemantics(), bits));
  else
    lane = IntegerAttr::get(element, bits);
  if (auto tensor = dyn_cast<RankedTensorType>(target))
    lane = DenseElementsAttr::get(tensor, ArrayRef<Attribute>(lane));

  Value constant = arith::ConstantOp::create(builder, loc, lane);
  if (type.isPointer)
    constant = tile::IntToPtrOp::create(builder, loc, lowering.typeOf(stmt.results[0]), constant);
  lowering.define(stmt, constant);
}

// Whether the kernel lets a product and a sum become one operation.
template <typename Op> void contractible(Lowering &lowering, const Stmt &stmt) {
  auto op =
      Op::create(lowering.builder, lowering.locate(stmt), TypeRange(computedType(lowering, stmt)),
                 ValueRange(computableOperands(lowering, stmt)));
  if (lowering.kernel.allowContraction)
    op.setFastmath(arith::FastMathFlags::contract);
  defineComputed(lowering, stmt, op);
}

void lowerMulHigh(Lowering &lowering, const Stmt &stmt) {
  auto op = tile::MulHighOp::create(lowering.builder, lowering.locate(stmt),
                                    lowering.typeOf(stmt.results[0]), lowering.operand(stmt, 0),
                                    lowering.operand(stmt, 1), stmt.op == OpKind::MulHighU);
  lowering.define(stmt, op->getResults());
}

arith::CmpIPredicate integerPredicate(Predicate predicate) {
  switch (predicate) {
  case Predicate::Eq:
    return arith::CmpIPredicate::eq;
  case Predicate::Ne:
    return arith::CmpIPredicate::ne;
  case Predicate::LtS:
  case Predicate::Lt:
    return arith::CmpIPredicate::slt;
  case Predicate::LeS:
  case Predicate::Le:
    return arith::CmpIPredicate::sle;
  case Predicate::GtS:
  case Predicate::Gt:
    return arith::CmpIPredicate::sgt;
  case Predicate::GeS:
  case Predicate::Ge:
    return arith::CmpIPredicate::sge;
  case Predicate::LtU:
    return arith::CmpIPredicate::ult;
  case Predicate::LeU:
    return arith::CmpIPredicate::ule;
  case Predicate::GtU:
    return arith::CmpIPredicate::ugt;
  case Predicate::GeU:
    return arith::CmpIPredicate::uge;
  }
  NEREID_UNREACHABLE("predicate");
}

// Ordered, so false where a NaN is, but for Ne, which is true there.
arith::CmpFPredicate floatPredicate(Predicate predicate) {
  switch (predicate) {
  case Predicate::Eq:
    return arith::CmpFPredicate::OEQ;
  case Predicate::Ne:
    return arith::CmpFPredicate::UNE;
  case Predicate::Lt:
    return arith::CmpFPredicate::OLT;
  case Predicate::Le:
    return arith::CmpFPredicate::OLE;
  case Predicate::Gt:
    return arith::CmpFPredicate::OGT;
  case Predicate::Ge:
    return arith::CmpFPredicate::OGE;
  default:
    NEREID_UNREACHABLE("an integer predicate on floats");
  }
}

// Pointers compare as addresses.
Value comparable(Lowering &lowering, const Stmt &stmt, size_t index) {
  Value value = lowering.operand(stmt, index);
  const core::Type &type = lowering.coreType(stmt.operands[index]);
  if (!type.isPointer)
    return value;
  Type address = tile::tileOf(type.shape, lowering.builder.getI64Type());
  return tile::PtrToIntOp::create(lowering.builder, lowering.locate(stmt), address, value);
}

void lowerCompareI(Lowering &lowering, const Stmt &stmt) {
  Value a = comparable(lowering, stmt, 0), b = comparable(lowering, stmt, 1);
  auto predicate = integerPredicate(static_cast<Predicate>(stmt.attrs.integer));
  Value result = arith::CmpIOp::create(lowering.builder, lowering.locate(stmt), predicate, a, b);
  lowering.define(stmt, result);
}

void lowerCompareF(Lowering &lowering, const Stmt &stmt) {
  Value a = computable(lowering, stmt, 0), b = computable(lowering, stmt, 1);
  auto predicate = floatPredicate(static_cast<Predicate>(stmt.attrs.integer));
  Value result = arith::CmpFOp::create(lowering.builder, lowering.locate(stmt), predicate, a, b);
  lowering.define(stmt, result);
}

} // namespace

void addArithmetic(LowerTable &table) {
  table.set(OpKind::Constant, lowerConstant);

  table.set(OpKind::AddI, elementwise<arith::AddIOp>);
  table.set(OpKind::SubI, elementwise<arith::SubIOp>);
  table.set(OpKind::MulI, elementwise<arith::MulIOp>);
  table.set(OpKind::DivS, elementwise<arith::DivSIOp>);
  table.set(OpKind::DivU, elementwise<arith::DivUIOp>);
  table.set(OpKind::RemS, elementwise<arith::RemSIOp>);
  table.set(OpKind::RemU, elementwise<arith::RemUIOp>);
  table.set(OpKind::AndI, elementwise<arith::AndIOp>);
  table.set(OpKind::OrI, elementwise<arith::OrIOp>);
  table.set(OpKind::XorI, elementwise<arith::XOrIOp>);
  table.set(OpKind::Shl, elementwise<arith::ShLIOp>);
  table.set(OpKind::ShrS, elementwise<arith::ShRSIOp>);
  table.set(OpKind::ShrU, elementwise<arith::ShRUIOp>);
  table.set(OpKind::MinS, elementwise<arith::MinSIOp>);
  table.set(OpKind::MinU, elementwise<arith::MinUIOp>);
  table.set(OpKind::MaxS, elementwise<arith::MaxSIOp>);
  table.set(OpKind::MaxU, elementwise<arith::MaxUIOp>);
  table.set(OpKind::MulHighS, lowerMulHigh);
  table.set(OpKind::MulHighU, lowerMulHigh);
  table.set(OpKind::AbsI, elementwise<math::AbsIOp>);

  table.set(OpKind::AddF, contractible<arith::AddFOp>);
  table.set(OpKind::SubF, contractible<arith::SubFOp>);
  table.set(OpKind::MulF, contractible<arith::MulFOp>);
  table.set(OpKind::DivF, floatElementwise<arith::DivFOp>);
  table.set(OpKind::DivExactF, floatElementwise<tile::DivExactOp>);
  table.set(OpKind::RemF, floatElementwise<arith::RemFOp>);
  table.set(OpKind::NegF, floatElementwise<arith::NegFOp>);
  table.set(OpKind::AbsF, floatElementwise<math::AbsFOp>);
  table.set(OpKind::MinNumF, floatElementwise<arith::MinNumFOp>);
  table.set(OpKind::MaxNumF, floatElementwise<arith::MaxNumFOp>);
  table.set(OpKind::MinNanF, floatElementwise<arith::MinimumFOp>);
  table.set(OpKind::MaxNanF, floatElementwise<arith::MaximumFOp>);
  table.set(OpKind::FmaF, floatElementwise<math::FmaOp>);
  table.set(OpKind::SqrtExactF, floatElementwise<tile::SqrtExactOp>);

  table.set(OpKind::CompareI, lowerCompareI);
  table.set(OpKind::CompareF, lowerCompareF);
  table.set(OpKind::Select, elementwise<arith::SelectOp>);
}

} // namespace nereid::lower
