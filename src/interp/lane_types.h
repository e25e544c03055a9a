// The C++ types of lanes, and the one dispatch from a type of the IR to them.
//
// A tile is an array of lanes: bool for i1, uint8_t ... uint64_t for integers (signless, as in the
// IR) and pointers, float and double, and for the narrower floats a struct of their bits. Narrow
// floats are computed with in float, which holds all their values, and rounded back:
//
//   Half product = narrow<Half>(widen(a) * widen(b));
//
// For + - * / and sqrt that gives the correctly rounded result, since float has more than twice as
// many digits.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "mlir/IR/BuiltinTypes.h"

#include "base/check.h"
#include "base/scalar.h"
#include "ir/tile.h"

namespace nereid::interp {

template <Scalar kFormat, typename BitsType> struct NarrowFloat {
  static constexpr Scalar format = kFormat;
  BitsType bits = 0;
};
using Half = NarrowFloat<Scalar::F16, uint16_t>;
using BFloat16 = NarrowFloat<Scalar::BF16, uint16_t>;
template <Scalar kFormat> using Float8 = NarrowFloat<kFormat, uint8_t>;

float widenHalf(uint16_t bits);
uint16_t roundToHalf(float value);
uint16_t roundToBFloat16(float value);

// -- Floats: widen() gives the type to compute in, narrow() rounds to the lane's type.

inline float widen(float lane) {
  return lane;
}
inline double widen(double lane) {
  return lane;
}
inline float widen(Half lane) {
  return widenHalf(lane.bits);
}
inline float widen(BFloat16 lane) {
  return std::bit_cast<float>(uint32_t(lane.bits) << 16);
}
template <Scalar kFormat> float widen(Float8<kFormat> lane) {
  return float(decodeFloat(kFormat, lane.bits));
}
template <typename T> using Widened = decltype(widen(T()));

// The lane whose bits, in the type's own format, are `bits`.
template <typename T> T fromBits(uint64_t bits) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(uint32_t(bits));
  else
    return {static_cast<decltype(T::bits)>(bits)};
}

template <typename T> T narrow(float value) {
  if constexpr (std::is_floating_point_v<T>)
    return T(value);
  else if constexpr (std::is_same_v<T, Half>)
    return {roundToHalf(value)};
  else if constexpr (std::is_same_v<T, BFloat16>)
    return {roundToBFloat16(value)};
  else
    return fromBits<T>(encodeFloat(T::format, value));
}
template <typename T> T narrow(double value) {
  if constexpr (std::is_floating_point_v<T>)
    return T(value);
  else
    return fromBits<T>(encodeFloat(T::format, value));
}

// -- Integers: a lane has no sign; operations read it as signed or unsigned.

template <typename T> int64_t asSigned(T lane) {
  if constexpr (std::is_same_v<T, bool>)
    return lane ? -1 : 0;
  else
    return static_cast<std::make_signed_t<T>>(lane);
}

// At least 32 bits wide, so that arithmetic on it wraps.
template <typename T> using Unsigned = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
template <typename T> Unsigned<T> asUnsigned(T lane) {
  return lane;
}

// The low bits of `value`.
template <typename T, typename Wide> T truncate(Wide value) {
  if constexpr (std::is_same_v<T, bool>)
    return (value & 1) != 0;
  else
    return static_cast<T>(value);
}

template <typename T> constexpr int kBits = std::is_same_v<T, bool> ? 1 : 8 * int(sizeof(T));

// -- Dispatch: visit(element, f) calls f(std::type_identity<T>()) with the lane's type.

template <typename F> auto visitInteger(mlir::Type element, F f) {
  if (llvm::isa<tile::PtrType>(element))
    return f(std::type_identity<uint64_t>());
  switch (element.getIntOrFloatBitWidth()) {
  case 1:
    return f(std::type_identity<bool>());
  case 8:
    return f(std::type_identity<uint8_t>());
  case 16:
    return f(std::type_identity<uint16_t>());
  case 32:
    return f(std::type_identity<uint32_t>());
  default:
    return f(std::type_identity<uint64_t>());
  }
}

// The format of a float type.
Scalar scalarOfFloat(mlir::Type element);

template <typename F> auto visitFloat(Scalar format, F f) {
  switch (format) {
  case Scalar::F8E4M3:
    return f(std::type_identity<Float8<Scalar::F8E4M3>>());
  case Scalar::F8E5M2:
    return f(std::type_identity<Float8<Scalar::F8E5M2>>());
  case Scalar::F8E4B8:
    return f(std::type_identity<Float8<Scalar::F8E4B8>>());
  case Scalar::F8E5B16:
    return f(std::type_identity<Float8<Scalar::F8E5B16>>());
  case Scalar::F8E4B15:
    return f(std::type_identity<Float8<Scalar::F8E4B15>>());
  case Scalar::F16:
    return f(std::type_identity<Half>());
  case Scalar::BF16:
    return f(std::type_identity<BFloat16>());
  case Scalar::F32:
    return f(std::type_identity<float>());
  case Scalar::F64:
    return f(std::type_identity<double>());
  default:
    NEREID_UNREACHABLE("not a float");
  }
}
template <typename F> auto visitFloat(mlir::Type element, F f) {
  return visitFloat(scalarOfFloat(element), f);
}

// For operations that move lanes without looking into them.
template <typename F> auto visitSize(mlir::Type element, F f) {
  switch (tile::byteSizeOf(element)) {
  case 1:
    return f(std::type_identity<uint8_t>());
  case 2:
    return f(std::type_identity<uint16_t>());
  case 4:
    return f(std::type_identity<uint32_t>());
  default:
    return f(std::type_identity<uint64_t>());
  }
}

} // namespace nereid::interp
