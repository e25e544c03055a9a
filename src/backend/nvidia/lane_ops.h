// The parts of evaluate(): conversions and floats.
#pragma once

#include "backend/nvidia/emitter.h"

namespace nereid::nvidia {

// f16 and bf16 as f32; anything else as it is.
Reg widened(Writer &w, Reg value);
// f32 or f64 rounded once to f16 or bf16.
Reg narrowed(Writer &w, Reg value, llvm::Type *type);

Reg evaluateConversion(Emitter &e, mlir::Operation *op, Reg source);
// An operation on f32 or f64.
Reg evaluateFloat(Emitter &e, mlir::Operation *op, ArrayRef<Reg> operands);

// fp8 in its bits (i8), as in float8.cpp.
bool isFloat8(mlir::Type element);
Reg decodeFloat8(Emitter &e, Reg bits, mlir::Type element, bool isE4b15); // gives f32
Reg encodeFloat8(Emitter &e, Reg value, mlir::Type element, bool towardZero, bool isE4b15);
// f64 -> f32 so that rounding further gives what rounding the f64 would.
Reg truncatedToOdd(Writer &w, Reg value);

} // namespace nereid::nvidia
