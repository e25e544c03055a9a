// Scalar: the element types of the language, and their bit formats.
//
// One list for the whole product: Core, tile IR, host tensors and artifacts speak of element types
// through it. A value of a Scalar travels as up to 64 bits, in the type's own format (an fp16 as
// its 16-bit pattern, a negative int8 as 0xFF...F8 truncated to its width).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nereid {

enum class Scalar : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F8E4M3,  // tl.float8e4nv: bias 7, no infinity, NaN = S.1111.111
  F8E5M2,  // tl.float8e5: bias 15, IEEE-like
  F8E4B15, // tl.float8e4b15: bias 15, neither NaN nor infinity
  F8E4B8,  // tl.float8e4b8: bias 8, FNUZ
  F8E5B16, // tl.float8e5b16: bias 16, FNUZ
  F16,
  BF16,
  F32,
  F64
};

constexpr bool isFloat(Scalar s) {
  return s >= Scalar::F8E4M3;
}
constexpr bool isFloat8(Scalar s) {
  return s >= Scalar::F8E4M3 && s <= Scalar::F8E5B16;
}
constexpr bool isInteger(Scalar s) {
  return !isFloat(s);
} // I1 included
constexpr bool isUnsigned(Scalar s) { // I1 counts as a 1-bit unsigned integer
  return s == Scalar::I1 || (s >= Scalar::U8 && s <= Scalar::U64);
}
constexpr bool isSigned(Scalar s) {
  return s >= Scalar::I8 && s <= Scalar::I64;
}

// Width in bits of a value: 1 for I1.
int bitWidth(Scalar s);
// Bytes in memory: 1 for I1.
int byteSize(Scalar s);

// "int32", "fp16", "bf16", "fp8e4nv", ...: str(tl.dtype).
std::string_view languageName(Scalar s);
// "i32", "u8", "f16", "bf16", "f8e4nv", ...: the spelling in dumps and artifacts.
std::string_view shortName(Scalar s);
// "*fp32" style names of Triton signatures: "i32", "u8", "fp16", "i1", ...
std::string_view signatureName(Scalar s);
std::optional<Scalar> scalarFromLanguageName(std::string_view name); // "int32", "fp16"
std::optional<Scalar> scalarFromShortName(std::string_view name);
std::optional<Scalar> scalarFromSignature(std::string_view name); // also "B" and "u1"

// The signed or unsigned integer type of a width (8, 16, 32 or 64).
Scalar integerOfWidth(int bits, bool isSigned);

// The bits of `value` in a float type, rounded to nearest even. fp8 types saturate: an overflow or
// an infinity becomes the largest finite value; NaN stays NaN where the type has one.
// fp16, bf16 and fp32 overflow to infinity.
uint64_t encodeFloat(Scalar type, double value);
// The same, rounded toward zero.
uint64_t encodeFloatTowardZero(Scalar type, double value);
// The value of bits in a float type: exact.
double decodeFloat(Scalar type, uint64_t bits);

} // namespace nereid
