// Elementwise operations on one lane: a register in, a register out.
//
// f16 and bf16 compute in f32 and round once; LLVM makes single instructions of that where the chip
// has them. Integer division by zero gives some number: LLVM would take it for impossible.
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "backend/common/safe_divisor.h"
#include "backend/nvidia/emitter.h"
#include "backend/nvidia/lane_ops.h"
#include "base/check.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

bool isNarrow(Type element) {
  return element.isF16() || element.isBF16();
}

bool isConversion(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
             arith::FPToUIOp, tile::FloatToFloatOp, arith::BitcastOp>(op);
}

bool isHarmlessDivisor(Value divisor) {
  if (auto splat = divisor.getDefiningOp<tile::SplatOp>())
    divisor = splat.getSource();
  return isSafeDivisor(divisor);
}

Reg divide(Writer &w, Operation *op, Reg a, Reg b) {
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
  if (isHarmlessDivisor(op->getOperand(1))) {
    if (isRemainder)
      return isSigned ? w.b.CreateSRem(a, b) : w.b.CreateURem(a, b);
    return isSigned ? w.b.CreateSDiv(a, b) : w.b.CreateUDiv(a, b);
  }
  // A quotient and a remainder of the same numbers are one division, of some thirty instructions.
  auto apply = [&](Reg divisor) {
    Reg quotient = isSigned ? w.b.CreateSDiv(a, divisor) : w.b.CreateUDiv(a, divisor);
    return isRemainder ? w.b.CreateSub(a, w.b.CreateMul(quotient, divisor)) : quotient;
  };
  llvm::Type *type = a->getType();
  Reg one = w.bits(type, 1), zero = w.bits(type, 0);
  Reg divisor = w.b.CreateSelect(w.b.CreateICmpEQ(b, zero), one, b);
  if (!isSigned)
    return apply(divisor);
  // The other quotient that LLVM leaves open: the least number by -1.
  Reg isMinusOne = w.b.CreateICmpEQ(divisor, llvm::ConstantInt::getAllOnesValue(type));
  divisor = w.b.CreateSelect(isMinusOne, one, divisor);
  Reg result = apply(divisor);
  return isRemainder ? result : w.b.CreateSelect(isMinusOne, w.b.CreateNeg(a), result);
}

// A shift by the width or more gives what shifting bit by bit would.
Reg shift(Writer &w, Operation *op, Reg a, Reg by) {
  unsigned width = a->getType()->getIntegerBitWidth();
  Reg isLarge = w.b.CreateICmpUGE(by, w.bits(by->getType(), width));
  Reg zero = w.bits(a->getType(), 0);
  if (isa<arith::ShRSIOp>(op)) {
    Reg most = w.bits(by->getType(), width - 1);
    return w.b.CreateAShr(a, w.b.CreateSelect(isLarge, most, by));
  }
  Reg safe = w.b.CreateSelect(isLarge, w.bits(by->getType(), 0), by);
  Reg shifted = isa<arith::ShLIOp>(op) ? w.b.CreateShl(a, safe) : w.b.CreateLShr(a, safe);
  return w.b.CreateSelect(isLarge, zero, shifted);
}

Reg multiplyHigh(Writer &w, Reg a, Reg b, bool isUnsigned) {
  unsigned bits = a->getType()->getIntegerBitWidth();
  llvm::Type *wide = w.integer(2 * bits);
  auto widen = [&](Reg v) {
    return isUnsigned ? w.b.CreateZExt(v, wide) : w.b.CreateSExt(v, wide);
  };
  Reg product = w.b.CreateMul(widen(a), widen(b));
  return w.b.CreateTrunc(w.b.CreateLShr(product, w.bits(wide, bits)), a->getType());
}

llvm::CmpInst::Predicate predicateOf(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return llvm::CmpInst::ICMP_EQ;
  case P::ne:
    return llvm::CmpInst::ICMP_NE;
  case P::slt:
    return llvm::CmpInst::ICMP_SLT;
  case P::sle:
    return llvm::CmpInst::ICMP_SLE;
  case P::sgt:
    return llvm::CmpInst::ICMP_SGT;
  case P::sge:
    return llvm::CmpInst::ICMP_SGE;
  case P::ult:
    return llvm::CmpInst::ICMP_ULT;
  case P::ule:
    return llvm::CmpInst::ICMP_ULE;
  case P::ugt:
    return llvm::CmpInst::ICMP_UGT;
  case P::uge:
    return llvm::CmpInst::ICMP_UGE;
  }
  NEREID_UNREACHABLE("predicate");
}

// MLIR counts float predicates as LLVM does, but begins with `false` too.
llvm::CmpInst::Predicate predicateOf(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::AlwaysFalse:
    return llvm::CmpInst::FCMP_FALSE;
  case P::OEQ:
    return llvm::CmpInst::FCMP_OEQ;
  case P::OGT:
    return llvm::CmpInst::FCMP_OGT;
  case P::OGE:
    return llvm::CmpInst::FCMP_OGE;
  case P::OLT:
    return llvm::CmpInst::FCMP_OLT;
  case P::OLE:
    return llvm::CmpInst::FCMP_OLE;
  case P::ONE:
    return llvm::CmpInst::FCMP_ONE;
  case P::ORD:
    return llvm::CmpInst::FCMP_ORD;
  case P::UEQ:
    return llvm::CmpInst::FCMP_UEQ;
  case P::UGT:
    return llvm::CmpInst::FCMP_UGT;
  case P::UGE:
    return llvm::CmpInst::FCMP_UGE;
  case P::ULT:
    return llvm::CmpInst::FCMP_ULT;
  case P::ULE:
    return llvm::CmpInst::FCMP_ULE;
  case P::UNE:
    return llvm::CmpInst::FCMP_UNE;
  case P::UNO:
    return llvm::CmpInst::FCMP_UNO;
  case P::AlwaysTrue:
    return llvm::CmpInst::FCMP_TRUE;
  }
  NEREID_UNREACHABLE("predicate");
}

Reg evaluateInteger(Emitter &e, Operation *op, ArrayRef<Reg> v) {
  Writer &w = e.w;
  auto minmax = [&](llvm::Intrinsic::ID id) {
    return w.intrinsic(id, {v[0], v[1]}, {v[0]->getType()});
  };
  llvm::Type *result = registerType(w, tile::elementOf(op->getResult(0).getType()));
  return llvm::TypeSwitch<Operation *, Reg>(op)
      .Case([&](arith::AddIOp) { return w.b.CreateAdd(v[0], v[1]); })
      .Case([&](arith::SubIOp) { return w.b.CreateSub(v[0], v[1]); })
      .Case([&](arith::MulIOp) { return w.b.CreateMul(v[0], v[1]); })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
          [&](auto division) { return divide(w, division, v[0], v[1]); })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [&](auto which) { return shift(w, which, v[0], v[1]); })
      .Case([&](arith::AndIOp) { return w.b.CreateAnd(v[0], v[1]); })
      .Case([&](arith::OrIOp) { return w.b.CreateOr(v[0], v[1]); })
      .Case([&](arith::XOrIOp) { return w.b.CreateXor(v[0], v[1]); })
      .Case([&](arith::MinSIOp) { return minmax(llvm::Intrinsic::smin); })
      .Case([&](arith::MaxSIOp) { return minmax(llvm::Intrinsic::smax); })
      .Case([&](arith::MinUIOp) { return minmax(llvm::Intrinsic::umin); })
      .Case([&](arith::MaxUIOp) { return minmax(llvm::Intrinsic::umax); })
      .Case([&](math::AbsIOp) {
        return w.intrinsic(llvm::Intrinsic::abs, {v[0], w.truth(false)}, {v[0]->getType()});
      })
      .Case([&](math::CountLeadingZerosOp) {
        return w.intrinsic(llvm::Intrinsic::ctlz, {v[0], w.truth(false)}, {v[0]->getType()});
      })
      .Case([&](math::CtPopOp) {
        return w.intrinsic(llvm::Intrinsic::ctpop, {v[0]}, {v[0]->getType()});
      })
      .Case([&](tile::MulHighOp high) { return multiplyHigh(w, v[0], v[1], high.getIsUnsigned()); })
      .Case([&](arith::CmpIOp compare) {
        return w.b.CreateICmp(predicateOf(compare.getPredicate()), v[0], v[1]);
      })
      .Case<arith::ExtSIOp>([&](auto) { return w.b.CreateSExt(v[0], result); })
      .Case<arith::ExtUIOp, arith::TruncIOp>(
          [&](auto) { return w.b.CreateZExtOrTrunc(v[0], result); })
      .Case([&](arith::IndexCastOp) { return w.b.CreateSExtOrTrunc(v[0], result); })
      .Default([&](Operation *other) {
        e.fail(StatusCode::Internal, cat("no code for ", other->getName().getStringRef().str()));
        return w.bits(result, 0);
      });
}

Reg evaluateAddress(Emitter &e, Operation *op, ArrayRef<Reg> v) {
  Writer &w = e.w;
  auto add = dyn_cast<tile::AddPtrOp>(op);
  if (!add)
    return v[0]; // a cast of an address is the address
  Type pointee = cast<tile::PtrType>(tile::elementOf(add.getType())).getPointee();
  Reg offset = w.b.CreateSExt(v[1], w.i64());
  return w.b.CreateAdd(v[0], w.b.CreateMul(offset, w.k64(tile::byteSizeOf(pointee))));
}

} // namespace

Reg evaluate(Emitter &e, Operation *op, ArrayRef<Reg> operands) {
  Writer &w = e.w;
  if (isa<tile::AddPtrOp, tile::PtrToIntOp, tile::IntToPtrOp, tile::PtrCastOp, tile::HintOp>(op))
    return evaluateAddress(e, op, operands);
  if (isa<arith::SelectOp>(op))
    return w.b.CreateSelect(operands[0], operands[1], operands[2]);
  if (isConversion(op))
    return evaluateConversion(e, op, operands[0]);
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    Reg a = widened(w, operands[0]), b = widened(w, operands[1]);
    return w.b.CreateFCmp(predicateOf(compare.getPredicate()), a, b);
  }
  bool isFloat = !operands.empty() && operands[0]->getType()->isFloatingPointTy();
  if (!isFloat)
    return evaluateInteger(e, op, operands);
  Regs wide;
  for (Reg operand : operands)
    wide.push_back(widened(w, operand));
  Reg value = evaluateFloat(e, op, wide);
  Type element = tile::elementOf(op->getResult(0).getType());
  return isNarrow(element) ? narrowed(w, value, registerType(w, element)) : value;
}

} // namespace nereid::nvidia
