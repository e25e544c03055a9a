#include "backend/cpu/lane_ops.h"

#include "llvm/ADT/TypeSwitch.h"

#include "backend/common/library_name.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::cpu {
namespace {

bool isConversion(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
             arith::FPToUIOp, tile::FloatToFloatOp, arith::BitcastOp>(op);
}

// Operations that move bits and leave narrow floats as they are.
bool keepsNarrow(Operation *op) {
  return isa<arith::SelectOp>(op);
}

Value evaluateFloat(Emitter &e, Operation *op, ValueRange operands, Type result) {
  Writer &w = e.w;
  if (Value polynomial = evaluatePolynomial(e, op, operands))
    return polynomial;
  if (StringRef name = libraryName(op); !name.empty())
    return callLibrary(e, name, operands, withScalar(operands[0].getType(), result));
  if (isa<arith::DivFOp, tile::DivExactOp>(op))
    return divideFloats(e, operands[0], operands[1]);
  if (isa<tile::SqrtExactOp>(op))
    return w.make<math::SqrtOp>(operands[0]);
  if (isa<math::RsqrtOp>(op)) {
    Value root = w.make<math::SqrtOp>(operands[0]);
    return w.divF(w.floating(root.getType(), 1), root);
  }
  return rebuild(w, op, operands, result)[0];
}

// On f16 and bf16: in f32, rounded once.
Value evaluateNarrow(Emitter &e, Operation *op, ValueRange operands, Type result) {
  Values wide;
  for (Value operand : operands)
    wide.push_back(isNarrowFloat(scalarOf(operand.getType())) ? widenFloat(e, operand) : operand);
  bool rounds = isNarrowFloat(result);
  Value value = evaluateFloat(e, op, wide, rounds ? e.w.f32Type() : result);
  return rounds ? narrowFloat(e, value, result) : value;
}

} // namespace

Values rebuild(Writer &w, Operation *op, ValueRange operands, ArrayRef<Type> results) {
  OperationState state(w.loc, op->getName());
  state.addOperands(operands);
  for (Type element : results)
    state.addTypes(operands.empty() ? element : withScalar(operands.back().getType(), element));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *made = w.builder.create(state);
  Values folded;
  bool isFolded = made->getNumRegions() == 0 && succeeded(w.builder.tryFold(made, folded));
  if (isFolded && !folded.empty()) { // folded in place, an operation stays
    made->erase();
    return folded;
  }
  return Values(made->getResults());
}

Values evaluate(Emitter &e, Operation *op, ValueRange operands) {
  Writer &w = e.w;
  if (isConversion(op))
    return evaluateConversion(e, op, operands);
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return {divideIntegers(e, op, operands[0], operands[1])};
  if (auto high = dyn_cast<tile::MulHighOp>(op))
    return {multiplyHigh(e, operands[0], operands[1], high.getIsUnsigned())};

  Type result = registerType(w, tile::elementOf(op->getResult(0).getType()));
  bool isNarrow =
      llvm::any_of(operands, [](Value v) { return isNarrowFloat(scalarOf(v.getType())); });
  if (isNarrow && !keepsNarrow(op))
    return {evaluateNarrow(e, op, operands, result)};
  if (isa<FloatType>(scalarOf(operands[0].getType())))
    return {evaluateFloat(e, op, operands, result)};
  return rebuild(w, op, operands, result);
}

Lanes combineIntegers(Emitter &e, Operation *op, const Lanes &a, const Lanes &b, int64_t width) {
  Writer &w = e.w;
  auto apply = [&](Value x, Value y) { return rebuild(w, op, {x, y}, scalarOf(x.getType()))[0]; };
  bool isSum = isa<arith::AddIOp, arith::SubIOp>(op);
  if (a.isUniform() && b.isUniform())
    return Lanes::uniform(apply(a.first, b.first));
  if (a.isAffine() && b.isAffine() && a.place != b.place)
    return combineIntegers(e, op, settled(w, a), settled(w, b), width);
  Value place = a.isAffine() ? a.place : b.place;
  if (isSum && !a.isVector() && !b.isVector()) {
    Value zero = w.integer(a.first.getType(), 0);
    Value step = apply(a.isAffine() ? a.step : zero, b.isAffine() ? b.step : zero);
    Value first = apply(a.first, b.first);
    return constantOf(step) == 0 ? Lanes::uniform(first) : Lanes::affine(first, step, place);
  }
  if (isa<arith::MulIOp>(op) && a.isAffine() && b.isUniform())
    return Lanes::affine(apply(a.first, b.first), apply(a.step, b.first), place);
  if (isa<arith::MulIOp>(op) && a.isUniform() && b.isAffine())
    return Lanes::affine(apply(a.first, b.first), apply(a.first, b.step), place);
  if (isa<arith::ShLIOp>(op) && a.isAffine() && b.isUniform())
    return Lanes::affine(apply(a.first, b.first), apply(a.step, b.first), place);
  return Lanes::of(apply(asVector(w, a, width), asVector(w, b, width)));
}

} // namespace nereid::cpu
