// Arithmetic of Python's int, float and bool. Both operands are numbers.
//
// ints are exact in 128 bits: a result beyond that raises OverflowError instead of wrapping.
#pragma once

#include "eval/object.h"

namespace nereid::eval {

// Nothing if the operator does not take these numbers (`1.5 & 1`).
std::optional<Value> numberBinary(syntax::BinaryOp op, const Value &left, const Value &right);
Value numberUnary(syntax::UnaryOp op, const Value &operand); // Invert: not for floats
bool numberCompare(syntax::CompareOp op, const Value &left, const Value &right);
bool numberEqual(const Value &left, const Value &right);
size_t numberHash(const Value &value);

// pow(base, exponent, modulus)
Int powerModulo(Int base, Int exponent, Int modulus);
Int floorDivide(Int a, Int b); // b != 0
Int floorModulo(Int a, Int b);
double floorModulo(double a, double b);
// a / b, rounded once, however large the operands.
double trueDivide(Int a, Int b);
// Truncated toward zero; raises for NaN and what 128 bits cannot hold.
Int intFromFloat(double value);
// round(value, digits): to even where two are equally near; exact in decimal.
double roundFloat(double value, int digits);
Int roundInt(Int value, int digits);

// Attributes and methods of numbers: real, bit_length(), is_integer(), ...
std::optional<Value> numberAttr(const Value &number, std::string_view name);
std::vector<std::string> numberAttrNames(const Value &number);

// int(text, base) and float(text): whitespace around and underscores inside are allowed.
Int parseInt(std::string_view text, int base);
double parseFloat(std::string_view text);

[[noreturn]] void raiseTooLarge(std::string_view what); // OverflowError: past 128 bits

} // namespace nereid::eval
