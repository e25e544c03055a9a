#include "base/scalar.h"

#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace nereid {
namespace {

struct Names {
  Scalar scalar;
  int bits;
  std::string_view language, shorter, signature;
};

constexpr Names kNames[] = {
    {Scalar::I1, 1, "int1", "i1", "i1"},
    {Scalar::I8, 8, "int8", "i8", "i8"},
    {Scalar::I16, 16, "int16", "i16", "i16"},
    {Scalar::I32, 32, "int32", "i32", "i32"},
    {Scalar::I64, 64, "int64", "i64", "i64"},
    {Scalar::U8, 8, "uint8", "u8", "u8"},
    {Scalar::U16, 16, "uint16", "u16", "u16"},
    {Scalar::U32, 32, "uint32", "u32", "u32"},
    {Scalar::U64, 64, "uint64", "u64", "u64"},
    {Scalar::F8E4M3, 8, "fp8e4nv", "f8e4nv", "fp8e4nv"},
    {Scalar::F8E5M2, 8, "fp8e5", "f8e5", "fp8e5"},
    {Scalar::F8E4B15, 8, "fp8e4b15", "f8e4b15", "fp8e4b15"},
    {Scalar::F8E4B8, 8, "fp8e4b8", "f8e4b8", "fp8e4b8"},
    {Scalar::F8E5B16, 8, "fp8e5b16", "f8e5b16", "fp8e5b16"},
    {Scalar::F16, 16, "fp16", "f16", "fp16"},
    {Scalar::BF16, 16, "bf16", "bf16", "bf16"},
    {Scalar::F32, 32, "fp32", "f32", "fp32"},
    {Scalar::F64, 64, "fp64", "f64", "fp64"},
};

const Names &namesOf(Scalar s) {
  return kNames[static_cast<int>(s)];
}

template <typename Member> std::optional<Scalar> find(std::string_view name, Member member) {
  for (const Names &names : kNames)
    if (names.*member == name)
      return names.scalar;
  return std::nullopt;
}

// A binary format by its parts. `top` is the largest magnitude pattern that is a finite value.
struct Format {
  int exponentBits, mantissaBits, bias;
  bool hasInfinity;
  uint64_t nan;    // 0: none
  uint64_t top;    // bits of the largest finite magnitude
  bool saturates;  // overflow and infinity become `top`
  bool signedZero; // FNUZ types have no -0
};

Format formatOf(Scalar s) {
  switch (s) {
  case Scalar::F8E4M3:
    return {4, 3, 7, false, 0x7F, 0x7E, true, true};
  case Scalar::F8E5M2:
    return {5, 2, 15, true, 0x7F, 0x7B, true, true};
  case Scalar::F8E4B15:
    return {4, 3, 15, false, 0, 0x7F, true, true};
  case Scalar::F8E4B8:
    return {4, 3, 8, false, 0x80, 0x7F, true, false};
  case Scalar::F8E5B16:
    return {5, 2, 16, false, 0x80, 0x7F, true, false};
  case Scalar::F16:
    return {5, 10, 15, true, 0x7E00, 0x7BFF, false, true};
  case Scalar::BF16:
    return {8, 7, 127, true, 0x7FC0, 0x7F7F, false, true};
  default:
    NEREID_UNREACHABLE("not a small float type");
  }
}

uint64_t encodeSmall(const Format &f, double value, bool towardZero) {
  int width = 1 + f.exponentBits + f.mantissaBits;
  uint64_t sign = std::signbit(value) ? uint64_t(1) << (width - 1) : 0;
  uint64_t infinity = f.top + 1; // only meaningful where the format has one
  if (std::isnan(value))
    return f.nan ? (f.signedZero ? sign | f.nan : f.nan) : sign | f.top;
  double magnitude = std::fabs(value);
  if (std::isinf(value))
    return sign | (f.saturates ? f.top : infinity);
  if (magnitude == 0)
    return f.signedZero ? sign : 0;

  // Scale so that one unit is the last place at this magnitude, then round once.
  int exponent = 0;
  std::frexp(magnitude, &exponent); // magnitude = m * 2^exponent, m in [1/2, 1)
  int lowest = 1 - f.bias;          // exponent of the smallest normal value
  int e = std::max(exponent - 1, lowest);
  double units = std::ldexp(magnitude, f.mantissaBits - e);
  double rounded = towardZero ? std::trunc(units) : std::nearbyint(units);
  // Subnormals (e == lowest) and normals meet here: the integer carries into the exponent.
  uint64_t base = (static_cast<uint64_t>(e - lowest) << f.mantissaBits);
  uint64_t bits = base + static_cast<uint64_t>(rounded);
  if (bits > f.top)
    bits = f.saturates || towardZero ? f.top : infinity;
  return bits == 0 && !f.signedZero ? 0 : sign | bits;
}

double decodeSmall(const Format &f, uint64_t bits) {
  int width = 1 + f.exponentBits + f.mantissaBits;
  uint64_t signBit = uint64_t(1) << (width - 1);
  bool negative = bits & signBit;
  uint64_t magnitude = bits & (signBit - 1);
  if (!f.signedZero && bits == f.nan)
    return std::numeric_limits<double>::quiet_NaN();
  if (f.signedZero && magnitude > f.top) {
    bool infinite = f.hasInfinity && magnitude == f.top + 1;
    double special = infinite ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
    return negative ? -special : special;
  }
  int exponent = static_cast<int>(magnitude >> f.mantissaBits);
  uint64_t mantissa = magnitude & ((uint64_t(1) << f.mantissaBits) - 1);
  if (exponent > 0)
    mantissa |= uint64_t(1) << f.mantissaBits;
  int e = std::max(exponent, 1) - f.bias - f.mantissaBits;
  double value = std::ldexp(static_cast<double>(mantissa), e);
  return negative ? -value : value;
}

float toFloatTowardZero(double value) {
  float nearest = static_cast<float>(value);
  if (std::isfinite(value) && std::fabs(static_cast<double>(nearest)) > std::fabs(value))
    nearest = std::nextafterf(nearest, 0.0f);
  return nearest;
}

uint64_t encode(Scalar type, double value, bool towardZero) {
  if (type == Scalar::F64)
    return std::bit_cast<uint64_t>(value);
  if (type == Scalar::F32)
    return std::bit_cast<uint32_t>(towardZero ? toFloatTowardZero(value)
                                              : static_cast<float>(value));
  return encodeSmall(formatOf(type), value, towardZero);
}

} // namespace

int bitWidth(Scalar s) {
  return namesOf(s).bits;
}
int byteSize(Scalar s) {
  return s == Scalar::I1 ? 1 : namesOf(s).bits / 8;
}
std::string_view languageName(Scalar s) {
  return namesOf(s).language;
}
std::string_view shortName(Scalar s) {
  return namesOf(s).shorter;
}
std::string_view signatureName(Scalar s) {
  return namesOf(s).signature;
}

std::optional<Scalar> scalarFromLanguageName(std::string_view name) {
  return find(name, &Names::language);
}
std::optional<Scalar> scalarFromShortName(std::string_view name) {
  return find(name, &Names::shorter);
}
std::optional<Scalar> scalarFromSignature(std::string_view name) {
  if (name == "B" || name == "u1")
    return Scalar::I1;
  return find(name, &Names::signature);
}

Scalar integerOfWidth(int bits, bool isSigned) {
  switch (bits) {
  case 8:
    return isSigned ? Scalar::I8 : Scalar::U8;
  case 16:
    return isSigned ? Scalar::I16 : Scalar::U16;
  case 32:
    return isSigned ? Scalar::I32 : Scalar::U32;
  case 64:
    return isSigned ? Scalar::I64 : Scalar::U64;
  default:
    NEREID_UNREACHABLE("no integer type of that width");
  }
}

uint64_t encodeFloat(Scalar type, double value) {
  return encode(type, value, false);
}
uint64_t encodeFloatTowardZero(Scalar type, double value) {
  return encode(type, value, true);
}

double decodeFloat(Scalar type, uint64_t bits) {
  if (type == Scalar::F64)
    return std::bit_cast<double>(bits);
  if (type == Scalar::F32)
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  return decodeSmall(formatOf(type), bits);
}

} // namespace nereid
