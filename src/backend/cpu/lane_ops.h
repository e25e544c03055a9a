// Elementwise operations on what registers hold: scalars or vectors of any one width.
//
// The same code serves tiles (vectors), scalars of the kernel, and the bodies of reduce, scan and
// map. Narrow floats are computed in f32 and rounded after every operation, as if the machine had
// them; integer division never traps.
#pragma once

#include "backend/cpu/emitter.h"

namespace nereid::cpu {

// What `op`, elementwise and not on pointers, computes of `operands`; one value a result.
Values evaluate(Emitter &e, mlir::Operation *op, ValueRange operands);

// addi, subi, muli or shli of lanes; Affine where the result is.
Lanes combineIntegers(Emitter &e, mlir::Operation *op, const Lanes &a, const Lanes &b,
                      int64_t width);

// A copy of `op` on `operands` with result elements `results`; constants fold.
Values rebuild(Writer &w, mlir::Operation *op, ValueRange operands, ArrayRef<Type> results);

// -- convert.cpp --
bool isNarrowFloat(Type element);          // f16, bf16
Value widenFloat(Emitter &e, Value value); // f16, bf16 -> f32
// f32 or f64 -> f16 or bf16, to nearest even.
Value narrowFloat(Emitter &e, Value value, Type element);
Values evaluateConversion(Emitter &e, mlir::Operation *op, ValueRange operands);

Value truncateToOdd(Emitter &e, Value value); // f64 -> f32, to be rounded once more

// -- float8.cpp --
// An fp8's bits (i8) as f16, bf16, f32 or f64, and back, saturating; `element` says which format,
// or `isE4B15`.
Value decodeFloat8(Emitter &e, Value bits, Type element, Type to, bool isE4B15 = false);
Value encodeFloat8(Emitter &e, Value value, Type element, bool towardZero, bool isE4B15 = false);
bool isFloat8(Type element);

// -- float_division.cpp --
Value divideFloats(Emitter &e, Value a, Value b);

// -- integer_division.cpp --
Value divideIntegers(Emitter &e, mlir::Operation *op, Value a, Value b);
Value multiplyHigh(Emitter &e, Value a, Value b, bool isUnsigned);

// -- library.cpp --
// A call of a C function for every lane; `name` is the double's: "pow".
Value callLibrary(Emitter &e, llvm::StringRef name, ValueRange operands, Type result);

// -- math_functions.cpp --
// The operation as an inline polynomial, for f32; null if there is none.
Value evaluatePolynomial(Emitter &e, mlir::Operation *op, ValueRange operands);

} // namespace nereid::cpu
