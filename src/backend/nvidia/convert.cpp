// Conversions between element types.
//
// f64 reaches bf16 and fp8 through an f32 rounded to odd, which makes the second rounding exact.
#include "llvm/IR/Intrinsics.h"

#include "backend/nvidia/lane_ops.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

bool isNarrow(llvm::Type *type) {
  return type->isHalfTy() || type->isBFloatTy();
}

Reg toFloat(Writer &w, Reg source, llvm::Type *type, bool isSigned) {
  // An i1 is 0 or 1 by either name (signed would give -1).
  if (source->getType()->isIntegerTy(1)) {
    source = w.b.CreateZExt(source, w.i32());
    isSigned = true;
  }
  // What f64 cannot hold is cut off, with the odd bit that says so: rounding once more is exact.
  bool isWide = isNarrow(type) && source->getType()->getIntegerBitWidth() == 64;
  if (isWide) {
    Reg cut =
        w.pure(w.f64(), isSigned ? "cvt.rz.f64.s64 $0, $1;" : "cvt.rz.f64.u64 $0, $1;", {source});
    Reg back = isSigned ? w.b.CreateFPToSI(cut, w.i64()) : w.b.CreateFPToUI(cut, w.i64());
    Reg isInexact = w.b.CreateICmpNE(back, source);
    Reg odd = w.b.CreateOr(w.toBits(cut), w.b.CreateZExt(isInexact, w.i64()));
    return narrowed(w, w.fromBits(odd, w.f64()), type);
  }
  llvm::Type *wide = isNarrow(type) ? w.f64() : type;
  Reg value = isSigned ? w.b.CreateSIToFP(source, wide) : w.b.CreateUIToFP(source, wide);
  return isNarrow(type) ? narrowed(w, value, type) : value;
}

// What fits no integer saturates; NaN gives 0.
Reg toInteger(Writer &w, Reg source, llvm::Type *type, bool isSigned) {
  auto id = isSigned ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  source = widened(w, source);
  return w.intrinsic(id, {source}, {type, source->getType()});
}

Reg truncatedTowardZero(Writer &w, Reg value) {
  return w.pure(w.f32(), "cvt.rz.f32.f64 $0, $1;", {value});
}

Reg narrowedTowardZero(Writer &w, Reg value, llvm::Type *type) {
  if (type->isHalfTy())
    return w.fromBits(w.pure(w.i16(), "cvt.rz.f16.f32 $0, $1;", {value}), type);
  Reg bits = w.toBits(value);
  Reg quiet = w.b.CreateOr(bits, w.k(0x400000));
  bits = w.b.CreateSelect(w.b.CreateFCmpUNO(value, value), quiet, bits);
  return w.fromBits(w.b.CreateTrunc(w.b.CreateLShr(bits, w.k(16)), w.i16()), type);
}

Reg convertFloat(Emitter &e, tile::FloatToFloatOp op, Reg source) {
  Writer &w = e.w;
  Type from = tile::elementOf(op.getSource().getType()), to = tile::elementOf(op.getType());
  llvm::Type *type = registerType(w, to);
  if (isFloat8(from) || op.getSourceE4b15())
    source = decodeFloat8(e, source, from, op.getSourceE4b15());
  Reg narrow = source;
  source = widened(w, source);
  if (narrow != source && (isFloat8(to) || op.getResultE4b15())) { // widening drops a NaN's sign
    llvm::Type *bits = w.i32();
    Reg sign =
        w.b.CreateShl(w.b.CreateAnd(w.b.CreateZExt(w.toBits(narrow), bits), w.k(0x8000)), w.k(16));
    Reg magnitude = w.b.CreateAnd(w.toBits(source), w.k(0x7FFFFFFF));
    source = w.fromBits(w.b.CreateOr(magnitude, sign), w.f32());
  }
  if (isFloat8(to) || op.getResultE4b15())
    return encodeFloat8(e, source, to, op.getTowardZero(), op.getResultE4b15());
  if (source->getType() == type)
    return source;
  if (type->isDoubleTy())
    return w.b.CreateFPExt(source, type);
  if (!op.getTowardZero())
    return isNarrow(type) ? narrowed(w, source, type) : w.b.CreateFPTrunc(source, type);
  if (source->getType()->isDoubleTy())
    source = type->isFloatTy() ? truncatedTowardZero(w, source) : truncatedToOdd(w, source);
  return isNarrow(type) ? narrowedTowardZero(w, source, type) : source;
}

} // namespace

Reg truncatedToOdd(Writer &w, Reg value) {
  Reg cut = truncatedTowardZero(w, value);
  Reg isInexact = w.b.CreateFCmpONE(w.b.CreateFPExt(cut, w.f64()), value);
  Reg bits = w.b.CreateOr(w.toBits(cut), w.b.CreateZExt(isInexact, w.i32()));
  return w.fromBits(bits, w.f32());
}

Reg widened(Writer &w, Reg value) {
  return isNarrow(value->getType()) ? w.b.CreateFPExt(value, w.f32()) : value;
}

Reg narrowed(Writer &w, Reg value, llvm::Type *type) {
  if (value->getType() == type)
    return value;
  if (type->isBFloatTy() && value->getType()->isDoubleTy())
    value = truncatedToOdd(w, value);
  if (type->isBFloatTy() && !w.machine.hasBf16()) {
    Reg bits = w.toBits(value);
    Reg odd = w.b.CreateAnd(w.b.CreateLShr(bits, w.k(16)), w.k(1));
    Reg rounded = w.b.CreateAdd(bits, w.b.CreateAdd(odd, w.k(0x7FFF)));
    Reg quiet = w.b.CreateOr(bits, w.k(0x400000));
    Reg kept = w.b.CreateSelect(w.b.CreateFCmpUNO(value, value), quiet, rounded);
    return w.fromBits(w.b.CreateTrunc(w.b.CreateLShr(kept, w.k(16)), w.i16()), type);
  }
  return w.b.CreateFPTrunc(value, type);
}

Reg evaluateConversion(Emitter &e, Operation *op, Reg source) {
  Writer &w = e.w;
  llvm::Type *type = registerType(w, tile::elementOf(op->getResult(0).getType()));
  if (isa<arith::BitcastOp>(op))
    return w.b.CreateBitCast(source, type);
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return toFloat(w, source, type, isa<arith::SIToFPOp>(op));
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return toInteger(w, source, type, isa<arith::FPToSIOp>(op));
  if (auto convert = dyn_cast<tile::FloatToFloatOp>(op))
    return convertFloat(e, convert, source);
  source = widened(w, source);
  if (isa<arith::TruncFOp>(op))
    return isNarrow(type) ? narrowed(w, source, type) : w.b.CreateFPTrunc(source, type);
  return source->getType() == type ? source : w.b.CreateFPExt(source, type);
}

} // namespace nereid::nvidia
